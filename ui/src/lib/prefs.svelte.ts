// The preferences that a person sets once for all lists.

import type { CardRules, Layout } from './api/types';
import type { Order } from './desk/register';
import type { Own } from './shell';

export type Theme = 'system' | 'light' | 'dark';
export type Paper = 'A4' | 'Letter';
interface Prefs extends Own {
  theme: Theme;
  paper: Paper;
  /** The pages that are printed. */
  layouts: readonly Layout[];
  /** How much of special rules stands on stat cards. */
  cardRules: CardRules;
  /** The game of the last new list. */
  game: string | null;
  /** The nation that was used last, by the game's id. */
  nations: { [game: string]: string };
  /** What the rows of a list are grouped by, by the game's id. */
  grouped: { [game: string]: string };
  /** Only units are offered of which the person owns enough models. */
  onlyOwned: boolean;
  /** The order of the stored lists. */
  order: Order;
}

const KEY = 'muster-prefs';

function load(): Prefs {
  const standard: Prefs = {
    theme: 'system',
    paper: 'A4',
    layouts: ['force-list'],
    cardRules: 'names',
    game: null,
    nations: {},
    grouped: {},
    onlyOwned: false,
    order: 'changed',
    rulesets: null,
    units: [],
  };
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) };
  } catch {
    return standard;
  }
}

export const prefs = $state<Prefs>(load());

/** Applies the preferences and stores them. */
export function settle(): void {
  if (prefs.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = prefs.theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // The browser stores nothing. The preference then holds until the window closes.
  }
}
