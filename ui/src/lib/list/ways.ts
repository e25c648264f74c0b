// Where a problem leads: from the places that a finding names to what mends it. Only the format of lists is known here.

import type { ArmyList } from '../api/types';
import { at as resolve, home, tokens } from './pointer';

export type Way =
  /** A squadron or a group, and the field of it where one is meant. */
  | { to: 'row'; at: string; field: string | null }
  /** A field of the terms. */
  | { to: 'terms'; field: string }
  | { to: 'deck'; field: string }
  /** The units, to add some. */
  | { to: 'units' }
  /** Nothing in particular. */
  | { to: 'list' };

/** The way to one place; null where it says no more than that it is somewhere in the list. */
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
      return { to: 'terms', field: `/${first}` };
    case 'squadrons':
    case 'groups':
      return { to: 'units' };
    default:
      return null;
  }
}

/** Squadrons first: what is short of points is mended there, not by another force value. */
const RANKS: readonly Way['to'][] = ['row', 'units', 'deck', 'terms'];

/** Where the places of a finding lead. */
export function wayOf(list: ArmyList, places: readonly string[]): Way {
  const ways = places.map((place) => way(list, place)).filter((one) => one !== null);
  return RANKS.map((rank) => ways.find((one) => one.to === rank)).find((one) => one !== undefined) ?? { to: 'list' };
}
