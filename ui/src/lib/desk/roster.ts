// The rows of a list under headings of the person's choice. The groups of the list itself stay as they are.

import type { RulesetInfo, Squadron, UnitInfo } from '../api/types';
import { arrays } from '../list/edits';
import { inBook } from '../orders';
import { capital } from '../words';
import type { Desk } from './desk.svelte';

/** What rows can be grouped by: the groups of the list, a trait of units, the allocation, the slot, or nothing. */
export interface Grouping {
  id: string;
  title: string;
}

export const AS_LISTED = 'list';
const ALLOCATION = 'allocation';
const SLOT = 'slot';
const NOTHING = 'nothing';
const TRAIT = 'trait ';

/** A heading with root squadrons. */
export interface Part {
  title: string;
  /** The points of the squadrons with what is attached to them; null if not all are known. */
  points: number | null;
  /** How many of the points are of attached squadrons that stand under another heading by themselves. A limit on what
   * the heading names does not count them. */
  others: number;
  rows: { at: string; squadron: Squadron }[];
}

/** Everything that the rows of a game can be grouped by. How the list has them comes first. Of the traits, those that
 * at least half of the units have. */
export function groupings(game: RulesetInfo, units: readonly UnitInfo[]): Grouping[] {
  const { group } = game.words;
  const having = (id: string): number => units.filter(({ traits }) => traits.some((trait) => trait.id === id)).length;
  const traits = game.traits.filter(({ id, values }) => values.length > 1 && 2 * having(id) >= units.length);
  return [
    { id: AS_LISTED, title: group ? `by ${group.one}` : 'not grouped' },
    ...traits.map(({ id, title }) => ({ id: TRAIT + id, title: `by ${title.toLowerCase()}` })),
    ...(game.allocations.length > 1 ? [{ id: ALLOCATION, title: 'by allocation' }] : []),
    ...(game['group-kinds'].some(({ slots }) => slots.length > 0) ? [{ id: SLOT, title: 'by slot' }] : []),
    ...(group ? [{ id: NOTHING, title: 'not grouped' }] : []),
  ];
}

const empty = (title: string): Part => ({ title: capital(title), points: 0, others: 0, rows: [] });

/** The root squadrons of a list under their headings. Empty headings are left out. */
export function partsOf(desk: Desk, by: string): Part[] {
  const { game } = desk;
  const trait = game.traits.find(({ id }) => TRAIT + id === by);
  const titles =
    by === ALLOCATION
      ? game.allocations.map(({ title }) => title)
      : by === SLOT
        ? game['group-kinds'].flatMap(({ slots }) => slots.map(({ title }) => title))
        : inBook(trait).map(({ title }) => title);
  const titleOf = (at: string, squadron: Squadron): string => {
    const line = desk.line(at, squadron);
    if (by === NOTHING) return '';
    if (by === ALLOCATION) return line?.allocation ?? 'Others';
    if (by === SLOT) return line?.slot ?? 'In no slot';
    const traits = line?.traits.length ? line.traits : (desk.unitOf(squadron)?.traits ?? []);
    return traits.find(({ id }) => id === trait?.id)?.values[0]?.title ?? 'Others';
  };
  const parts = new Map<string, Part>(titles.map((title) => [title, empty(title)]));
  for (const { array, squadrons } of arrays(desk.list)) {
    for (const [place, squadron] of squadrons.entries()) {
      const at = `${array}/${place}`;
      const title = titleOf(at, squadron);
      const part = parts.get(title) ?? empty(title);
      parts.set(title, part);
      part.rows.push({ at, squadron });
      const points = pointsOf(desk, at, squadron);
      part.others += othersOf(desk, at, squadron, (...below) => titleOf(...below) !== title);
      part.points = part.points === null || points === null ? null : part.points + points;
    }
  }
  return [...parts.values()].filter(({ rows }) => rows.length > 0);
}

/** The points of a squadron with what is attached to it; null if not all are known. */
function pointsOf(desk: Desk, at: string, squadron: Squadron): number | null {
  let sum = desk.line(at, squadron)?.points ?? null;
  for (const [place, attached] of (squadron.attached ?? []).entries()) {
    const points = pointsOf(desk, `${at}/attached/${place}`, attached);
    sum = sum === null || points === null ? null : sum + points;
  }
  return sum;
}

/** The points of what is attached to a squadron and stands under another heading. */
function othersOf(
  desk: Desk,
  at: string,
  { attached = [] }: Squadron,
  isOther: (at: string, squadron: Squadron) => boolean,
): number {
  return attached.reduce((sum, below, place) => {
    const there = `${at}/attached/${place}`;
    const own = isOther(there, below) ? (desk.line(there, below)?.points ?? 0) : 0;
    return sum + own + othersOf(desk, there, below, isOther);
  }, 0);
}
