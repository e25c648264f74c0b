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
  /** The address of a Muster on the web at which others open lists; null if the person stated none. */
  webAddress: string | null;
  /** The order of the stored lists. */
  order: Order;
  /** When everything was last saved as one file. */
  savedAll: number | null;
  /** When the person is reminded of it; null until the first list is kept. */
  remindAt: number | null;
}

/** What the person takes along to another machine. */
const PORTABLE = [
  'theme',
  'paper',
  'layouts',
  'cardRules',
  'game',
  'nations',
  'grouped',
  'onlyOwned',
  'webAddress',
  'order',
] as const satisfies readonly (keyof Prefs)[];
export type Portable = Pick<Prefs, (typeof PORTABLE)[number]>;

/** The portable ones among these, as far as they are of the right kind. */
export function portable(some: { [key: string]: unknown } | Prefs): Partial<Portable> {
  const kind = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'string' : typeof value);
  const values = some as { [key: string]: unknown };
  const usual: { [key: string]: unknown } = { ...standard() };
  return Object.fromEntries(
    PORTABLE.filter((key) => values[key] !== undefined && kind(values[key]) === kind(usual[key])).map((key) => [
      key,
      $state.snapshot(values[key]),
    ]),
  );
}

const KEY = 'muster-prefs';

export const standard = (): Prefs => ({
  theme: 'system',
  paper: 'A4',
  layouts: ['force-list'],
  cardRules: 'names',
  game: null,
  nations: {},
  grouped: {},
  onlyOwned: false,
  webAddress: null,
  order: 'changed',
  rulesets: null,
  units: [],
  savedAll: null,
  remindAt: null,
});

function load(): Prefs {
  try {
    return { ...standard(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) };
  } catch {
    return standard();
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
