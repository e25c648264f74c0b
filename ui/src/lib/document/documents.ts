// Stores documents with their steps, in both shells. Every edit writes the document and one small step in one
// transaction, so that a crash leaves either the state before it or the state after it. What IndexedDB does not have yet
// stands in a journal. Deleted documents stay in a bin for a while.

import { difference } from '../list/difference';
import type { Step } from '../list/history';
import type { Place } from '../shell';
import { read, Store, write } from '../storage/database';
import { Journal } from '../storage/journal';
import type { StoreName } from '../storage/stores';
import { Reason, type Writing } from '../storage/transaction';

/** What is stored of every document. */
export interface Stored {
  id: string;
  /** The number of writes. A window that has not seen the newest one may not overwrite it. */
  rev: number;
  /** The window that wrote it last. */
  by?: string;
  updated: number;
  /** How many steps are done, and how many there are. */
  at: number;
  steps: number;
  /** The name of the file that it came from or was saved to, and in the app the state of that file. */
  file: string | null;
  place: Place | null;
  /** The revision that is in the file. */
  filed: number | null;
  /** The judgement that is stored with it is about an earlier state. */
  unjudged?: boolean;
  /** Words by which the person finds it again. They are kept beside the document, not in it. */
  tags?: string[];
  /** When it was put into the bin. */
  deleted?: number;
}

/** A window wrote a newer revision. */
export class Stale extends Reason {}

/** The document is not there any more: it was deleted, or the browser's data were cleared. */
export class Gone extends Reason {
  override message = 'It is not kept here any more.';
}

/** A stored step. `list` is the id of the document, whatever it is. */
interface StepRow {
  list: string;
  n: number;
  step: Step;
}

/** How long the bin keeps documents, in milliseconds. */
export const BIN = 30 * 24 * 60 * 60 * 1000;

/** A document without its steps. */
const BARE = { at: 0, steps: 0 };

const stepsOf = (id: string, from = 0): IDBKeyRange => IDBKeyRange.bound([id, from], [id, Infinity]);

export class Documents<K extends Stored> {
  readonly #store: Store<K>;
  readonly #steps: Store<StepRow>;
  /** The stores of a write to a document. */
  readonly #both: readonly StoreName[];
  readonly #journal: Journal<K>;
  readonly #watchers = new Set<() => void>();
  /** The documents that are being closed in this window, until their last edits are stored. */
  readonly #closing = new Map<string, Promise<void>>();
  /** Called before the first document is stored. */
  onfirst: () => void = () => undefined;

  /** `sound` gives a row as it may be used, and null for a damaged one. The edits that are not stored yet are in
   * localStorage, under `unsaved`. */
  constructor(store: StoreName, steps: StoreName, unsaved: string, sound: (row: unknown) => K | null) {
    this.#store = new Store(store, sound);
    this.#steps = new Store(steps, (row) => row as StepRow);
    this.#both = [store, steps];
    this.#journal = new Journal(unsaved);
  }

  /** All documents, the one that was changed last first. */
  async all(): Promise<K[]> {
    return (await this.#rows()).filter((kept) => kept.deleted === undefined).sort((a, b) => b.updated - a.updated);
  }

  /** The documents in the bin, the one that was deleted last first. */
  async bin(): Promise<K[]> {
    const all = await this.#rows();
    return all.filter((kept) => kept.deleted !== undefined).sort((a, b) => b.deleted! - a.deleted!);
  }

  async #rows(): Promise<K[]> {
    await this.#recover();
    return this.#store.rows();
  }

