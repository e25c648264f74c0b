// The models that a person owns: a collection for each game, stored in both shells.

import type { CollectionFile, RulesetInfo } from '../api/types';
import { Store } from '../storage/database';
import { isFields, isRuleset } from '../storage/sound';

interface Kept {
  /** The id of the game. */
  game: string;
  /** Its models have their full names. */
  collection: CollectionFile;
}

/** The most models of one kind that a collection may have. */
export const MOST = 1_000_000;

const collections = new Store<Kept>('collections', (row) =>
  isFields(row) &&
  isFields(row.collection) &&
  isRuleset(row.collection.ruleset) &&
  Object.values(row.collection.models ?? {}).every((number) => typeof number === 'number')
    ? (row as unknown as Kept)
    : null,
);

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

/** A collection without models. */
export const emptyOf = ({ id, range }: RulesetInfo): CollectionFile => ({
  muster: 1,
  kind: 'collection',
  ruleset: { id, version: range },
  models: {},
});

/** Loads the stored collections. */
export async function load(): Promise<void> {
  const kept = await collections.rows();
  all = new Map(kept.map(({ game, collection }) => [game, collection]));
}

/** States how many the person owns of some models. The others stay. */
export function state(game: RulesetInfo, models: { [name: string]: number }): Promise<void> {
  const before = all.get(game.id) ?? emptyOf(game);
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
  if (collection) await collections.put({ game, collection });
  else await collections.delete(game);
  channel.postMessage('changed');
}

channel.addEventListener('message', () => void load().then(() => watchers.forEach((watcher) => watcher())));

/** Calls back after each change, also by another window. Calling the returned function stops this. */
export function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
