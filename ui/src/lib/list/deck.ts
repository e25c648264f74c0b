// Cards of a deck, with what the game knows of them and what the list or the person states.

import type { CardDetail, CardPick, DeckCard, DeckInfo, FindingInfo, TraitInfo } from '../api/types';
import { plainName, traitWords } from '../words';

/** The key under which a list states a trait of a card: `type` for `card-type`. */
export const stated = (trait: TraitInfo): string => trait.id.replace(/^card-/, '');

export const nameOf = (pick: CardPick): string => (typeof pick === 'string' ? pick : pick.card);

const has = (card: DeckCard, trait: TraitInfo): boolean => card.traits.some(({ id }) => id === trait.id);

/** Whether the game knows what kinds of cards a deck has, so that players state none of their own. */
export const isPrinted = (deck: DeckInfo): boolean => deck.cards.some((card) => card.traits.length > 0);

/** The traits that cards of a deck may have: those of its known cards, or else those that no other deck's cards have. */
export function traitsFor(deck: DeckInfo, decks: readonly DeckInfo[]): TraitInfo[] {
  const used = (of: DeckInfo, trait: TraitInfo): boolean => of.cards.some((card) => has(card, trait));
  return deck.traits.filter((trait) =>
    isPrinted(deck) ? used(deck, trait) : !decks.some((other) => used(other, trait)),
  );
}

/** The trait that says which kind of card it is: the first that has values to choose from. */
export const kindFor = (deck: DeckInfo, decks: readonly DeckInfo[]): TraitInfo | null =>
  traitsFor(deck, decks).find((trait) => trait.values.length > 0) ?? null;

/** Whether nobody says what kind of card a pick is. */
export const lacks = (trait: TraitInfo, known: DeckCard | undefined, pick: CardPick): boolean =>
  !(known && has(known, trait)) && (typeof pick === 'string' || !pick[stated(trait)]);

/** A pick that states one more trait. */
export const stating = (pick: CardPick, trait: TraitInfo, value: string): CardDetail => ({
  ...(typeof pick === 'string' ? { card: pick } : pick),
  [stated(trait)]: value,
});

/** What is known of a card, in words. */
export function facts(deck: DeckInfo, known: DeckCard | undefined, pick: CardPick): string {
  const own = deck.traits.filter((trait) => !(known && has(known, trait)));
  const values = own.flatMap((trait) => {
    const value = typeof pick === 'object' ? pick[stated(trait)] : null;
    return typeof value === 'string' ? [trait.values.find(({ id }) => id === value)?.title ?? plainName(value)] : [];
  });
  const traits = [...values, ...traitWords(known?.traits ?? [])].join(', ');
  return [traits, known?.summary].filter(Boolean).join(' · ');
}

/** How many cards a deck lacks, as its problems say. */
export function missing(deck: DeckInfo, findings: readonly FindingInfo[]): number {
  const short = findings.filter(
    ({ at, min, measured }) => at.includes(`/decks/${deck.id}`) && min != null && measured != null && measured < min,
  );
  return Math.max(0, ...short.map(({ min, measured }) => Number(min) - Number(measured)));
}

/** Cards without names of their own, all of one kind: `Generic 1`, `Generic 2`. */
export function unnamed(cards: readonly CardPick[], trait: TraitInfo, value: string, number: number): CardDetail[] {
  const title = trait.values.find(({ id }) => id === value)?.title ?? value;
  const taken = new Set(cards.map(nameOf));
  const made: CardDetail[] = [];
  for (let n = 1; made.length < number; n++)
    if (!taken.has(`${title} ${n}`)) made.push(stating(`${title} ${n}`, trait, value));
  return made;
}

/** The place of the only card that a finding cannot be decided for; null if it is about something else. */
export const undecidedCard = ({ at, severity }: FindingInfo): string | null =>
  severity === 'undetermined' && at.length === 1 && /^\/decks\/[^/]+\/\d+$/.test(at[0]!) ? at[0]! : null;

/** Findings with only the first of those that cannot be decided for the same card: the same fact mends them all. */
export function oncePerCard(findings: readonly FindingInfo[]): FindingInfo[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const card = undecidedCard(finding);
    if (card === null) return true;
    const isFirst = !seen.has(card);
    seen.add(card);
    return isFirst;
  });
}
