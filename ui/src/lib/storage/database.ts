// The one door to what this machine keeps: the IndexedDB database is opened, read and written here, so that each failure
// is met in one place (trouble.svelte.ts has the words).

import { type IDBPDatabase, openDB } from 'idb';
import { bringOlder } from './older';
import { DATABASE, type StoreName, STORES, VERSION } from './stores';
import { allRows, type Reading, reading, Reason, type Writing, writing } from './transaction';
import { type Damaged, Trouble, troubleOf, troubles } from './trouble.svelte';

/** After so many milliseconds without an answer, the person is told. */
const PATIENCE = 4000;

let opened: Promise<IDBPDatabase> | null = null;
/** A newer version of Muster wants to change the database. */
let outdated = false;

/** Reads in one transaction. Name only the stores that the work needs, because a write to them has to wait. The work may
 * be done twice, and awaits nothing but the transaction. */
export const read = <T>(stores: readonly StoreName[], work: (tx: Reading) => Promise<T>): Promise<T> =>
  run(stores, (db) => reading(db, stores, work));

/** Writes in one transaction: all of it or nothing. Name only the stores that the work needs, because other windows wait
 * for them. The work may be done twice, and awaits nothing but the transaction. */
export const write = <T>(stores: readonly StoreName[], work: (tx: Writing) => Promise<T>): Promise<T> =>
  run(stores, (db) => writing(db, stores, work));

/** The rows of one kind. */
export class Store<T> {
  /** `sound` gives a row as it may be used, and null for a damaged one. */
  constructor(
    readonly name: StoreName,
    readonly sound: (row: unknown) => T | null,
  ) {}

  /** The sound rows. Damaged ones are left out and noted. */
  async rows(query?: IDBKeyRange): Promise<T[]> {
    const sound: T[] = [];
    const damaged: Damaged[] = [];
    for (const { key, row, unreadable } of await run([this.name], (db) => allRows(db, this.name, query))) {
      const good = unreadable === undefined ? this.sound(row) : null;
      if (good !== null) sound.push(good);
      else damaged.push({ store: this.name, key, text: unreadable ?? JSON.stringify(row, null, 2) });
    }
    if (!query) troubles.noteDamaged(this.name, damaged);
    return sound;
  }

  /** A row; undefined if there is none, or if it is damaged. */
  async row(key: IDBValidKey): Promise<T | undefined> {
    const row: unknown = await read([this.name], (tx) => tx.objectStore(this.name).get(key));
    return row === undefined ? undefined : (this.sound(row) ?? undefined);
  }

  async put(row: T, key?: IDBValidKey): Promise<void> {
    await write([this.name], (tx) => tx.objectStore(this.name).put(row, key));
  }

  delete(key: IDBValidKey | IDBKeyRange): Promise<void> {
    return write([this.name], (tx) => tx.objectStore(this.name).delete(key));
  }
}

/** Deletes a damaged row for good. */
export async function deleteDamaged(row: Damaged): Promise<void> {
  await write([row.store], (tx) => tx.objectStore(row.store).delete(row.key));
  troubles.dropDamaged(row);
}

function open(): Promise<IDBPDatabase> {
  if (outdated) return Promise.reject(new Trouble('outdated'));
  opened ??= connect().catch((told: unknown) => {
    opened = null;
    throw troubleOf(told, true);
  });
  return opened;
}

async function connect(): Promise<IDBPDatabase> {
  // An older window does not let go.
  const blocked = (): void => troubles.note(DATABASE, new Trouble('blocked'));
  const db: IDBPDatabase = await openDB(DATABASE, VERSION, {
    upgrade(db) {
      for (const [store, path] of Object.entries(STORES))
        if (!db.objectStoreNames.contains(store))
          db.createObjectStore(store, path === null ? {} : { keyPath: path as string | string[] });
    },
    blocked,
    // A newer window, or one that deletes everything, wants the database. What is being written is finished first.
    blocking: (_, version, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
      if (version === null) return;
      outdated = true;
      troubles.note(DATABASE, new Trouble('outdated'));
    },
    // The person cleared the browser's data, or the browser closed the database. It is opened anew when it is needed.
    terminated: () => (opened = null),
  });
  try {
    await bringOlder(db, blocked);
  } catch (told) {
    db.close();
    throw told;
  }
  // What was in the way is gone.
  if (!outdated) troubles.note(DATABASE, null);
  return db;
}

/** Does some work with some stores. Notes how it went. */
async function run<T>(stores: readonly StoreName[], work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const slow = new Trouble('slow');
  const note = (trouble: Trouble | null): void => stores.forEach((store) => troubles.note(store, trouble));
  // What is known to be in the way is told already.
  const timer = setTimeout(() => troubles.now ?? note(slow), PATIENCE);
  try {
    const done = await open()
      .then(work)
      .catch((told: unknown) => {
        if (!isLost(told)) throw told;
        // The connection is gone, because the data were cleared. The second try is with a new one.
        opened = null;
        return open().then(work);
      });
    note(null);
    return done;
  } catch (told) {
    const trouble = told instanceof Reason ? null : troubleOf(told);
    note(trouble);
    throw trouble ?? told;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the connection to the database is gone. */
const isLost = (told: unknown): boolean =>
  told instanceof DOMException && (told.name === 'InvalidStateError' || told.name === 'AbortError');
