// Cards that a person stated for a deck: they are kept for the next list, by game and deck, in IndexedDB.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CardDetail } from '../api/types';

interface OwnCard {
  ruleset: string;
  deck: string;
  /** Its name in small letters: a card that is stated again replaces the earlier one. */
  key: string;
  card: CardDetail;
}

interface Schema extends DBSchema {
  cards: { key: [string, string, string]; value: OwnCard };
}

let database: Promise<IDBPDatabase<Schema>> | null = null;

const open = (): Promise<IDBPDatabase<Schema>> =>
  (database ??= openDB<Schema>('muster-cards', 1, {
    upgrade: (db) => void db.createObjectStore('cards', { keyPath: ['ruleset', 'deck', 'key'] }),
  }));

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
    await (await open()).put('cards', { ruleset: this.#ruleset, deck: this.#deck, key: keyOf(card.card), card });
    await this.#load();
  }

  async forget(name: string): Promise<void> {
    await (await open()).delete('cards', [this.#ruleset, this.#deck, keyOf(name)]);
    await this.#load();
  }

  async #load(): Promise<void> {
    const [from, to] = [
      [this.#ruleset, this.#deck],
      [this.#ruleset, this.#deck, []],
    ];
    const rows = await (await open()).getAll('cards', IDBKeyRange.bound(from, to));
    this.all = rows.map(({ card }) => card);
  }
}
