// Stores the games of lists, beside the lists.

import { lists } from '../desk/store';
import { Store, write } from '../storage/database';
import { isFields, isList } from '../storage/sound';
import type { Game } from './game';

/** A game and the id of its list. */
export interface KeptGame {
  id: string;
  game: Game;
}

const games = new Store<Game>('games', (row) =>
  isFields(row) && isList(row.list) && isFields(row.marks) && Array.isArray(row.steps)
    ? (row as unknown as Game)
    : null,
);

export const load = (id: string): Promise<Game | undefined> => games.row(id);

export const save = ({ id, game }: KeptGame): Promise<void> => games.put(game, id);

/** Deletes the games of lists that do not exist any more, not even in the bin or as damaged rows. */
export async function forgetGone(): Promise<void> {
  const ids = new Set(await lists.ids());
  await write(['games'], async (tx) => {
    const games = tx.objectStore('games');
    const gone = (await games.getAllKeys()).filter((id) => typeof id !== 'string' || !ids.has(id));
    await Promise.all(gone.map((id) => games.delete(id)));
  });
}
