// The models that a person owns: a collection for each game, stored in IndexedDB in both shells.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CollectionFile, RulesetInfo } from '../api/types';

interface Kept {
  /** The id of the game. */
  game: string;
  /** Its models have their full names. */
  collection: CollectionFile;
}

interface Schema extends DBSchema {
  collections: { key: string; value: Kept };
}

/** The most models of one kind that a collection may have. */
export const MOST = 1_000_000;

let database: Promise<IDBPDatabase<Schema>> | null = null;

const open = (): Promise<IDBPDatabase<Schema>> =>
  (database ??= openDB<Schema>('muster-collections', 1, {
    upgrade: (db) => void db.createObjectStore('collections', { keyPath: 'game' }),
  }));

let all = $state.raw<ReadonlyMap<string, CollectionFile>>(new Map());
const channel = new BroadcastChannel('muster-collections');
const watchers = new Set<() => void>();

/** The id of the ruleset that knows the models. */
export const gameOf = ({ ruleset }: CollectionFile): string => (typeof ruleset === 'string' ? ruleset : ruleset.id);

export const owned = {
  get all(): ReadonlyMap<string, CollectionFile> {
    return all;
  },
  /** The collection of a game; null if the person stated none. */
  of: (game: string): CollectionFile | null => all.get(game) ?? null,
  /** How many the person owns of a model; null if nothing is stated. */
  count: (game: string, model: string): number | null => all.get(game)?.models?.[model] ?? null,
};

/** Loads the stored collections. */
export async function load(): Promise<void> {
  const kept = await (await open()).getAll('collections');
  all = new Map(kept.map(({ game, collection }) => [game, collection]));
}

/** States how many the person owns of some models. The others stay. */
export function state(game: RulesetInfo, models: { [name: string]: number }): Promise<void> {
  const before: CollectionFile = all.get(game.id) ?? {
    muster: 1,
    kind: 'collection',
    ruleset: { id: game.id, version: game.range },
    models: {},
  };
  const now = Object.entries({ ...before.models, ...models }).filter(([, number]) => number > 0);
  return put(game.id, now.length > 0 ? { ...before, models: Object.fromEntries(now) } : null);
}

/** Stores the collection of a game in place of the one before; null for none. Returns the one before. */
export async function replace(game: string, collection: CollectionFile | null): Promise<CollectionFile | null> {
  const before = owned.of(game);
  await put(game, collection);
  return before;
}

async function put(game: string, collection: CollectionFile | null): Promise<void> {
  const next = new Map(all);
  if (collection) next.set(game, collection);
  else next.delete(game);
  // What is stated next builds on this, so it does not wait for the storage.
  all = next;
  watchers.forEach((watcher) => watcher());
  const db = await open();
  if (collection) await db.put('collections', { game, collection });
  else await db.delete('collections', game);
  channel.postMessage('changed');
}

channel.addEventListener('message', () => void load().then(() => watchers.forEach((watcher) => watcher())));

/** Calls back after each change, also by another window. Calling the returned function stops this. */
export function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
