// Stores documents with their steps in IndexedDB, in both shells. Every edit writes the document and one small step in
// one transaction, so that a crash leaves either the state before it or the state after it.

import { type IDBPDatabase, openDB } from 'idb';
import type { Step } from '../list/history';

/** What is stored of every document. */
export interface Stored {
  id: string;
  /** The number of writes. A window that has not seen the newest one may not overwrite it. */
  rev: number;
  updated: number;
  /** How many steps are done, and how many there are. */
  at: number;
  steps: number;
}

/** A deleted document with all its steps. */
export interface Gone<K> {
  kept: K;
  steps: Step[];
}

/** A window wrote a newer revision. */
export class Stale extends Error {}

export class Documents<K extends Stored> {
  readonly #database: string;
  readonly #store: string;
  #opened: Promise<IDBPDatabase> | null = null;
  readonly #watchers = new Set<() => void>();

  constructor(database: string, store: string) {
    this.#database = database;
    this.#store = store;
  }

  #open(): Promise<IDBPDatabase> {
    const store = this.#store;
    return (this.#opened ??= openDB(this.#database, 1, {
      upgrade(db) {
        db.createObjectStore(store, { keyPath: 'id' });
        // `list` is the id of the document.
        db.createObjectStore('steps', { keyPath: ['list', 'n'] });
      },
    }));
  }

  /** All documents, the one that was changed last first. */
  async all(): Promise<K[]> {
    const all = (await (await this.#open()).getAll(this.#store)) as K[];
    return all.sort((a, b) => b.updated - a.updated);
  }

  async load(id: string): Promise<{ kept: K; steps: Step[] } | null> {
    const tx = (await this.#open()).transaction([this.#store, 'steps']);
    const [kept, steps] = (await Promise.all([
      tx.objectStore(this.#store).get(id),
      tx.objectStore('steps').getAll(IDBKeyRange.bound([id, 0], [id, Infinity])),
    ])) as [K | undefined, { step: Step }[]];
    return kept ? { kept, steps: steps.slice(0, kept.steps).map((row) => row.step) } : null;
  }

  /** Writes a document whose newest revision is `kept.rev - 1`, with the steps from `from` on. Older steps stay as they
   * are. `joined` adds what is stored beside the document by other ways. */
  async save(kept: K, steps: readonly Step[], from: number, joined?: (kept: K, now: K) => K): Promise<void> {
    const tx = (await this.#open()).transaction([this.#store, 'steps'], 'readwrite');
    const documents = tx.objectStore(this.#store);
    const now = (await documents.get(kept.id)) as K | undefined;
    if ((now?.rev ?? 0) !== kept.rev - 1) {
      tx.abort();
      await tx.done.catch(() => undefined);
      throw new Stale();
    }
    const rows = tx.objectStore('steps');
    const writes: Promise<unknown>[] = [
      documents.put(now && joined ? joined(kept, now) : kept),
      rows.delete(IDBKeyRange.bound([kept.id, from], [kept.id, Infinity])),
    ];
    for (let n = from; n < steps.length; n++) writes.push(rows.put({ list: kept.id, n, step: steps[n]! }));
    await Promise.all([...writes, tx.done]);
    this.#told();
  }

  /** Changes what is stored beside documents, without a revision. Null leaves a document as it is. */
  async change(ids: readonly string[], change: (now: K) => K | null): Promise<void> {
    const tx = (await this.#open()).transaction(this.#store, 'readwrite');
    await Promise.all(
      ids.map(async (id) => {
        const now = (await tx.store.get(id)) as K | undefined;
        const next = now && change(now);
        if (next) await tx.store.put(next);
      }),
    );
    await tx.done;
    this.#told();
  }

  /** Deletes documents. Returns them as they were. */
  async forget(ids: readonly string[]): Promise<Gone<K>[]> {
    const tx = (await this.#open()).transaction([this.#store, 'steps'], 'readwrite');
    const [documents, rows] = [tx.objectStore(this.#store), tx.objectStore('steps')];
    const deleted = await Promise.all(
      ids.map(async (id) => {
        const steps = IDBKeyRange.bound([id, 0], [id, Infinity]);
        const [kept, found] = (await Promise.all([documents.get(id), rows.getAll(steps)])) as [
          K | undefined,
          { step: Step }[],
        ];
        await Promise.all([documents.delete(id), rows.delete(steps)]);
        return kept ? [{ kept, steps: found.map((row) => row.step) }] : [];
      }),
    );
    await tx.done;
    this.#told();
    return deleted.flat();
  }

  /** Puts deleted documents back with their steps. */
  async restore(deleted: readonly Gone<K>[]): Promise<void> {
    const tx = (await this.#open()).transaction([this.#store, 'steps'], 'readwrite');
    await Promise.all([
      ...deleted.map(({ kept }) => tx.objectStore(this.#store).put(kept)),
      ...deleted.flatMap(({ kept, steps }) =>
        steps.map((step, n) => tx.objectStore('steps').put({ list: kept.id, n, step })),
      ),
      tx.done,
    ]);
    this.#told();
  }

  #told(): void {
    this.#watchers.forEach((watcher) => watcher());
  }

  /** Calls back after each change that this window makes. Calling the returned function stops this. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('');
