import { expect, test } from 'vitest';
import type { RulesetInfo } from '../api/types';
import { entryOf, found, sorted, tagsOf } from './register';
import type { Kept } from './store';

const games = [
  { id: 'sea', name: 'Sea Wars', nations: [{ id: 'north', name: 'The Northern League' }] },
  { id: 'air', name: 'Air Wars', nations: [] },
] as unknown as RulesetInfo[];

const kept = (name: string, more: Partial<Kept> & { ruleset?: string; unit?: string; points?: number }): Kept => ({
  id: name,
  list: {
    muster: 1,
    name,
    ruleset: more.ruleset ?? 'sea',
    nation: 'north',
    mfv: 100,
    squadrons: [{ unit: more.unit ?? 'cruiser' }],
  },
  rev: 1,
  updated: more.updated ?? 0,
  at: 0,
  steps: 0,
  selected: null,
  file: null,
  place: null,
  filed: null,
  judged:
    more.points === undefined
      ? null
      : { version: '1.0.0', digest: '', verdict: 'legal', points: more.points, lines: [{ name: 'Brün', points: 1 }] },
  ...(more.tags ? { tags: more.tags } : {}),
});

const lists = [
  kept('Beta', { updated: 3, points: 50, tags: ['club'] }),
  kept('alpha', { updated: 2, ruleset: 'air', points: 80, unit: 'great-balloon', tags: ['cup', 'club'] }),
  kept('Gamma', { updated: 1 }),
];
const entries = lists.map((one) => entryOf(one, games));
const names = (some: typeof entries): string[] => some.map(({ name }) => name);

test('lists are found by name, nation, game, units and tags', () => {
  expect(names(found(entries, 'BET', null))).toEqual(['Beta']);
  expect(names(found(entries, 'northern', null))).toEqual(['Beta', 'Gamma']);
  expect(names(found(entries, 'air wars', null))).toEqual(['alpha']);
  expect(names(found(entries, 'balloon', null))).toEqual(['alpha']);
  expect(names(found(entries, 'brun', null))).toEqual(['Beta', 'alpha']);
  expect(names(found(entries, 'cup', null))).toEqual(['alpha']);
  expect(names(found(entries, 'sea balloon', null))).toEqual([]);
  expect(names(found(entries, '', 'club'))).toEqual(['Beta', 'alpha']);
});

test('lists stand in the order that is wanted, unknown points last', () => {
  expect(names(sorted(entries, 'changed'))).toEqual(['Beta', 'alpha', 'Gamma']);
  expect(names(sorted(entries, 'name'))).toEqual(['alpha', 'Beta', 'Gamma']);
  expect(names(sorted(entries, 'game'))).toEqual(['alpha', 'Beta', 'Gamma']);
  expect(names(sorted(entries, 'points'))).toEqual(['alpha', 'Beta', 'Gamma']);
});

test('tags are counted', () => {
  expect(tagsOf(lists)).toEqual([
    { tag: 'club', lists: 2 },
    { tag: 'cup', lists: 1 },
  ]);
});
