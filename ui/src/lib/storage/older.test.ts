import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { type IDBPDatabase, openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const list = { muster: 1, ruleset: 'r', squadrons: [] };
const stored = { rev: 1, updated: 1, at: 1, steps: 1, file: null, place: null, filed: null };
const step = { name: 'one', ops: [], inverse: [], before: null, after: null, when: 0 };
const sheet = { ...stored, id: 'S', file: 's.yaml', sheet: { kind: 'cruise', ruleset: 'r' }, standing: null };
const units = { ruleset: 'r', name: 'mine', text: 'kind: catalogue', units: [] };
const game = { list, marks: { turn: 3 }, steps: [] };
const card = { ruleset: 'r', deck: 'd', key: 'ram', card: { card: 'Ram' } };
const collection = { game: 'r', collection: { muster: 1, kind: 'collection', ruleset: 'r', models: { Ika: 2 } } };
const choice = { judge: 'j', event: null, own: [] };

/** What the last version with several databases kept: for each store its key path, and its rows with keys beside them. */
type Made = { [store: string]: [path: string | string[] | null, rows: unknown[], keys?: string[]] };
const made: { [database: string]: Made } = {
  muster: {
    lists: ['id', [{ ...stored, id: 'L', list, selected: null, judged: null }]],
    steps: [['list', 'n'], [{ list: 'L', n: 0, step }]],
  },
  'muster-sheets': {
    sheets: ['id', [sheet, { id: 'nothing' }]],
    steps: [['list', 'n'], [{ list: 'S', n: 0, step: { ...step, name: 'of the sheet' } }]],
  },
  'muster-play': { games: [null, [game], ['L']] },
  'muster-cards': { cards: [['ruleset', 'deck', 'key'], [card]] },
  'muster-collections': { collections: ['game', [collection]] },
  'muster-own': { files: [['ruleset', 'name'], [units]] },
  'muster-submissions': {
    handed: ['name', [{ name: 'a.yml', outcomes: [], corrected: {}, hidden: [] }]],
    contents: ['name', [{ name: 'a.yml', text: 'a', packed: false }]],
    choice: [null, [choice], ['now']],
  },
};

/** Makes a database as the last version with several did. Returns its connection. */
async function make(database: string): Promise<IDBPDatabase> {
  const stores = Object.entries(made[database]!);
  const db: IDBPDatabase = await openDB(database, 1, {
    upgrade(db) {
      for (const [store, [keyPath]] of stores) db.createObjectStore(store, keyPath === null ? {} : { keyPath });
    },
  });
  for (const [store, [, rows, keys]] of stores)
    for (const [n, row] of rows.entries()) await db.put(store, row, keys?.[n]);
  return db;
}

/** The modules of a window that was just opened. */
async function loaded() {
  vi.resetModules();
  return {
    lists: (await import('../desk/store')).lists,
    sheets: (await import('../campaign/store')).sheets,
    play: await import('../play/store'),
    own: await import('../own/files.svelte'),
    cards: await import('../own/cards.svelte'),
    collections: await import('../own/collection.svelte'),
    submissions: await import('../submissions/store'),
    troubles: (await import('./trouble.svelte')).troubles,
  };
}
type Window = Awaited<ReturnType<typeof loaded>>;

/** Whether a window has everything, and nothing twice. */
async function expectAll(window: Window): Promise<void> {
  expect((await window.lists.all()).map(({ id }) => id)).toEqual(['L']);
  expect((await window.lists.load('L'))?.steps.map(({ name }) => name)).toEqual(['one']);
  expect(await window.sheets.all()).toEqual([sheet]);
  expect((await window.sheets.load('S'))?.steps.map(({ name }) => name)).toEqual(['of the sheet']);
  expect(window.troubles.damaged.map(({ store, key }) => [store, key])).toEqual([['sheets', 'nothing']]);
  expect(await window.play.load('L')).toEqual(game);
  await window.own.load();
  expect(window.own.own.files).toEqual([units]);
  expect(await window.cards.allCards()).toEqual([card]);
  await window.collections.load();
  expect(window.collections.owned.all).toEqual(new Map([['r', collection.collection]]));
  expect((await window.submissions.all()).map(({ name }) => name)).toEqual(['a.yml']);
  expect((await window.submissions.content('a.yml'))?.text).toBe('a');
  expect(await window.submissions.choice()).toEqual(choice);
  expect(window.troubles.now).toBeNull();
  expect(await databases()).toEqual(['muster']);
}

/** Makes all requests of a kind fail in the stores with a name. */
function failing(request: 'get' | 'getAll' | 'put', store: string, name: string): { mockRestore: () => void } {
  const real = Reflect.get(IDBObjectStore.prototype, request) as (...args: unknown[]) => IDBRequest;
  return vi.spyOn(IDBObjectStore.prototype, request).mockImplementation(function (
    this: IDBObjectStore,
    ...args: unknown[]
  ) {
    if (this.name === store) throw new DOMException('told by the test', name);
    return Reflect.apply(real, this, args);
  } as never);
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  for (const database of Object.keys(made)) (await make(database)).close();
});
afterEach(() => void vi.restoreAllMocks());

