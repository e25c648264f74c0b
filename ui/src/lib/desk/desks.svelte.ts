// Opens and creates lists, and gives the start screen its register of them.

import * as api from '../api/api';
import type { ArmyList, DocumentRead, Finding, RulesetInfo, SettingValue, Starter } from '../api/types';
import { storedSheet } from '../campaign/link';
import { takeSheet } from '../campaign/shelf';
import { difference } from '../list/difference';
import { takeCollection } from '../own/collect';
import { saveNew, type TextFile, toBase64 } from '../shell';
import { slug } from '../words';
import { type Archive, pack } from './archive';
import { sheets } from '../campaign/store';
import { prefs, settle } from '../prefs.svelte';
import { type Choice, restHere, takeRest } from './rest';
import { keptOf } from './changed';
import { Desk } from './desk.svelte';
import { rulesetOf, titleOf } from './register';
import * as store from './store';
import { kindsFor } from '../list/groups';

/** Opens a stored list; null if none has that id. */
export async function open(id: string): Promise<Desk | null> {
  const [found, games] = await Promise.all([store.load(id), api.games()]);
  if (!found) return null;
  if (!games.some((one) => one.id === rulesetOf(found.kept.list)))
    throw new Error(`This list is built under ${rulesetOf(found.kept.list)}, a ruleset that is not installed.`);
  return new Desk(games, found.kept, found.steps);
}

/** What is kept beside a list. */
type Beside = Partial<Pick<store.Kept, 'event' | 'submission' | 'finished' | 'judged' | 'starter'>>;

/** Stores a list that came from elsewhere and returns its id. */
export async function keep(list: ArmyList, file: TextFile | null, beside: Beside = {}): Promise<string> {
  const id = store.newId();
  const place = file?.path && file.stamp ? { path: file.path, stamp: file.stamp } : null;
  const kept: store.Kept = {
    id,
    list,
    rev: 1,
    updated: Date.now(),
    at: 0,
    steps: 0,
    selected: null,
    file: file?.name ?? null,
    place,
    filed: file ? 1 : null,
    judged: null,
    event: null,
    ...beside,
  };
  await store.save(kept, [], 0);
  return id;
}

export interface Start {
  name: string;
  game: RulesetInfo;
  nation: string | null;
  mfv: number;
  settings: { [id: string]: SettingValue };
  /** The event under which it is judged. */
  event: store.Kept['event'];
}

/** Starts a list. If the game has groups, the list begins with one of the first kind that the nation may use. */
export function create({ name, game, nation, mfv, settings, event }: Start): Promise<string> {
  const kind = kindsFor(game, nation)[0];
  const list: ArmyList = {
    muster: 1,
    ...(name ? { name } : {}),
    ruleset: { id: game.id, version: game.range },
    ...(nation ? { nation } : {}),
    mfv,
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(kind ? { groups: [{ kind: kind.id, squadrons: [] }] } : { squadrons: [] }),
  };
  return keep(list, null, { event });
}

export interface Opened {
  ids: string[];
  /** The ids of the sheets. */
  sheets: string[];
  /** How many of the lists and sheets were not stored before. */
  fresh: number;
  /** The faults of documents that are neither a list nor a sheet. */
  faults: { file: string; faults: Finding[] }[];
}

/** Takes in the lists, sheets and collections of files: every readable document becomes a stored one. What is stored already is opened
 * again: the list of a file that did not change since, and the same list from a file without a path. `finished` says
 * that nobody builds on them, `event` under which event lists are judged. Sheets come first, because lists are compared
 * with them. */
