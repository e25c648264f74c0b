// Which shares are shown, and the shape of a share's bar, from its numbers. Its words come from the program.

import type { ShareInfo } from './api/types';

export interface Bar {
  /** The part of the bar that is certainly filled, from 0 to 1. */
  fill: number;
  /** Whether more may come, because something that counts here is unknown. */
  open: boolean;
  floor: number | null;
  ceiling: number | null;
}

type Numbers = Pick<ShareInfo, 'measured' | 'measured-at-least' | 'min' | 'max'>;

export function bar(share: Numbers): Bar {
  const { measured, min, max } = share;
  const least = measured ?? share['measured-at-least'] ?? 0;
  const scale = Math.max(least, max ?? 0, min ?? 0, 1) * (max === null || least > max ? 1.08 : 1);
  return {
    fill: least / scale,
    open: measured === null,
    floor: min === null || min === 0 ? null : min / scale,
    ceiling: max === null ? null : max / scale,
  };
}

/** The shares that stand above a list. A chart of its slots says itself how many are in them and which lack some, so only
 * what is too many for a slot is said once more. Without the charts, every slot that is not right is said. */
export const sharesAbove = <S extends Pick<ShareInfo, 'slots' | 'state' | 'measured' | 'max'>>(
  shares: readonly S[],
  charted: boolean,
): S[] =>
  shares.filter(({ slots, state, measured, max }) => {
    if (!slots?.length) return state !== null || max !== 0;
    return state !== null && (!charted || (measured !== null && max !== null && measured > max));
  });
