// Every edit a person can make, as named patches. Nothing here knows a game or judges a list: edits may go over a
// limit.

import type { ArmyList, CardPick, Group, Part, Squadron } from '../api/types';
import { difference } from './difference';
import type { Op } from './ops';
import { slug } from '../words';
import { at as resolve, home, last, parent, without } from './pointer';

export interface Edit {
  /** The name in the undo menu: "Add Tribal Class Cruiser". */
  name: string;
  ops: Op[];
  /** What is selected after the edit; undefined keeps the selection. */
  select?: string | null;
  /** Edits with the same key that follow each other closely become one step. */
  merge?: string;
}

const arrayOps = (list: object, array: string): Op[] =>
  resolve(list, array) === undefined ? [{ op: 'add', at: array, value: [] }] : [];

const length = (list: object, array: string): number => (resolve(list, array) as unknown[] | undefined)?.length ?? 0;

/** Sets a value. Removes the key if the value is empty. */
export function put(list: object, at: string, value: unknown): Op[] {
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const there = resolve(list, at) !== undefined;
  if (empty) return there ? [{ op: 'remove', at }] : [];
  return [{ op: there ? 'replace' : 'add', at, value }];
}

/** The array that a new squadron goes into: that of the selected group, else the last group, else the list. */
export function arrayFor(list: ArmyList, selected: string | null): string {
  if (!list.groups?.length) return '/squadrons';
  const group = /^\/groups\/\d+/.exec(selected ?? '')?.[0];
  return `${group && resolve(list, group) ? group : `/groups/${list.groups.length - 1}`}/squadrons`;
}

export function insert(list: ArmyList, array: string, index: number, squadron: Squadron, name: string): Edit {
  const place = Math.min(index, length(list, array));
  return {
    name,
    ops: [...arrayOps(list, array), { op: 'add', at: `${array}/${place}`, value: squadron }],
    select: `${array}/${place}`,
  };
}

export const append = (list: ArmyList, array: string, squadron: Squadron, name: string): Edit =>
  insert(list, array, length(list, array), squadron, name);

export function remove(list: ArmyList, at: string, title: string, verb = 'Remove'): Edit {
  const array = parent(at);
  const index = Number(last(at));
  const left = length(list, array) - 1;
  const next = left > 0 ? `${array}/${Math.min(index, left - 1)}` : array.endsWith('/attached') ? parent(array) : null;
  return { name: `${verb} ${title}`, ops: [{ op: 'remove', at }], select: next };
}

/** Moves a squadron before the one at `index` of an array. Both positions are those before the move. */
export function move(list: ArmyList, from: string, array: string, index: number, title: string): Edit | null {
  const squadron = resolve(list, from);
  const target = without(array, from);
  if (squadron === undefined || target === null) return null;
  const same = parent(from) === array;
  const place = same && Number(last(from)) < index ? index - 1 : index;
  if (same && place === Number(last(from))) return null;
  const ops: Op[] = [
    ...arrayOps(list, array),
    { op: 'remove', at: from },
    { op: 'add', at: `${target}/${place}`, value: squadron },
  ];
  return { name: `Move ${title}`, ops, select: `${target}/${place}` };
}

/** Moves a squadron one place up or down. At the end of its group it goes to the neighbouring group. */
export function nudge(list: ArmyList, at: string, by: -1 | 1, title: string): Edit | null {
  const array = parent(at);
  const index = Number(last(at));
  const to = index + by;
  if (to >= 0 && to < length(list, array)) return move(list, at, array, by > 0 ? index + 2 : to, title);
  const group = /^\/groups\/(\d+)\/squadrons$/.exec(array);
  if (!group) return null;
  const next = Number(group[1]) + by;
  if (!list.groups?.[next]) return null;
  const there = `/groups/${next}/squadrons`;
  return move(list, at, there, by > 0 ? 0 : length(list, there), title);
}

/** A squadron without its ids, and those of what is attached to it, except for those that are free. */
export const fresh = (squadron: Squadron, isFree: (id: string) => boolean = () => false): Squadron => {
  const { id, ...rest } = squadron;
  const attached = rest.attached && { attached: rest.attached.map((below) => fresh(below, isFree)) };
  return { ...(typeof id === 'string' && isFree(id) ? { id } : {}), ...rest, ...attached };
};

/** The ids of squadrons, and of what is attached to them. */
const idsOf = (squadrons: readonly Squadron[] | undefined): string[] =>
  (squadrons ?? []).flatMap((squadron) => [
    ...(typeof squadron.id === 'string' ? [squadron.id] : []),
    ...idsOf(squadron.attached),
  ]);

/** A copy right after the original. Ids stay with the original, because they must be unique. */
export const duplicate = (list: ArmyList, at: string, title: string): Edit =>
  insert(list, parent(at), Number(last(at)) + 1, fresh(resolve(list, at) as Squadron), `Duplicate ${title}`);

/** A copy of a group right after it. */
export function duplicateGroup(list: ArmyList, at: string, title: string): Edit {
  const { id: _, ...group } = resolve(list, at) as Group;
  const place = `${parent(at)}/${Number(last(at)) + 1}`;
  const value = group.squadrons ? { ...group, squadrons: group.squadrons.map((below) => fresh(below)) } : group;
  return { name: `Duplicate ${title}`, ops: [{ op: 'add', at: place, value }], select: place };
}

