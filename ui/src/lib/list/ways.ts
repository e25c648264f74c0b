// Finds where a problem leads: from the places that a finding names to the field that can fix it. This file only knows
// the format of lists.

import type { ArmyList } from '../api/types';
import { at as resolve, home, tokens } from './pointer';

export type Way =
  /** A squadron or a group, and one of its fields if that is meant. */
  | { to: 'row'; at: string; field: string | null }
  /** A field of the terms. */
  | { to: 'terms'; field: string }
  | { to: 'deck'; field: string }
  /** The units pane, to add some. */
  | { to: 'units' }
  /** Nowhere in particular. */
  | { to: 'list' };

/** Where one place leads; null if it only says that the problem is somewhere in the list. */
function way(list: ArmyList, pointer: string): Way | null {
  const row = home(pointer);
  if (row !== null)
    return resolve(list, row) === undefined
      ? null
      : { to: 'row', at: row, field: tokens(pointer.slice(row.length))[0] ?? null };
  const [first, second] = tokens(pointer);
  switch (first) {
    case 'settings':
      return { to: 'terms', field: second === undefined ? '/settings' : `/settings/${second}` };
    case 'consents':
      return { to: 'terms', field: '/consents' };
    case 'decks':
      return second === undefined ? null : { to: 'deck', field: `/decks/${second}` };
    case 'mfv':
    case 'nation':
    case 'sheet':
      return { to: 'terms', field: `/${first}` };
    case 'squadrons':
    case 'groups':
      return { to: 'units' };
    default:
      return null;
  }
}

/** Squadrons come first: missing points are better fixed there than by another force value. */
const RANKS: readonly Way['to'][] = ['row', 'units', 'deck', 'terms'];

/** Where a finding leads, judged by all of its places. */
export function wayOf(list: ArmyList, places: readonly string[]): Way {
  const ways = places.map((place) => way(list, place)).filter((one) => one !== null);
  return RANKS.map((rank) => ways.find((one) => one.to === rank)).find((one) => one !== undefined) ?? { to: 'list' };
}
