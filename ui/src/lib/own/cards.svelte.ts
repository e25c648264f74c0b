// Cards that a person stated for a deck: they are kept for the next list, by game and deck.

import type { CardDetail } from '../api/types';
import { Store } from '../storage/database';
import { isFields } from '../storage/sound';

export interface OwnCard {
  ruleset: string;
  deck: string;
  /** Its name in small letters: a card that is stated again replaces the earlier one. */
  key: string;
  card: CardDetail;
}

const cards = new Store<OwnCard>('cards', (row) =>
  isFields(row) && isFields(row.card) && typeof row.card.card === 'string' ? (row as unknown as OwnCard) : null,
);

/** The kept cards of all decks. */
export const allCards = (): Promise<OwnCard[]> => cards.rows();
export const putCard = (card: OwnCard): Promise<void> => cards.put(card);

const keyOf = (name: string): string => name.trim().toLowerCase();

/** The kept cards of a deck, by name. */
export class OwnCards {
  all = $state.raw<readonly CardDetail[]>([]);
  #ruleset: string;
  #deck: string;

  constructor(ruleset: string, deck: string) {
    this.#ruleset = ruleset;
    this.#deck = deck;
    void this.#load();
  }

  /** Keeps a card. What it replaces belongs to one list alone and is not kept. */
  async keep({ replaces: _, ...card }: CardDetail): Promise<void> {
    await putCard({ ruleset: this.#ruleset, deck: this.#deck, key: keyOf(card.card), card });
    await this.#load();
  }

  async forget(name: string): Promise<void> {
    await cards.delete([this.#ruleset, this.#deck, keyOf(name)]);
    await this.#load();
  }

  async #load(): Promise<void> {
    const rows = await allCards().catch(() => []);
    this.all = rows
      .filter(({ ruleset, deck }) => ruleset === this.#ruleset && deck === this.#deck)
      .map(({ card }) => card);
  }
}
