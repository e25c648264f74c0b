// Earlier versions of Muster kept each kind of rows in a database of its own. What people have in these comes along.

import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { STORES, type StoreName } from './stores';
import { allRows, reading, writing } from './transaction';
import { Trouble } from './trouble.svelte';

/** The older databases, with the store that each of their stores is now. */
const OLDER: { readonly [database: string]: { readonly [store: string]: StoreName } } = {
  'muster-sheets': { sheets: 'sheets', steps: 'sheet-steps' },
  'muster-play': { games: 'games' },
  'muster-cards': { cards: 'cards' },
  'muster-collections': { collections: 'collections' },
  'muster-own': { files: 'own-units' },
  'muster-submissions': { handed: 'handed', contents: 'contents', choice: 'choice' },
};

/** The version of an older database that is being emptied. No window of an earlier version can open it. */
const TAKEN = 2;

/**
 * Copies the rows of the older databases and then deletes these. Nobody may use the database before this is done: then
 * a copy that a crash has interrupted can simply be made again, because nothing was changed after it. `blocked` is called
 * while an older window does not let go of its database.
 */
export async function bringOlder(db: IDBPDatabase, blocked: () => void): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  for (const [name, stores] of Object.entries(OLDER))
    if (names.includes(name)) {
      // It is kept open until its rows are copied, so that no other window deletes it meanwhile.
      const older = await openDB(name, TAKEN, { blocked });
      try {
        await copy(older, db, stores);
      } finally {
        older.close();
      }
      await deleteDB(name, { blocked });
    }
}

/** Copies the rows of a database in one transaction, and makes sure that all of them have arrived. */
async function copy(from: IDBPDatabase, to: IDBPDatabase, stores: { [store: string]: StoreName }): Promise<void> {
  const kinds = await Promise.all(
    Object.entries(stores)
      .filter(([store]) => from.objectStoreNames.contains(store))
      .map(async ([store, name]) => ({ name, rows: await allRows(from, store) })),
  );
  const names = kinds.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  if (names.length === 0) return;
  await writing(
    to,
    names,
    (tx) =>
      Promise.all(
        kinds.flatMap(({ name, rows }) =>
          rows.map(async ({ key, row, unreadable }) => {
            const store = tx.objectStore(name);
            // What is there already was copied before, or is newer.
            if ((await store.getKey(key)) !== undefined) return;
            const now = unreadable === undefined ? row : remains(name, key, unreadable);
            await store.put(now, STORES[name] === null ? key : undefined);
          }),
        ),
      ),
    'strict',
  );
  const found = await reading(to, names, (tx) =>
    Promise.all(kinds.flatMap(({ name, rows }) => rows.map(({ key }) => tx.objectStore(name).getKey(key)))),
  );
  if (found.includes(undefined)) throw new Trouble('failed', `${from.name} was not copied whole`);
}

/** A damaged row in place of one that the browser cannot read, so that the person is told about it. */
function remains(store: StoreName, key: IDBValidKey, unreadable: string): object {
  const path: string | readonly string[] | null = STORES[store];
  const fields = path === null ? [] : [path].flat();
  return { ...Object.fromEntries(fields.map((field, n) => [field, [key].flat()[n]])), unreadable };
}