export async function take(
  files: readonly TextFile[],
  finished = false,
  event: store.Kept['event'] = null,
): Promise<Opened> {
  const opened: Opened = { ids: [], sheets: [], fresh: 0, faults: [] };
  const read: { file: TextFile; documents: DocumentRead[] }[] = [];
  for (const file of files) {
    const stored = await store.all();
    const known = file.path
      ? stored.find((kept) => kept.place?.path === file.path && kept.place?.stamp === file.stamp)
      : undefined;
    if (known) {
      opened.ids.push(known.id);
      continue;
    }
    const documents = await api.read(file.text, file.name);
    for (const { sheet, collection } of documents) {
      if (collection) await takeCollection(collection);
      if (!sheet) continue;
      // Only a file with nothing else in it is written again.
      const { id, fresh } = await takeSheet(sheet, documents.length === 1 ? file : { ...file, path: null });
      opened.sheets.push(id);
      if (fresh) opened.fresh++;
    }
    read.push({ file, documents });
  }
  for (const { file, documents } of read) {
    const stored = await store.all();
    for (const { list, sheet, collection, report } of documents) {
      if (sheet || collection) continue;
      if (!list) {
        opened.faults.push({ file: file.name, faults: report.findings });
        continue;
      }
      const same = file.path ? undefined : sameAs(list, stored.filter(store.isOwn), event);
      const origin = documents.length === 1 ? file : null;
      opened.ids.push(same?.id ?? (await keep(list, origin, { event, finished, judged: await judge(list, event) })));
      if (!same) opened.fresh++;
    }
  }
  return opened;
}

/** What came from an archive. */
export interface FromArchive extends Opened {
  /** How much else came that was not here. */
  more: number;
  /** What is different here. */
  choices: Choice[];
}

/** Takes in everything in an archive. What is here already is left, and different lists and sheets stand side by side.
 * What can be there only once is a choice of the person. */
export async function takeArchive(archive: Archive): Promise<FromArchive> {
  const games = await api.games();
  const rest = archive.rest
    ? await takeRest(archive.rest, (id) => games.find((one) => one.id === id)?.name ?? id)
    : { fresh: 0, choices: [] };
  const opened: FromArchive = { ids: [], sheets: [], fresh: 0, faults: [], more: rest.fresh, choices: rest.choices };
  // Sheets come first, because lists are compared with them.
  const files = [...archive.files].sort((a, b) => Number(isSheetFile(b.name)) - Number(isSheetFile(a.name)));
  for (const { name, text, tags, finished, event, deleted } of files) {
    const file = { name: name.split('/').at(-1)!, text, packed: false, path: null, stamp: null };
    if (deleted !== null) {
      opened.more += await takeDeleted(file, event, deleted);
      continue;
    }
    const came = await take([file], finished, event);
    for (const word of tags) await store.tag(came.ids, word, true);
    opened.ids.push(...came.ids);
    opened.sheets.push(...came.sheets);
    opened.fresh += came.fresh;
    opened.faults.push(...came.faults);
  }
  return opened;
}

const isSheetFile = (name: string): boolean => name.startsWith(SHEETS);

/** Puts what was in the bin into the bin, unless it is there, or here. Returns how much came. */
async function takeDeleted(file: TextFile, event: store.Kept['event'], deleted: number): Promise<number> {
  let fresh = 0;
  for (const { list, sheet } of await api.read(file.text, file.name)) {
    const here =
      list && sameAs(list, [...(await store.all()).filter(store.isOwn), ...(await store.lists.bin())], event);
    if (list && !here) {
      await store.lists.change([await keep(list, file, { event })], (now) => ({ ...now, deleted }));
      fresh++;
    }
    const isHere = (kept: { sheet: unknown }): boolean => difference(kept.sheet, sheet).length === 0;
    if (sheet && !(await sheets.bin()).some(isHere)) {
      const { id, fresh: isFresh } = await takeSheet(sheet, file);
      if (isFresh) await sheets.change([id], (now) => ({ ...now, deleted }));
      if (isFresh) fresh++;
    }
  }
  return fresh;
}

/** The folder for sheets in an archive. */
const SHEETS = 'sheets/';

const fileOf = async ({ list, tags, finished, event, deleted }: store.Kept): Promise<Archive['files'][number]> => ({
  name: `${slug(list.name ?? '') || 'list'}.yaml`,
  text: await api.write(list),
  tags: tags ?? [],
  finished: finished ?? false,
  event: event ?? null,
  deleted: deleted ?? null,
});

