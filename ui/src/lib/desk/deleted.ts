// Deletes lists, and puts them back as they were.

import * as play from '../play/store';
import * as store from './store';

/** Deleted lists with the games that were played with them. */
export interface Deleted {
  lists: readonly store.Deleted[];
  games: readonly play.KeptGame[];
}

/** Deletes lists. Returns them as they were. */
export async function forget(ids: readonly string[]): Promise<Deleted> {
  const games = await play.gamesOf(ids);
  return { lists: await store.forget(ids), games };
}

/** Puts deleted lists back with their steps and their games, which may be forgotten by now. */
export async function restore({ lists, games }: Deleted): Promise<void> {
  await store.restore(lists);
  await Promise.all(games.map(play.save));
}
