// The terms that a list sets for itself, in the names of its game.

import type { Report, RulesetInfo, SettingValue } from './api/types';

/** A list that sets nothing for itself. */
export const NO_TERMS: Report['terms'] = {
  waived: [],
  settings: {},
  level: null,
  pinned: null,
  'not-published': false,
  'own-rules': null,
  'full-list': null,
  'other-game': [],
  'own-units': [],
  'own-cards': [],
  open: [],
  overlays: [],
  words: null,
};

/** A text for each kind of terms: `Waived rule: …`, `Level: Captain`. */
export function termsOf(game: RulesetInfo, { consents, terms }: Pick<Report, 'consents' | 'terms'>): string[] {
  const waived = consents.map((id) => game.waivable.find(({ rule }) => rule === id)?.title ?? id);
  const settings = Object.entries(terms.settings).map(([id, value]) => {
    const setting = game.settings.find((one) => one.id === id);
    const word = (one: SettingValue): string =>
      typeof one === 'boolean'
        ? one
          ? 'yes'
          : 'no'
        : (setting?.values.find((known) => known.id === String(one))?.title ?? String(one));
    const values = Array.isArray(value) ? value.map(word).join(', ') || 'none' : word(value);
    return `${setting?.title ?? id}: ${values}`;
  });
  const own = terms['own-units'].map(({ name }) => name);
  const cards = (terms['own-cards'] ?? []).map(({ name }) => name);
  const open = (terms.open ?? []).map((id) => game.settings.find((one) => one.id === id)?.title ?? id);
  const overlays = (terms.overlays ?? []).map(({ name }) => name);
  return [
    ...(terms['not-published'] ? ['Rules that are not the published ones'] : []),
    ...(terms['own-rules'] ? [`Rules of an archive: ${terms['own-rules']}`] : []),
    ...(terms['full-list'] ? [`Left out: what the full list ${terms['full-list']} hides from an opponent`] : []),
    ...(terms['other-game']?.length ? [`Judged without: ${terms['other-game'].join(', ')}`] : []),
    ...(terms.pinned ? [`Version asked for: ${terms.pinned}, not the newest`] : []),
    ...(waived.length > 0 ? [`${waived.length === 1 ? 'Waived rule' : 'Waived rules'}: ${waived.join('; ')}`] : []),
    ...settings,
    ...(own.length > 0 ? [`Own units: ${own.join(', ')}`] : []),
    ...(cards.length > 0 ? [`Own cards: ${cards.join(', ')}`] : []),
    ...(open.length > 0 ? [`Left open: ${open.join(', ')}`] : []),
    ...(overlays.length > 0 ? [`House rules: ${overlays.join(', ')}`] : []),
  ];
}
