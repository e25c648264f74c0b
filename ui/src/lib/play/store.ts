// Stores the games of lists, beside the lists.

import { lists } from '../desk/store';
import { Database } from '../storage/database';
import { isFields, isList } from '../storage/sound';
import type { Game } from './game';

/** A game and the id of its list. */
export interface KeptGame {
  id: string;
  game: Game;
}

const database = new Database('muster-play', {
  games: {
    sound: (row) => (isFields(row) && isList(row.list) && isFields(row.marks) && Array.isArray(row.steps) ? row : null),
  },
});

export const load = (id: string): Promise<Game | undefined> => database.row('games', id);

export async function save({ id, game }: KeptGame): Promise<void> {
  await database.put('games', game, id);
}

/** Deletes the games of lists that do not exist any more, not even in the bin or as damaged rows. */
export async function forgetGone(): Promise<void> {
  const ids = new Set(await lists.ids());
  await database.write(async (tx) => {
    const games = tx.objectStore('games');
    const gone = (await games.getAllKeys()).filter((id) => typeof id !== 'string' || !ids.has(id));
    await Promise.all(gone.map((id) => games.delete(id)));
  });
}
