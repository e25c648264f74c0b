// Groups the units on offer as a book lists them: by slot where the selected group has slots, else by the first trait
// of the game, such as size. Fixed mixes and units that only others bring come last.

import type { Candidate, GroupKindInfo, RulesetInfo, UnitInfo } from './api/types';
import { inBook } from './orders';
import type { Indexed } from './search';

export interface Shelf {
  title: string;
  units: Indexed[];
}

const MIXES = 'Fixed mixes';
const WITH_OTHERS = 'Only with others';
const REST = 'Others';

/** What units are grouped by: `slot`, `size`. Null if the game has nothing to group by. */
export const groupedBy = (game: RulesetInfo, kind: GroupKindInfo | null): string | null =>
  kind?.slots.length ? 'slot' : (game.traits.find(({ values }) => values.length > 0)?.title.toLowerCase() ?? null);

/** The units in their groups. The order of the units stays; empty groups are left out. */
export function shelves(
  units: readonly Indexed[],
  game: RulesetInfo,
  kind: GroupKindInfo | null,
  candidates: ReadonlyMap<string, Candidate>,
): Shelf[] {
  const trait = game.traits.find(({ values }) => values.length > 0);
  const bySlot = kind !== null && kind.slots.length > 0;
  const titles = bySlot ? kind.slots.map(({ title }) => title) : inBook(trait).map(({ title }) => title);
  const of = (unit: UnitInfo): string => {
    if (unit.only) return WITH_OTHERS;
    if (bySlot) {
      const slot = unit.slots[kind.id] ?? candidates.get(unit.id)?.slots[0];
      return kind.slots.find(({ id }) => id === slot)?.title ?? REST;
    }
    if (unit.members.length > 0) return MIXES;
    return unit.traits.find(({ id }) => id === trait?.id)?.values[0]?.title ?? REST;
  };
  const all = new Map<string, Indexed[]>([...titles, REST, MIXES, WITH_OTHERS].map((title) => [title, []]));
  for (const entry of units) {
    const title = of(entry.unit);
    const shelf = all.get(title);
    if (shelf) shelf.push(entry);
    else all.set(title, [entry]);
  }
  return [...all].flatMap(([title, units]) => (units.length > 0 ? [{ title, units }] : []));
}
