// Changes several squadrons of a list at once. The person undoes each change in one step.

import type { ArmyList, Squadron } from '../api/types';
import { type Edit, fresh, put } from './edits';
import { apply, type Op } from './ops';
import { at as resolve, last, parent, tokens } from './pointer';

/** An edit, and where the squadrons are after it. */
export interface SeveralEdit extends Edit {
  places: string[];
}

const inOrder = (a: string, b: string): number => {
  const [one, other] = [tokens(a), tokens(b)];
  const differs = one.findIndex((token, place) => token !== other[place]);
  if (differs < 0) return one.length - other.length;
  const [left, right] = [one[differs]!, other[differs]];
  if (right === undefined) return 1;
  // The squadrons of groups come before those of no group.
  return Number.isNaN(Number(left)) ? left.localeCompare(right) : Number(left) - Number(right);
};

/** The places in the order of the list, without those that are attached to another of them. */
export function tops(places: readonly string[]): string[] {
  const all = [...new Set(places)].sort(inOrder);
  return all.filter((at) => !all.some((other) => at.startsWith(`${other}/`)));
}

/** A pointer after something was put before another place of its array. */
const behind = (pointer: string, added: string): string => {
  const array = parent(added);
  const [index, ...rest] = tokens(pointer.startsWith(`${array}/`) ? pointer.slice(array.length) : '');
  return index !== undefined && Number(index) >= Number(last(added))
    ? `${array}/${[Number(index) + 1, ...rest].join('/')}`
    : pointer;
};

const removals = (places: readonly string[]): Op[] => places.toReversed().map((at) => ({ op: 'remove', at }));

/** Selects what then stands in the place of the first. */
export function removeAll(list: ArmyList, chosen: readonly string[], what: string): SeveralEdit {
  const places = tops(chosen);
  const ops = removals(places);
  const array = parent(places[0] ?? '');
  const left = (resolve(apply(list, ops).root, array) as unknown[] | undefined)?.length ?? 0;
  const host = array.endsWith('/attached') ? parent(array) : null;
  const select = left > 0 ? `${array}/${Math.min(Number(last(places[0]!)), left - 1)}` : host;
  return { name: `Remove ${what}`, ops, select, places: [] };
}

/** Puts a copy behind each of them. */
export function duplicateAll(list: ArmyList, chosen: readonly string[], what: string): SeveralEdit {
  const ops: Op[] = [];
  let places: string[] = [];
  // From the last to the first, so that the places of those that follow stay.
  for (const at of tops(chosen).reverse()) {
    const copy = `${parent(at)}/${Number(last(at)) + 1}`;
    ops.push({ op: 'add', at: copy, value: fresh(resolve(list, at) as Squadron) });
    places = [copy, ...places.map((place) => behind(place, copy))];
  }
  return { name: `Duplicate ${what}`, ops, ...(places[0] ? { select: places[0] } : {}), places };
}

/** Moves them to the end of an array of squadrons, in their order. Those that are in it stay where they are. */
export function moveAll(list: ArmyList, chosen: readonly string[], array: string, what: string): SeveralEdit {
  const all = tops(chosen);
  const moved = all.filter((at) => parent(at) !== array);
  const there = resolve(list, array) as unknown[] | undefined;
  const ops: Op[] = [
    ...(there ? [] : [{ op: 'add' as const, at: array, value: [] }]),
    ...removals(moved),
    ...moved.map((at, n): Op => ({ op: 'add', at: `${array}/${(there?.length ?? 0) + n}`, value: resolve(list, at) })),
  ];
  const places = [
    ...all.filter((at) => !moved.includes(at)),
    ...moved.map((_, n) => `${array}/${(there?.length ?? 0) + n}`),
  ];
  const none = moved.length === 0;
  return { name: `Move ${what}`, ops: none ? [] : ops, ...(places[0] ? { select: places[0] } : {}), places };
}

/** Sets a field of each of them. Undefined removes it. */
export const setAll = (
  list: ArmyList,
  chosen: readonly string[],
  key: string,
  value: unknown,
  name: string,
): SeveralEdit => {
  const places = tops(chosen);
  return { name, ops: places.flatMap((at) => put(list, `${at}/${key}`, value)), places };
};
