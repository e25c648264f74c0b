// The one door to what this machine keeps: every IndexedDB database is opened, read and written here, so that each
// failure is met in one place (trouble.svelte.ts has the words).

import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type Damaged, Trouble, troubleOf, troubles } from './trouble.svelte';

/** After so many milliseconds without an answer, the person is told. */
const PATIENCE = 4000;

/** A store of a database. */
export interface Store {
  /** The field, or fields, by which rows are found; absent if they are found by a key beside them. */
  keyPath?: string | string[];
  /** The row as it may be used; null if it is damaged. Absent for rows that nothing is asked of. */
  sound?: (row: unknown) => unknown;
}

/** Why a part of the work was given up on purpose. Everything else that fails is a trouble. */
export class Reason extends Error {}

export type Reading = IDBPTransaction<unknown, string[], 'readonly'>;
export type Writing = IDBPTransaction<unknown, string[], 'readwrite'>;

const known = new Map<string, Database>();

export class Database {
  readonly name: string;
  readonly #stores: { readonly [name: string]: Store };
  readonly #version: number;
  #opened: Promise<IDBPDatabase> | null = null;
  /** A newer version of Muster wants to change the database. */
  #outdated = false;

  constructor(name: string, stores: { readonly [name: string]: Store }, version = 1) {
    this.name = name;
    this.#stores = stores;
    this.#version = version;
    known.set(name, this);
  }

  /** Reads in one transaction. The work may be done twice, and awaits nothing but the transaction. */
  read<T>(work: (tx: Reading) => Promise<T>): Promise<T> {
    return this.#run('readonly', (tx) => work(tx as Reading));
  }

