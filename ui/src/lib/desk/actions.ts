// The actions on squadrons, groups and units. Keys, menus and buttons use the same ones.

import type { Component } from 'svelte';
import type { Group, Squadron, UnitInfo } from '../api/types';
import { dialogs, say } from '../dialogs.svelte';
import { bounds } from '../list/bounds';
import { duplicate, duplicateGroup, fields, modelCount, nudge, paste, remove, resized } from '../list/edits';
import { at as resolve, last, parent } from '../list/pointer';
import { byId, everyOption, resize } from '../list/picks';
import { attach } from './attaching.svelte';
import type { Desk } from './desk.svelte';

export interface Action {
  title: string;
  keys?: string;
  Icon?: Component<{ size?: number }>;
  run: (() => void) | null;
}

/** The squadron that was cut or copied. Other programs get it as text through the clipboard. */
let clip: Squadron | null = null;

/** What a squadron was at other numbers of models, as long as nothing else of it changes: minus and then plus gives back
 * what models of another make and their options were. */
const trails = new WeakMap<Squadron, Map<number, { models: unknown; options: unknown }>>();

const squadronAt = (desk: Desk, at: string): Squadron | null =>
  (resolve(desk.list, at) as Squadron | undefined) ?? null;

/** The text of a copied squadron. It can also be pasted into a list file, because YAML includes JSON. */
export const asText = (squadron: Squadron): string => JSON.stringify(squadron);

export function fromText(text: string): Squadron | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && 'unit' in read && typeof read.unit === 'string'
      ? (read as Squadron)
      : null;
  } catch {
    return null;
  }
}

/** A group's name, with its number if another group has the same name. */
export const titleOfGroup = (desk: Desk, group: Group): string =>
  desk.groupTitles[desk.list.groups?.indexOf(group) ?? -1] ?? group.name ?? group.kind;

