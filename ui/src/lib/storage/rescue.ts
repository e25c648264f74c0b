// Everything that is stored, as it is, whatever version wrote it: for a person who wants nothing to be lost, and for whom
// helps.

import { openDB } from 'idb';
import { saveNew } from '../shell';

/** Saves all rows of all databases as one text file. Returns the message about it, or null if the person cancels. */
export async function saveStored(): Promise<string | null> {
  const all: { [database: string]: { [store: string]: unknown[] } } = {};
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('muster')) continue;
    // Without a version, the database is opened as it is.
    const db = await openDB(name, undefined, {
      blocking: (_now, _next, event) => (event.target as IDBDatabase).close(),
    });
    const stores = (all[name] = {} as { [store: string]: unknown[] });
    for (const store of db.objectStoreNames) {
      const keys = await db.getAllKeys(store);
      const row = async (key: IDBValidKey): Promise<unknown> =>
        db.get(store, key).catch((told: unknown) => `not readable: ${String(told)}`);
      stores[store] = await Promise.all(keys.map(async (key) => ({ key, row: await row(key) })));
    }
    db.close();
  }
  return saveNew('muster-stored.json', JSON.stringify(all, null, 1));
}
