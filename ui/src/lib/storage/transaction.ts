// A transaction: all of its work is done, or none of it.

import type { IDBPDatabase, IDBPTransaction } from 'idb';

/** Why a part of the work was given up on purpose. Everything else that fails is a trouble. */
export class Reason extends Error {}

export type Reading = IDBPTransaction<unknown, string[], 'readonly'>;
export type Writing = IDBPTransaction<unknown, string[], 'readwrite'>;

/** Reads some stores. The work awaits nothing but the transaction. */
export const reading = <T>(
  db: IDBPDatabase,
  stores: readonly string[],
  work: (tx: Reading) => Promise<T>,
): Promise<T> => transact(db.transaction([...stores], 'readonly'), work);

/** Writes some stores. The work awaits nothing but the transaction. A `strict` transaction ends only when what it wrote
 * is on the disk. */
export const writing = <T>(
  db: IDBPDatabase,
  stores: readonly string[],
  work: (tx: Writing) => Promise<T>,
  durability: IDBTransactionDurability = 'default',
): Promise<T> => transact(db.transaction([...stores], 'readwrite', { durability }), work);

async function transact<T, M extends IDBTransactionMode>(
  tx: IDBPTransaction<unknown, string[], M>,
  work: (tx: IDBPTransaction<unknown, string[], M>) => Promise<T>,
): Promise<T> {
  // A transaction that fails rejects this as well as the work.
  tx.done.catch(() => undefined);
  try {
    const result = await work(tx);
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

/** A row and its key. */
export interface Row {
  key: IDBValidKey;
  row?: unknown;
  /** Why the browser cannot read it. */
  unreadable?: string;
}

/** All rows of a store. If the browser cannot read them at once, they are read one by one. */
export async function allRows(db: IDBPDatabase, store: string, query?: IDBKeyRange): Promise<Row[]> {
  const each = async (key: IDBValidKey): Promise<Row> => {
    try {
      return { key, row: await reading(db, [store], (tx) => tx.objectStore(store).get(key)) };
    } catch (told) {
      return { key, unreadable: `The browser cannot read it (${String(told)}).` };
    }
  };
  try {
    const [rows, keys] = await reading(db, [store], (tx) =>
      Promise.all([tx.objectStore(store).getAll(query), tx.objectStore(store).getAllKeys(query)]),
    );
    return keys.map((key, n) => ({ key, row: rows[n] as unknown }));
  } catch {
    const keys = await reading(db, [store], (tx) => tx.objectStore(store).getAllKeys(query));
    return Promise.all(keys.map(each));
  }
}
