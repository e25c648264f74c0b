// Stores the games of lists in IndexedDB, beside the lists.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { all } from '../desk/store';
import type { Game } from './game';

interface Schema extends DBSchema {
  games: { key: string; value: Game };
}

/** A game and the id of its list. */
export interface KeptGame {
  id: string;
  game: Game;
}

let database: Promise<IDBPDatabase<Schema>> | null = null;

const open = (): Promise<IDBPDatabase<Schema>> =>
  (database ??= openDB<Schema>('muster-play', 1, { upgrade: (db) => void db.createObjectStore('games') }));

export const load = async (id: string): Promise<Game | undefined> => (await open()).get('games', id);

export async function save({ id, game }: KeptGame): Promise<void> {
  await (await open()).put('games', game, id);
}

/** The games of those lists that have one. */
export async function gamesOf(ids: readonly string[]): Promise<KeptGame[]> {
  const games = await Promise.all(ids.map(async (id) => ({ id, game: await load(id) })));
  return games.flatMap(({ id, game }) => (game ? [{ id, game }] : []));
}

/** Deletes the games of lists that do not exist any more. */
export async function forgetGone(): Promise<void> {
  const ids = new Set((await all()).map(({ id }) => id));
  const db = await open();
  const gone = (await db.getAllKeys('games')).filter((id) => !ids.has(id));
  await Promise.all(gone.map((id) => db.delete('games', id)));
}