export const actions = {
  add(desk: Desk, unit: UnitInfo): void {
    desk.add(unit);
    say(`Added ${unit.name}`, false);
  },

  /** Opens the form for an own unit, which is then added. */
  invent(desk: Desk, name: string): void {
    const onkept = async (id: string): Promise<void> => {
      await desk.renew();
      const unit = desk.known.get(id);
      if (unit) actions.add(desk, unit);
    };
    dialogs.open({
      kind: 'own-unit',
      game: desk.game,
      nation: desk.nationId(desk.nation),
      unit: null,
      name,
      onkept: (id) => void onkept(id),
    });
  },

  models(desk: Desk, at: string, number: number): void {
    const squadron = squadronAt(desk, at);
    if (!squadron) return;
    const stated = modelCount(squadron);
    number = Math.min(bounds.models.max, Math.max(bounds.models.min, number));
    if (number === stated) return;
    const before = stated ?? desk.line(at, squadron)?.models ?? number;
    const words = desk.line(at, squadron)?.['option-words'] ?? {};
    const trail = new Map(trails.get(squadron));
    const { models, options } = squadron;
    trail.set(before, { models, options });
    const values = trail.get(number) ?? {
      models: resized(models, number),
      options: resize(byId(options, words), everyOption(desk.unitOf(squadron)), before, number),
    };
    desk.do(fields(desk.list, at, values, `${number} × ${desk.titleOf(squadron)}`, `${at}/models`));
    const now = squadronAt(desk, at);
    if (now) trails.set(now, trail);
  },

  step(desk: Desk, by: 1 | -1): void {
    const at = desk.selected;
    const squadron = at ? squadronAt(desk, at) : null;
    if (!at || !squadron?.unit) return;
    actions.models(desk, at, (modelCount(squadron) ?? desk.line(at, squadron)?.models ?? 1) + by);
  },

  remove(desk: Desk, at: string): void {
    const squadron = squadronAt(desk, at);
    if (!squadron) return;
    const title = squadron.unit ? desk.titleOf(squadron) : titleOfGroup(desk, squadron as unknown as Group);
    desk.do(remove(desk.list, at, title));
    say(`Removed ${title}`, false);
  },

  duplicate(desk: Desk, at: string): void {
    const squadron = squadronAt(desk, at);
    if (squadron?.unit) desk.do(duplicate(desk.list, at, desk.titleOf(squadron)));
  },

  move(desk: Desk, at: string, by: 1 | -1): void {
    const squadron = squadronAt(desk, at);
    if (squadron?.unit) desk.do(nudge(desk.list, at, by, desk.titleOf(squadron)));
  },

  /** The text for the clipboard; null if nothing is selected. */
  copy(desk: Desk, at: string | null): string | null {
    const squadron = at ? squadronAt(desk, at) : null;
    if (!squadron?.unit) return null;
    clip = squadron;
    say(`Copied ${desk.titleOf(squadron)}`);
    return asText(squadron);
  },

  cut(desk: Desk, at: string | null): string | null {
    const text = actions.copy(desk, at);
    if (text !== null && at) desk.do(remove(desk.list, at, desk.titleOf(clip!), 'Cut'));
    return text;
  },

  paste(desk: Desk, array: string, index: number, text: string | null): void {
    const squadron = (text === null ? null : fromText(text)) ?? (text === null ? clip : null);
    if (!squadron) return;
    desk.do(paste(desk.list, array, index, squadron, desk.titleOf(squadron)));
  },

  pasteBehind(desk: Desk, text: string | null): void {
    const at = desk.selected;
    if (at && squadronAt(desk, at)?.unit) actions.paste(desk, parent(at), Number(last(at)) + 1, text);
    else if (at?.startsWith('/groups/')) actions.paste(desk, `${at}/squadrons`, Infinity, text);
    else
      actions.paste(
        desk,
        desk.list.groups?.length ? `/groups/${desk.list.groups.length - 1}/squadrons` : '/squadrons',
        Infinity,
        text,
      );
  },

  of(desk: Desk, at: string): Action[] {
    const word = desk.game.words.squadron.one;
    const choose = (): void => {
      desk.selection.choosing = true;
      desk.selection.toggle(at);
    };
    return [
      { title: 'Select several', keys: 'Shift ↓', run: desk.selection.choosing ? null : choose },
      { title: 'Duplicate', keys: 'Ctrl D', run: () => actions.duplicate(desk, at) },
      { title: 'Copy', keys: 'Ctrl C', run: () => void actions.copy(desk, at) },
      { title: 'Cut', keys: 'Ctrl X', run: () => void actions.cut(desk, at) },
      {
        title: `Paste behind`,
        keys: 'Ctrl V',
        run: clip ? () => actions.paste(desk, parent(at), Number(last(at)) + 1, null) : null,
      },
      { title: `Paste as attached`, run: clip ? () => actions.paste(desk, `${at}/attached`, Infinity, null) : null },
      { title: '-', run: null },
      { title: 'Move up', keys: 'Alt ↑', run: () => actions.move(desk, at, -1) },
      { title: 'Move down', keys: 'Alt ↓', run: () => actions.move(desk, at, 1) },
      ...(/\/attached\/\d+$/.test(at)
        ? [{ title: `Make it a ${word} of its own`, run: () => actions.free(desk, at) }]
        : []),
      { title: '-', run: null },
      { title: 'Remove', keys: 'Delete', run: () => actions.remove(desk, at) },
    ];
  },

  ofGroup(desk: Desk, at: string): Action[] {
    const group = resolve(desk.list, at) as Group | undefined;
    const title = group ? titleOfGroup(desk, group) : '';
    const run = (edit: Parameters<Desk['do']>[0]) => () => desk.do(edit);
    return [
      { title: 'Duplicate', run: run(duplicateGroup(desk.list, at, title)) },
      {
        title: 'Paste into it',
        run: clip ? () => actions.paste(desk, `${at}/squadrons`, Infinity, null) : null,
      },
      { title: '-', run: null },
      { title: 'Move up', run: run(nudge(desk.list, at, -1, title)) },
      { title: 'Move down', run: run(nudge(desk.list, at, 1, title)) },
      { title: '-', run: null },
      { title: 'Remove', keys: 'Delete', run: () => actions.remove(desk, at) },
    ];
  },

  ofUnit(desk: Desk, unit: UnitInfo): Action[] {
    const host = desk.selected === null ? null : squadronAt(desk, desk.selected);
    return [
      { title: 'Add', keys: 'Enter', run: () => actions.add(desk, unit) },
      ...(desk.selected !== null && host?.unit && !desk.isChoice(host)
        ? [{ title: `Attach to ${desk.titleOf(host)}`, run: () => void attach(desk, desk.selected!, { unit }) }]
        : []),
      { title: 'Show its card', run: () => desk.selection.look(unit) },
    ];
  },

  /** Detaches a squadron and puts it after the one it was attached to. */
  free(desk: Desk, at: string): void {
    const squadron = squadronAt(desk, at);
    const host = parent(parent(at));
    if (!squadron) return;
    const place = `${parent(host)}/${Number(last(host)) + 1}`;
    desk.do({
      name: `Detach ${desk.titleOf(squadron)}`,
      ops: [
        { op: 'remove', at },
        { op: 'add', at: place, value: squadron },
      ],
      select: place,
    });
  },
};