/** Ids come with the squadron if they are free: what was cut is brought and carried as before. */
export function paste(list: ArmyList, array: string, index: number, squadron: Squadron, title: string): Edit {
  const taken = new Set([...idsOf(list.squadrons), ...(list.groups ?? []).flatMap((group) => idsOf(group.squadrons))]);
  return insert(
    list,
    array,
    index,
    fresh(squadron, (id) => !taken.has(id)),
    `Paste ${title}`,
  );
}

/** Sets one field of a place in a list or a sheet. */
export const field = (list: object, at: string, key: string, value: unknown, name: string): Edit => ({
  name,
  ops: put(list, `${at}/${key}`, value),
  merge: `${at}/${key}`,
});

/** Sets several fields of one place at once. */
export const fields = (
  list: ArmyList,
  at: string,
  values: { [key: string]: unknown },
  name: string,
  merge?: string,
): Edit => ({
  name,
  ops: Object.entries(values).flatMap(([key, value]) => put(list, `${at}/${key}`, value)),
  ...(merge === undefined ? {} : { merge }),
});

/** Changes a setting; undefined goes back to the default. */
export function setting(list: ArmyList, id: string, value: unknown, title: string): Edit {
  const ops: Op[] = list.settings
    ? put(list, `/settings/${id}`, value)
    : value === undefined
      ? []
      : [{ op: 'add', at: '/settings', value: { [id]: value } }];
  return { name: `Set ${title}`, ops, merge: `/settings/${id}` };
}

export function consent(list: ArmyList, rule: string, given: boolean): Edit {
  const now = (list.consents ?? []).filter((other) => other !== rule);
  return {
    name: given ? 'Give consent' : 'Take back consent',
    ops: put(list, '/consents', given ? [...now, rule] : now),
  };
}

export const addGroup = (list: ArmyList, group: Group, title: string): Edit => ({
  name: `Add ${title}`,
  ops: [...arrayOps(list, '/groups'), { op: 'add', at: `/groups/${list.groups?.length ?? 0}`, value: group }],
  select: `/groups/${list.groups?.length ?? 0}`,
});

/** Adds a deck (perhaps empty) or changes it. Null removes the deck from the list. */
export function deck(list: ArmyList, id: string, cards: CardPick[] | null, name: string): Edit {
  if (cards === null)
    return { name, ops: list.decks && id in list.decks ? [{ op: 'remove', at: `/decks/${id}` }] : [] };
  if (!list.decks) return { name, ops: [{ op: 'add', at: '/decks', value: { [id]: cards } }] };
  return { name, ops: [{ op: id in list.decks ? 'replace' : 'add', at: `/decks/${id}`, value: cards }] };
}

/** Changes what differs in another state of a list or a sheet. What is selected stays so, unless it is gone. */
export function turn(list: object, next: object, selected: string | null, name: string): Edit {
  const ops = difference(list, next);
  let select = selected;
  for (const { op, at } of ops) {
    if (op === 'remove' && home(at) === at && select !== null) select = without(select, at);
  }
  return { name, ops, select };
}

export const modelCount = (squadron: Squadron): number | null =>
  Array.isArray(squadron.models)
    ? squadron.models.reduce((sum, part) => sum + part.count, 0)
    : (squadron.models ?? null);

/** Changes the number of models of a squadron. If the models differ, the last part grows or shrinks. */
export function resized(models: Squadron['models'], number: number): number | Part[] {
  if (!Array.isArray(models)) return number;
  const parts = models.map((part) => ({ ...part }));
  let more = number - parts.reduce((sum, part) => sum + part.count, 0);
  for (let index = parts.length - 1; index >= 0 && more !== 0; index--) {
    const part = parts[index]!;
    const count = Math.max(more < 0 && index > 0 ? 0 : 1, part.count + more);
    more -= count - part.count;
    part.count = count;
  }
  return parts.filter((part) => part.count > 0);
}

/** The arrays of the squadrons that are attached to none, in the order of `squadrons`. */
export const arrays = (list: ArmyList): { array: string; squadrons: readonly Squadron[] }[] => [
  { array: '/squadrons', squadrons: list.squadrons ?? [] },
  ...(list.groups ?? []).map(({ squadrons }, index) => ({
    array: `/groups/${index}/squadrons`,
    squadrons: squadrons ?? [],
  })),
];

/** Every squadron with its place, in the order of the list. Attached squadrons come after the one they are attached
 * to. */
export function* squadrons(list: ArmyList): Generator<{ at: string; squadron: Squadron; depth: number }> {
  function* walk(
    array: string,
    members: readonly Squadron[] | undefined,
    depth: number,
  ): Generator<{ at: string; squadron: Squadron; depth: number }> {
    for (const [index, squadron] of (members ?? []).entries()) {
      const at = `${array}/${index}`;
      yield { at, squadron, depth };
      yield* walk(`${at}/attached`, squadron.attached, depth + 1);
    }
  }
  for (const { array, squadrons } of arrays(list)) yield* walk(array, squadrons, 0);
}

/** An unused id for a squadron that others point at. */
export function freeId(list: ArmyList, title: string): string {
  const base = slug(title) || 'squadron';
  const taken = new Set([...squadrons(list)].map(({ squadron }) => squadron.id));
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return id;
}
