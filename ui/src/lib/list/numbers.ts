// The numbers of squadrons, by which problems tell those of one name apart.

import type { ArmyList, Squadron } from '../api/types';
import { squadrons } from './edits';

/** The number of each squadron that shares its title with another, by its place. The squadrons of the list are counted
 * in their order, as the program counts them. */
export function numbersOf(
  list: ArmyList,
  titleOf: (squadron: Squadron, at: string) => string,
): ReadonlyMap<string, number> {
  const all = [...squadrons(list)].map(({ at, squadron }, index) => ({
    at,
    title: titleOf(squadron, at),
    number: index + 1,
  }));
  const times = timesOf(list, titleOf);
  return new Map(all.flatMap(({ at, title, number }) => (times.get(title)! > 1 ? [[at, number]] : [])));
}

/** How many squadrons a list has of each kind, with those that are attached. */
export function timesOf(
  list: ArmyList,
  kindOf: (squadron: Squadron, at: string) => string,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { at, squadron } of squadrons(list)) {
    const kind = kindOf(squadron, at);
    times.set(kind, (times.get(kind) ?? 0) + 1);
  }
  return times;
}
