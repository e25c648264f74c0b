// All stores of the one database of Muster. Each keeps the rows of one kind.

export const DATABASE = 'muster';

/** It grows by one whenever a store is added. The first version had the lists and their steps only. */
export const VERSION = 2;

/** The field, or the fields, by which the rows of a store are found; null if they are found by a key beside them. */
export const STORES = {
  lists: 'id',
  /** The steps of lists, by the id of the list. */
  steps: ['list', 'n'],
  sheets: 'id',
  /** The steps of sheets. Here, `list` is the id of the sheet. */
  'sheet-steps': ['list', 'n'],
  /** The games of lists, by the id of the list. */
  games: null,
  /** The cards that a person stated. */
  cards: ['ruleset', 'deck', 'key'],
  collections: 'game',
  /** The files of a person's own units. */
  'own-units': ['ruleset', 'name'],
  /** What was found in the files that players handed in. */
  handed: 'name',
  /** The contents of these files. */
  contents: 'name',
  /** The event of the submissions. */
  choice: null,
} as const;

export type StoreName = keyof typeof STORES;