const today = (): string => new Date().toISOString().slice(0, 10);

/** Saves lists where the person chooses: one as a list file, several as one archive. Returns the message about it, or
 * null if the person cancels. */
export async function saveLists(lists: readonly store.Kept[]): Promise<string | null> {
  const files = await Promise.all(lists.map(fileOf));
  const [file, ...more] = files;
  if (!file) return null;
  if (more.length === 0) return saveNew(file.name, file.text);
  return saveNew(`muster-lists-${today()}.zip`, toBase64(pack({ files, rest: null })), true);
}

/** The time until the person is reminded to save everything, in milliseconds: at first, and after it was done. */
const DAY = 24 * 60 * 60 * 1000;
export const REMINDERS = { first: 7 * DAY, later: 14 * DAY, next: 30 * DAY };

/** Saves all lists and sheets, also those in the bin, own units and settings as one file where the person chooses. Returns
 * the message about it, or null if the person cancels. */
export async function saveEverything(): Promise<string | null> {
  const lists = await Promise.all(
    [...(await store.all()).filter(store.isOwn), ...(await store.lists.bin())].map(fileOf),
  );
  const kept = [...(await sheets.all()), ...(await sheets.bin())];
  const campaigns = await Promise.all(
    kept.map(async ({ sheet, file, deleted }) => ({
      name: SHEETS + file,
      text: await api.writeSheet(sheet),
      tags: [],
      finished: false,
      event: null,
      deleted: deleted ?? null,
    })),
  );
  const archive = pack({ files: [...lists, ...campaigns], rest: await restHere() });
  const told = await saveNew(`muster-everything-${today()}.zip`, toBase64(archive), true);
  if (told !== null) {
    Object.assign(prefs, { savedAll: Date.now(), remindAt: Date.now() + REMINDERS.next });
    settle();
  }
  return told;
}

/** The judgement of a list for the register; null if there is none. */
const judge = async (list: ArmyList, event: store.Kept['event'] = null): Promise<store.Judged | null> =>
  api.judge(list, event?.given ?? null, await storedSheet(list)).then(keptOf, () => null);

/** The stored list that is the same, is judged under the same event and corrects nothing. */
const sameAs = (
  list: ArmyList,
  stored: readonly store.Kept[],
  event: store.Kept['event'] = null,
): store.Kept | undefined =>
  stored.find(
    (kept) =>
      !kept.submission &&
      difference(kept.event ?? null, event ?? null).length === 0 &&
      difference(kept.list, list).length === 0,
  );

/** Stores a list unless it is stored already. Returns its id. */
export const keepOnce = async (list: ArmyList): Promise<string> =>
  sameAs(list, (await store.all()).filter(store.isOwn))?.id ?? (await keep(list, null, { judged: await judge(list) }));

/** Opens a starter fleet and returns its id. */
export async function openStarter({ text, file }: Starter): Promise<string> {
  const [document] = await api.read(text, file);
  if (!document?.list) throw new Error(`${file} holds no list.`);
  const { list } = document;
  const same = sameAs(list, await store.all());
  return same?.id ?? (await keep(list, null, { starter: true, judged: await judge(list) }));
}

/** Stores a copy of each list as it is now, with its tags but without its steps and its file. */
export async function duplicate(lists: readonly store.Kept[]): Promise<void> {
  for (const kept of lists) {
    const copy: store.Kept = {
      ...kept,
      id: store.newId(),
      list: { ...kept.list, name: `${titleOf(kept.list)} (copy)` },
      rev: 1,
      updated: Date.now(),
      at: 0,
      steps: 0,
      selected: null,
      file: null,
      place: null,
      filed: null,
      submission: null,
      starter: false,
    };
    await store.save(copy, [], 0);
  }
}

export const all = store.all;
export const tag = store.tag;
export const watch = store.watch;