test('what was kept in several databases comes along, also what is damaged', async () => {
  await expectAll(await loaded());
  await expectAll(await loaded());
});

test('a new person gets one database', async () => {
  globalThis.indexedDB = new IDBFactory();
  const { lists } = await loaded();
  expect(await lists.all()).toEqual([]);
  expect(await databases()).toEqual(['muster']);
});

test('two windows that are opened at once bring everything once', async () => {
  const windows = [await loaded(), await loaded()];
  await Promise.all(windows.map(({ sheets }) => sheets.all()));
  for (const window of windows) await expectAll(window);
});

test('a copy that fails halfway leaves its database as it was, and is made again', async () => {
  const window = await loaded();
  // The second store of the sheets.
  const full = failing('put', 'sheet-steps', 'QuotaExceededError');
  await expect(window.lists.all()).rejects.toMatchObject({ kind: 'full' });
  expect((await databases()).sort()).toEqual(Object.keys(made).sort());
  const db = await openDB('muster');
  expect(await db.count('sheets')).toBe(0);
  db.close();
  full.mockRestore();
  window.troubles.retry();
  await expectAll(window);
});

test('a window that is gone after the copy leaves the next one to delete the database', async () => {
  const gone = vi.spyOn(IDBFactory.prototype, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  await expect((await loaded()).lists.all()).rejects.toMatchObject({ kind: 'closed' });
  gone.mockRestore();
  await expectAll(await loaded());
});

test('a row that the browser cannot read comes along as a damaged one', async () => {
  failing('get', 'files', 'UnknownError');
  failing('getAll', 'files', 'UnknownError');
  const { own, troubles } = await loaded();
  await own.load();
  expect(own.own.files).toEqual([]);
  expect(troubles.damaged).toMatchObject([{ store: 'own-units', key: ['r', 'mine'] }]);
  expect(troubles.damaged[0]?.text).toContain('The browser cannot read it');
});

test('an older window that does not let go is told', async () => {
  const older = await openDB('muster-own', 1);
  const window = await loaded();
  const reading = window.lists.all();
  await vi.waitUntil(() => window.troubles.now?.kind === 'blocked');
  older.close();
  await reading;
  await expectAll(window);
});

test('a window does not wait for a write to another kind of rows', async () => {
  const { lists, sheets, troubles } = await loaded();
  await lists.all();
  const other = await openDB('muster');
  const held = other.transaction(['lists', 'steps'], 'readwrite');
  let isOver = false;
  const hold = async (): Promise<void> => {
    while (!isOver) await held.objectStore('lists').count();
  };
  const holding = hold();
  expect(await sheets.all()).toEqual([sheet]);
  isOver = true;
  await Promise.all([holding, held.done]);
  other.close();
  expect(troubles.now).toBeNull();
});
