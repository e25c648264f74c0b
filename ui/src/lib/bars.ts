// Turns a share into a bar and a figure, from its numbers alone: how much is used, and how that compares with its
// limits.

import type { Share } from './api/types';

export interface Bar {
  /** The part of the bar that is certainly filled, from 0 to 1. */
  fill: number;
  /** Whether more may come, because something that counts here is unknown. */
  open: boolean;
  floor: number | null;
  ceiling: number | null;
  /** `130 over`, `40 short`; empty if no limit is certainly broken. */
  state: string;
  /** `470 of 300–600`, `at least 1790 of 2000`. */
  figure: string;
}

/** A number of which perhaps only the minimum is known: `1790`, `at least 1790`, `?`. */
export const known = (number: number | null | undefined, least: number | null | undefined): string =>
  number != null ? `${number}` : least != null ? `at least ${least}` : '?';

const limits = (min: number | null, max: number | null): string => {
  if (max === null) return min === null ? '' : ` of at least ${min}`;
  if (min === null) return ` of ${max}`;
  return min === max ? ` of exactly ${max}` : ` of ${min}–${max}`;
};

export function bar(share: Share): Bar {
  const { measured, min, max } = share;
  const least = measured ?? share['measured-at-least'] ?? 0;
  const open = measured === null;
  const over = max !== null && least > max ? least - max : 0;
  const short = !open && min !== null && least < min ? min - least : 0;
  const scale = Math.max(least, max ?? 0, min ?? 0, 1) * (max === null || over > 0 ? 1.08 : 1);
  return {
    fill: least / scale,
    open,
    floor: min === null || min === 0 ? null : min / scale,
    ceiling: max === null ? null : max / scale,
    state: over ? `${open ? 'at least ' : ''}${over} over` : short ? `${short} short` : '',
    figure: known(measured, share['measured-at-least']) + limits(min, max),
  };
}
