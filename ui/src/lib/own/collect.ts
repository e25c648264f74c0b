// What people do with their collections: take over a file, save one, own what a list needs.

import * as api from '../api/api';
import type { CollectionFile } from '../api/types';
import type { Desk } from '../desk/desk.svelte';
import { offerUndo, say } from '../dialogs.svelte';
import { pickOpen, saveNew, type TextFile } from '../shell';
import { counted } from '../words';
import { emptyOf, gameOf, owned, replace, state } from './collection.svelte';

const kinds = ({ models }: CollectionFile): string => {
  const { length } = Object.keys(models ?? {});
  return `${counted(length, 'kind', 'kinds')} of models`;
};

/** What a collection has: `7 kinds of models, 40 in all`. */
export const sizeOf = (collection: CollectionFile): string =>
  `${kinds(collection)}, ${Object.values(collection.models ?? {}).reduce((sum, one) => sum + one, 0)} in all`;

/** Takes over a collection in place of the one before, which a button brings back. */
export async function takeCollection(collection: CollectionFile): Promise<void> {
  const game = gameOf(collection);
  const before = await replace(game, collection);
  offerUndo(`You own ${kinds(collection)} now${before ? `, in place of ${kinds(before)}` : ''}`, () => {
    void replace(game, before);
  });
}

/** Takes over the collections in files that the person picks. Answers with the id of the last one's game. */
export async function pickCollections(): Promise<string | null> {
  try {
    return await bringCollections(await pickOpen());
  } catch (told) {
    say((told as Error).message);
    return null;
  }
}

/** What else is in the files is left alone. */
async function bringCollections(files: readonly TextFile[]): Promise<string | null> {
  let game: string | null = null;
  for (const { name, text } of files) {
    for (const { collection, faults } of await api.read(text, name)) {
      const [fault] = faults;
      if (collection) {
        await takeCollection(collection);
        game = gameOf(collection);
      } else if (fault) say(`${name}${fault.line ? `, line ${fault.line}` : ''}: ${fault.message}`);
      else say(`${name} is not a collection`);
    }
  }
  return game;
}

/** Forgets the collection of a game. A button brings it back. */
export async function forget(game: string): Promise<void> {
  const before = await replace(game, null);
  offerUndo('Your collection is forgotten', () => void replace(game, before));
}

/** Saves a collection as a file, as the command line reads it. */
export async function saveCollection(collection: CollectionFile): Promise<void> {
  try {
    const told = await saveNew(`collection-${gameOf(collection)}.yaml`, await api.writeCollection(collection));
    if (told) say(told);
  } catch (told) {
    say((told as Error).message);
  }
}

/** The person owns what the list needs: raises the numbers that are less. */
export async function ownWhatItNeeds(desk: Desk): Promise<void> {
  const { game } = desk;
  const before = owned.of(game.id);
  try {
    const judged = await api.judge(desk.list, desk.given, desk.sheet, before ?? emptyOf(game));
    const more = (judged.owned?.needs ?? []).filter(({ of, models }) => (owned.count(game.id, of) ?? 0) < models);
    if (more.length === 0) return say('You own all models of this list already');
    await state(game, Object.fromEntries(more.map(({ of, models }) => [of, models])));
    offerUndo('You own all models of this list now', () => void replace(game.id, before));
  } catch (told) {
    say((told as Error).message);
  }
}
