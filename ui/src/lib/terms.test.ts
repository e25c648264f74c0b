import { expect, it } from 'vitest';
import type { Report, RulesetInfo } from './api/types';
import { NO_TERMS, termsOf } from './terms';

const game = {
  waivable: [{ rule: 'mfv-cap', title: 'A force costs no more than its force value' }],
  settings: [
    { id: 'level', title: 'Level', values: [{ id: 'captain', title: 'Captain' }] },
    { id: 'rules', title: 'Rules in use', values: [] },
  ],
} as unknown as RulesetInfo;

it('names what a list sets for itself, without ids', () => {
  const terms = {
    ...NO_TERMS,
    pinned: '1.0.0',
    'not-published': true,
    'own-rules': 'pond-2.51 1.0.0',
    'full-list': 'ABCD-EFGH',
    'other-game': ['The Pond Cup'],
    'own-cards': [{ deck: 'tacs', name: 'Free Win' }],
    waived: ['mfv-cap'],
    settings: { level: 'captain', rules: [1, 2], own: true },
    'own-units': [{ id: 'a', name: 'Kraken', nation: null, replaces: false }],
    overlays: [
      {
        id: 'club',
        name: 'Club rules',
        'from-archive': false,
        drops: [],
        rules: [],
        consents: [],
        mfv: [],
        fixes: {},
        others: [],
      },
    ],
  } satisfies Report['terms'];
  expect(termsOf(game, { consents: ['mfv-cap'], terms })).toEqual([
    'Rules that are not the published ones',
    'Rules of an archive: pond-2.51 1.0.0',
    'Left out: what the full list ABCD-EFGH hides from an opponent',
    'Judged without: The Pond Cup',
    'Version asked for: 1.0.0, not the newest',
    'Waived rule: A force costs no more than its force value',
    'Level: Captain',
    'Rules in use: 1, 2',
    'own: yes',
    'Own units: Kraken',
    'Own cards: Free Win',
    'House rules: Club rules',
  ]);
  expect(termsOf(game, { consents: [], terms: NO_TERMS })).toEqual([]);
});