  /** Writes in one transaction: all of it or nothing. The work may be done twice, and awaits nothing but the
   * transaction. */
  write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    return this.#run('readwrite', (tx) => work(tx as Writing));
  }

  /** The sound rows of a store. Damaged ones are left out and noted. */
  async rows<T>(store: string, query?: IDBKeyRange): Promise<T[]> {
    const { all, keys } = await this.#all(store, query);
    const sound: T[] = [];
    const damaged: Damaged[] = [];
    for (const [n, { row, unreadable }] of all.entries()) {
      const good = unreadable ? null : this.#sound(store, row);
      if (good !== null) sound.push(good as T);
      else
        damaged.push({ database: this.name, store, key: keys[n]!, text: unreadable ?? JSON.stringify(row, null, 2) });
    }
    if (!query) troubles.noteDamaged(this.name, store, damaged);
    return sound;
  }

  /** A row; undefined if there is none, or if it is damaged. */
  async row<T>(store: string, key: IDBValidKey): Promise<T | undefined> {
    const row: unknown = await this.read((tx) => tx.objectStore(store).get(key));
    return row === undefined ? undefined : ((this.#sound(store, row) as T | null) ?? undefined);
  }

  put(store: string, row: unknown, key?: IDBValidKey): Promise<unknown> {
    return this.write((tx) => tx.objectStore(store).put(row, key));
  }

  delete(store: string, key: IDBValidKey | IDBKeyRange): Promise<void> {
    return this.write((tx) => tx.objectStore(store).delete(key));
  }

  #sound(store: string, row: unknown): unknown {
    const { sound } = this.#stores[store]!;
    return sound ? sound(row) : row;
  }

  /** All rows with their keys. If the browser cannot read them at once, they are read one by one. */
  async #all(
    store: string,
    query?: IDBKeyRange,
  ): Promise<{ all: { row?: unknown; unreadable?: string }[]; keys: IDBValidKey[] }> {
    const keys = await this.read((tx) => tx.objectStore(store).getAllKeys(query));
    const each = async (key: IDBValidKey): Promise<{ row?: unknown; unreadable?: string }> => {
      try {
        return { row: await this.#once('readonly', (tx) => tx.objectStore(store).get(key)) };
      } catch (told) {
        return { unreadable: `The browser cannot read it (${String(told)}).` };
      }
    };
    try {
      const rows = await this.#once('readonly', (tx) =>
        Promise.all([tx.objectStore(store).getAll(query), tx.objectStore(store).getAllKeys(query)]),
      );
      return { all: rows[0].map((row: unknown) => ({ row })), keys: rows[1] };
    } catch {
      return { all: await Promise.all(keys.map(each)), keys };
    }
  }

  #open(): Promise<IDBPDatabase> {
    if (this.#outdated) return Promise.reject(new Trouble('outdated'));
    this.#opened ??= this.#connect().catch((told: unknown) => {
      this.#opened = null;
      throw troubleOf(told, true);
    });
    return this.#opened;
  }

  async #connect(): Promise<IDBPDatabase> {
    const stores = Object.entries(this.#stores);
    const db: IDBPDatabase = await openDB(this.name, this.#version, {
      upgrade(db) {
        for (const [store, { keyPath }] of stores)
          if (!db.objectStoreNames.contains(store))
            db.createObjectStore(store, keyPath === undefined ? {} : { keyPath });
      },
      // An older window does not let go of the database.
      blocked: () => troubles.note(this.name, new Trouble('blocked')),
      // A newer window, or one that deletes everything, wants the database. What is being written is finished first.
      blocking: (_, version, event) => {
        (event.target as IDBDatabase).close();
        this.#opened = null;
        if (version === null) return;
        this.#outdated = true;
        troubles.note(this.name, new Trouble('outdated'));
      },
      // The person cleared the browser's data, or the browser closed the database. It is opened anew when it is needed.
      terminated: () => (this.#opened = null),
    });
    if (stores.every(([store]) => db.objectStoreNames.contains(store))) return db;
    db.close();
    if (db.objectStoreNames.length > 0) throw new Trouble('failed', `${this.name} lacks parts of it`);
    // Something made the database without making anything in it.
    await deleteDB(this.name);
    return this.#connect();
  }

  async #run<T>(
    mode: IDBTransactionMode,
    work: (tx: IDBPTransaction<unknown, string[], never>) => Promise<T>,
  ): Promise<T> {
    const slow = new Trouble('slow');
    // What is known to be in the way is told already.
    const timer = setTimeout(() => troubles.now ?? troubles.note(this.name, slow), PATIENCE);
    try {
      const done = await this.#once(mode, work).catch((told: unknown) => {
        if (!isLost(told)) throw told;
        // The connection is gone, because the data were cleared. The second try is with a new one.
        this.#opened = null;
        return this.#once(mode, work);
      });
      troubles.note(this.name, null);
      return done;
    } catch (told) {
      if (told instanceof Reason) throw told;
      const trouble = troubleOf(told);
      troubles.note(this.name, trouble);
      throw trouble;
    } finally {
      clearTimeout(timer);
    }
  }

  async #once<T>(
    mode: IDBTransactionMode,
    work: (tx: IDBPTransaction<unknown, string[], never>) => Promise<T>,
  ): Promise<T> {
    const db = await this.#open();
    const tx = db.transaction(Object.keys(this.#stores), mode);
    // A transaction that fails rejects this as well as the work.
    tx.done.catch(() => undefined);
    try {
      const result = await work(tx as unknown as IDBPTransaction<unknown, string[], never>);
      await tx.done;
      return result;
    } catch (told) {
      try {
        tx.abort();
      } catch {
        // It is over already.
      }
      // The requests of a transaction for which there is no room only say that it was aborted.
      throw told instanceof Reason ? told : (tx.error ?? told);
    }
  }
}

/** Whether the connection to the database is gone. */
const isLost = (told: unknown): boolean =>
  told instanceof DOMException && (told.name === 'InvalidStateError' || told.name === 'AbortError');

/** Deletes a damaged row for good. */
export async function deleteDamaged(row: Damaged): Promise<void> {
  await known.get(row.database)?.delete(row.store, row.key);
  troubles.dropDamaged(row);
}
