// What this machine keeps besides lists and sheets: own units, own cards, collections, events and preferences. It goes into
// the archive of everything, and comes back without replacing anything that is different here, unless the person says so.

import type { CollectionFile } from '../api/types';
import { difference } from '../list/difference';
import { allCards, type OwnCard, putCard } from '../own/cards.svelte';
import * as collections from '../own/collection.svelte';
import * as own from '../own/files.svelte';
import { type Portable, portable, prefs, settle, standard } from '../prefs.svelte';
import { isFields, isRuleset } from '../storage/sound';
import * as submissions from '../submissions/store';

export interface Rest {
  units: own.OwnKept[];
  cards: OwnCard[];
  collections: CollectionFile[];
  events: submissions.OwnEvent[];
  prefs: Partial<Portable>;
}

/** Something that is different here and in the archive. */
export interface Choice {
  title: string;
  /** Takes that of the archive in place of that here. */
  take: () => Promise<unknown> | void;
}

export const restHere = async (): Promise<Rest> => ({
  units: [...own.own.files],
  cards: await allCards(),
  collections: [...collections.owned.all.values()],
  events: (await submissions.choice()).own,
  prefs: portable(prefs),
});

const sound = <T>(value: unknown, is: (one: { [key: string]: unknown }) => boolean): T[] =>
  Array.isArray(value) ? (value.filter((one) => isFields(one) && is(one)) as T[]) : [];

const texts = (...values: unknown[]): boolean => values.every((value) => typeof value === 'string');

/** The rest that stands in an archive, as far as it is what it should be. */
export function restOf(read: unknown): Rest | null {
  if (!isFields(read)) return null;
  return {
    units: sound(read.units, ({ ruleset, name, text, units }) => texts(ruleset, name, text) && Array.isArray(units)),
    cards: sound(
      read.cards,
      ({ ruleset, deck, key, card }) => texts(ruleset, deck, key) && isFields(card) && texts(card.card),
    ),
    collections: sound(
      read.collections,
      ({ ruleset, models }) =>
        isRuleset(ruleset) &&
        (models == null || (isFields(models) && Object.values(models).every((one) => typeof one === 'number'))),
    ),
    events: sound(read.events, ({ event, title }) => texts(title) && isFields(event) && texts(event.name)),
    prefs: isFields(read.prefs) ? portable(read.prefs) : {},
  };
}

const isSame = (one: unknown, other: unknown): boolean => difference(one, other).length === 0;

/** Takes in what is not here. Returns how much that was, and what is different here. */
export async function takeRest(
  rest: Rest,
  gameName: (id: string) => string,
): Promise<{ fresh: number; choices: Choice[] }> {
  const choices: Choice[] = [];
  let fresh = 0;
  const bring = async (title: string, here: unknown, there: unknown, take: Choice['take']): Promise<void> => {
    if (here === undefined || here === null) {
      await take();
      fresh++;
    } else if (!isSame(here, there)) choices.push({ title, take });
  };
  for (const file of rest.units) {
    const title = `The units in “${file.name}” of ${gameName(file.ruleset)}`;
    await bring(title, own.own.of(file.ruleset, file.name)?.text, file.text, () => own.put(file));
  }
  const cards = await allCards();
  for (const one of rest.cards) {
    const here = cards.find((card) =>
      ['ruleset', 'deck', 'key'].every((key) => isSame(card[key as 'key'], one[key as 'key'])),
    );
    await bring(`The card “${one.card.card}” of ${gameName(one.ruleset)}`, here?.card, one.card, () => putCard(one));
  }
  for (const one of rest.collections) {
    const game = collections.gameOf(one);
    const title = `The models that you own of ${gameName(game)}`;
    await bring(title, collections.owned.of(game), one, () => collections.replace(game, one));
  }
  const events = (await submissions.choice()).own;
  for (const one of rest.events) {
    const here = events.find(({ event }) => event.name === one.event.name);
    await bring(`The event “${one.title}”`, here?.event, one.event, () => submissions.keepOwn(one));
  }
  const now = portable(prefs);
  const differing = Object.entries(rest.prefs).filter(([key, value]) => !isSame(now[key as keyof Portable], value));
  const put = (some: [string, unknown][]): void => {
    Object.assign(prefs, Object.fromEntries(some));
    settle();
  };
  // What the person never set is no choice of theirs.
  const isSet = ([key]: [string, unknown]): boolean =>
    !isSame(now[key as keyof Portable], portable(standard())[key as keyof Portable]);
  put(differing.filter((one) => !isSet(one)));
  const set = differing.filter(isSet);
  if (set.length > 0) choices.push({ title: 'Look, paper and other settings', take: () => put(set) });
  return { fresh, choices };
}
