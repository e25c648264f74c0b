// Stores lists in IndexedDB, in both shells. Every edit writes the list and one small step in one transaction, so that
// a crash leaves either the state before it or the state after it.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ArmyList, GivenEvent, Standing, Verdict } from '../api/types';
import type { Step } from '../list/history';
import type { Place } from '../shell';

/** The last judgement, so that a later start can tell what newer data changed. */
export interface Judged {
  version: string;
  digest: string;
  verdict: Verdict;
  /** How the list stood while it was being built. */
  standing?: Standing;
  /** The terms that the list sets for itself, as text. */
  terms?: string | null;
  points: number | null;
  /** The points in words, such as `at least 985`. */
  figure?: string;
  /** The printed name of the list's nation. */
  nation?: string | null;
  lines: { name: string; points: number | null; figure?: string }[];
}

export interface Kept {
  id: string;
  list: ArmyList;
  /** The number of writes. A window that has not seen the newest one may not overwrite it. */
  rev: number;
  updated: number;
  /** How many steps are done, and how many there are. */
  at: number;
  steps: number;
  selected: string | null;
  /** The file that the list came from or was saved to, and the state of that file. */
  file: string | null;
  place: Place | null;
  /** The revision that is in the file. */
  filed: number | null;
  judged: Judged | null;
  /** The event under which it is judged. */
  event?: { given: GivenEvent; title: string } | null;
  /** The person said that the list is finished. Then what it lacks is an error. */
  finished?: boolean;
  /** The row of the submission that it corrects. */
  submission?: string | null;
  /** Words by which the person finds it again. They are kept beside the list, not in it. */
  tags?: string[];
}

/** A deleted list with all its steps. */
export interface Deleted {
  kept: Kept;
  steps: Step[];
}

interface Schema extends DBSchema {
  lists: { key: string; value: Kept };
  steps: { key: [string, number]; value: { list: string; n: number; step: Step } };
}

export class Stale extends Error {}

let database: Promise<IDBPDatabase<Schema>> | null = null;

const open = (): Promise<IDBPDatabase<Schema>> =>
  (database ??= openDB<Schema>('muster', 1, {
    upgrade(db) {
      db.createObjectStore('lists', { keyPath: 'id' });
      db.createObjectStore('steps', { keyPath: ['list', 'n'] });
    },
  }));

export const all = async (): Promise<Kept[]> =>
  (await (await open()).getAll('lists')).sort((a, b) => b.updated - a.updated);

export async function load(id: string): Promise<{ kept: Kept; steps: Step[] } | null> {
  const tx = (await open()).transaction(['lists', 'steps']);
  const [kept, steps] = await Promise.all([
    tx.objectStore('lists').get(id),
    tx.objectStore('steps').getAll(IDBKeyRange.bound([id, 0], [id, Infinity])),
  ]);
  return kept ? { kept, steps: steps.slice(0, kept.steps).map((row) => row.step) } : null;
}

/** Writes a list whose newest revision is `kept.rev - 1`, with the steps from `from` on. Older steps and tags stay as
 * they are. */
export async function save(kept: Kept, steps: readonly Step[], from: number): Promise<void> {
  const tx = (await open()).transaction(['lists', 'steps'], 'readwrite');
  const lists = tx.objectStore('lists');
  const now = await lists.get(kept.id);
  if ((now?.rev ?? 0) !== kept.rev - 1) {
    tx.abort();
    await tx.done.catch(() => undefined);
    throw new Stale();
  }
  const rows = tx.objectStore('steps');
  const writes: Promise<unknown>[] = [
    lists.put(now?.tags ? { ...kept, tags: now.tags } : kept),
    rows.delete(IDBKeyRange.bound([kept.id, from], [kept.id, Infinity])),
  ];
  for (let n = from; n < steps.length; n++) writes.push(rows.put({ list: kept.id, n, step: steps[n]! }));
  await Promise.all([...writes, tx.done]);
  told();
}

/** Stores a judgement with the revision that it is about. If the stored revision is another one, nothing is written,
 * because the judgement would be wrong for it. */
export async function remember(id: string, rev: number, judged: Judged): Promise<void> {
  const tx = (await open()).transaction('lists', 'readwrite');
  const now = await tx.store.get(id);
  if (now?.rev === rev) await tx.store.put({ ...now, judged });
  await tx.done;
  told();
}

/** Deletes lists. Returns them as they were. */
export async function forget(ids: readonly string[]): Promise<Deleted[]> {
  const tx = (await open()).transaction(['lists', 'steps'], 'readwrite');
  const deleted = await Promise.all(
    ids.map(async (id) => {
      const steps = IDBKeyRange.bound([id, 0], [id, Infinity]);
      const [kept, rows] = await Promise.all([tx.objectStore('lists').get(id), tx.objectStore('steps').getAll(steps)]);
      await Promise.all([tx.objectStore('lists').delete(id), tx.objectStore('steps').delete(steps)]);
      return kept ? [{ kept, steps: rows.map((row) => row.step) }] : [];
    }),
  );
  await tx.done;
  told();
  return deleted.flat();
}

/** Puts deleted lists back with their steps. */
export async function restore(deleted: readonly Deleted[]): Promise<void> {
  const tx = (await open()).transaction(['lists', 'steps'], 'readwrite');
  await Promise.all([
    ...deleted.map(({ kept }) => tx.objectStore('lists').put(kept)),
    ...deleted.flatMap(({ kept, steps }) =>
      steps.map((step, n) => tx.objectStore('steps').put({ list: kept.id, n, step })),
    ),
    tx.done,
  ]);
  told();
}

/** Gives lists a tag, or takes it from them. */
export async function tag(ids: readonly string[], word: string, on: boolean): Promise<void> {
  const tx = (await open()).transaction('lists', 'readwrite');
  await Promise.all(
    ids.map(async (id) => {
      const kept = await tx.store.get(id);
      if (!kept) return;
      const others = (kept.tags ?? []).filter((other) => other !== word);
      await tx.store.put({ ...kept, tags: on ? [...others, word].sort((a, b) => a.localeCompare(b)) : others });
    }),
  );
  await tx.done;
  told();
}

const watchers = new Set<() => void>();
const told = (): void => watchers.forEach((watcher) => watcher());

/** Calls back after each change that this window makes to stored lists. Calling the returned function stops this. */
export function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('');