  /** The ids of all rows, also of those in the bin and of damaged ones. */
  async ids(): Promise<string[]> {
    return (await read([this.#store.name], (tx) => tx.objectStore(this.#store.name).getAllKeys())).map(String);
  }

  /** A document with its steps; null if there is none with that id, or if it is in the bin. */
  async load(id: string): Promise<{ kept: K; steps: Step[] } | null> {
    await this.#closing.get(id);
    await this.#recover();
    const kept = await this.#store.row(id);
    if (!kept || kept.deleted !== undefined) return null;
    const rows = await this.#steps.rows(stepsOf(id)).catch(() => []);
    const steps = rows.slice(0, kept.steps).map((row) => row.step);
    const isWhole = steps.length === kept.steps && steps.every((step) => step && Array.isArray(step.ops));
    // Without all its steps, a document is still what it was; only nothing can be undone.
    return isWhole ? { kept, steps } : { kept: { ...kept, ...BARE }, steps: [] };
  }

  /** Writes a document whose newest revision is `kept.rev - 1`, or was written by the same window, with the steps from
   * `from` on. Older steps stay as they are. Returns the revision. */
  async save(kept: K, steps: readonly Step[], from: number): Promise<number> {
    const isFirst = kept.rev === 1 && (await this.#count()) === 0;
    const rev = await write(this.#both, async (tx) => {
      const now = (await tx.objectStore(this.#store.name).get(kept.id)) as K | undefined;
      if (now?.deleted !== undefined || (!now && kept.rev > 1)) throw new Gone();
      if ((now?.rev ?? 0) !== kept.rev - 1 && !(now && isBy(now, kept.by))) throw new Stale();
      const rev = (now?.rev ?? 0) + 1;
      await this.#put(tx, { ...kept, ...(now?.tags ? { tags: now.tags } : {}), rev }, steps, from);
      return rev;
    });
    if (isFirst) this.onfirst();
    this.#told();
    return rev;
  }

  #count(): Promise<number> {
    return read([this.#store.name], (tx) => tx.objectStore(this.#store.name).count());
  }

  async #put(tx: Writing, kept: K, steps: readonly Step[], from: number): Promise<void> {
    const rows = tx.objectStore(this.#steps.name);
    await Promise.all([
      tx.objectStore(this.#store.name).put(kept),
      rows.delete(stepsOf(kept.id, from)),
      ...steps.slice(from).map((step, n) => rows.put({ list: kept.id, n: from + n, step })),
    ]);
  }

  /** Notes that this window closes a document. `load` and `forget` wait until its last edits are stored. */
  closes(id: string, done: Promise<void>): void {
    const closing = done.catch(() => undefined);
    this.#closing.set(id, closing);
    void closing.then(() => this.#closing.get(id) === closing && this.#closing.delete(id));
  }

  // --- The journal: edits that are not stored yet ---

  /** Notes an edited state at once. `steps` are all steps, `from` is the first that is not stored. False if that was not
   * possible. */
  note(kept: K, steps: readonly Step[], from: number): boolean {
    const { id, by, rev } = kept;
    if (by === undefined) return false;
    return this.#journal.note({ id, by, when: Date.now(), base: rev - 1, kept, from, steps: steps.slice(from) });
  }

  /** Forgets what a window noted about a document. */
  dropNote(id: string, by: string): void {
    this.#journal.drop(id, by);
  }

  /** Stores what was noted and never stored, because a window was gone too soon. If the window is still there, its next
   * write follows this one. */
  async #recover(): Promise<void> {
    for (const { id, by, when, base, kept, from, steps } of this.#journal.all()) {
      const copy = newId();
      await write(this.#both, async (tx) => {
        const now = (await tx.objectStore(this.#store.name).get(id)) as K | undefined;
        // Who deletes a document means its last edits, too.
        if (now?.deleted !== undefined) return;
        const isWhole = from === 0;
        if (!now)
          return this.#put(tx, { ...kept, rev: 1, unjudged: true, ...(isWhole ? {} : BARE) }, isWhole ? steps : [], 0);
        const rows = (await tx.objectStore(this.#steps.name).getAll(stepsOf(id))) as StepRow[];
        const all = [...rows.slice(0, from).map((row) => row.step), ...steps];
        const next: K = { ...now, ...kept, by, unjudged: true, updated: when };
        if (isBy(now, by) ? when >= now.updated : now.rev === base)
          await this.#put(tx, { ...next, rev: now.rev + 1 }, all, from);
        // Another window has written meanwhile. Neither state takes the place of the other.
        else if (!isBy(now, by)) await this.#put(tx, { ...next, id: copy, rev: 1, ...BARE }, [], 0);
      });
      this.#journal.drop(id, by, when);
    }
  }

  // --- Beside the documents ---

  /** Changes what is stored beside documents, without a revision. Null leaves a document as it is. */
  async change(ids: readonly string[], change: (now: K) => K | null): Promise<void> {
    await write([this.#store.name], async (tx) => {
      const store = tx.objectStore(this.#store.name);
      await Promise.all(
        ids.map(async (id) => {
          const now = (await store.get(id)) as K | undefined;
          const next = now && change(now);
          if (next) await store.put(next);
        }),
      );
    });
    this.#told();
  }

  /** Stores a judgement with the revision that it is about. It writes nothing if another
   * revision is stored, because the judgement is not about that one. */
  async remember(id: string, rev: number, judgement: Partial<K>): Promise<void> {
    await this.change([id], (now) => {
      const next = { ...now, ...judgement, unjudged: false };
      return now.rev === rev && difference(now, next).length > 0 ? next : null;
    });
  }

  /** Puts documents into the bin. */
  async forget(ids: readonly string[]): Promise<void> {
    // What was edited last goes with them.
    await Promise.all(ids.flatMap((id) => this.#closing.get(id) ?? []));
    await this.#recover();
    const deleted = Date.now();
    await this.change(ids, (now) => ({ ...now, deleted }));
  }

  /** Takes documents out of the bin, as they were. */
  restore(ids: readonly string[]): Promise<void> {
    return this.change(ids, ({ deleted: _, ...now }) => now as K);
  }

  /** Deletes documents for good. */
  async erase(ids: readonly string[]): Promise<void> {
    this.#journal.forget(ids);
    await write(this.#both, async (tx) => {
      await Promise.all(
        ids.flatMap((id) => [
          tx.objectStore(this.#store.name).delete(id),
          tx.objectStore(this.#steps.name).delete(stepsOf(id)),
        ]),
      );
    });
    this.#told();
  }

  /** Deletes for good what has been in the bin for long enough. */
  async purge(): Promise<void> {
    const old = (await this.bin()).filter(({ deleted }) => deleted! < Date.now() - BIN);
    if (old.length > 0) await this.erase(old.map(({ id }) => id));
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

const isBy = (now: Stored, by: string | undefined): boolean => by !== undefined && now.by === by;

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('');
