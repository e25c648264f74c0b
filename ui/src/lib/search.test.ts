import { expect, test } from 'vitest';
import type { Candidate, TraitInfo, UnitInfo } from './api/types';
import { facetsOf, find, index, named, order, sunk } from './search';

const unit = (
  id: string,
  name: string,
  points: number | null,
  size: string,
  more: Partial<UnitInfo> = {},
): UnitInfo => ({
  id,
  name,
  points,
  aliases: [],
  drawing: null,
  nation: 'n',
  figure: '20',
  size: null,
  models: null,
  price: '20 for each model',
  traits: [{ id: 'size', title: 'Size', values: [{ id: size.toLowerCase(), title: size }] }],
  squadron: null,
  usual: null,
  only: null,
  smallest: { unit: id },
  'has-models': true,
  slots: {},
  'joined-by': [],
  card: { stats: [], weapons: [], rules: [] },
  members: [],
  options: [],
  choices: [],
  joins: [],
  notes: [],
  vintage: null,
  own: null,
  overlays: [],
  miniatures: [],
  source: '',
  ...more,
});
const all = [
  unit('a', 'Alpha Cruiser', 75, 'Medium', {
    card: {
      stats: [],
      weapons: [
        {
          name: 'Torpedoes',
          class: 'T',
          title: 'Torpedoes',
          'class-title': 'Tertiary',
          bands: [],
          arc: null,
          sectors: [],
          rules: [],
        },
      ],
      rules: [{ text: 'Piercing (Torpedoes)', id: 'piercing', summary: null }],
    },
  }),
  unit('b', 'Bastión', 20, 'Small'),
  unit('c', 'Cruiser Tender', null, 'Medium'),
];
const indexed = index(all);
const price = (one: UnitInfo): number | null => one.points;
const ids = (query: string, facets = new Map<string, ReadonlySet<string>>()): string =>
  find(indexed, query, facets, price)
    .map((found) => found.unit.id)
    .join('');

test('words are searched in everything that a card says, ignoring case and accents', () => {
  expect(ids('cruiser')).toBe('ac');
  expect(ids('PIERCING torp')).toBe('a');
  expect(ids('tertiary')).toBe('a');
  expect(ids('bastion')).toBe('b');
  expect(ids('medium')).toBe('ac');
  expect(ids('')).toBe('abc');
});

test('bounds over points', () => {
  expect(ids('<75')).toBe('b');
  expect(ids('<= 75')).toBe('ab');
  expect(ids('>20')).toBe('a');
  expect(ids('60-80 cruiser')).toBe('a');
  expect(ids('=20')).toBe('b');
});

test('facets are the traits that tell units apart, in the order of books', () => {
  const values = ['Medium', 'Small'].map((title) => ({ id: title.toLowerCase(), title }));
  const size = { id: 'size', values } as unknown as TraitInfo;
  expect(
    facetsOf(all, [size]).map((facet) => [facet.id, facet.values.map((value) => `${value.title} ${value.units}`)]),
  ).toEqual([['size', ['Small 1', 'Medium 2']]]);
  expect(facetsOf([all[0]!], [size])).toEqual([]);
  expect(ids('', new Map([['size', new Set(['small'])]]))).toBe('b');
});

test('names that begin with the query come first, and units are sorted as asked', () => {
  const may = new Map<string, Candidate>([
    [
      'b',
      {
        unit: 'b',
        nation: null,
        squadron: { unit: 'b' },
        points: 20,
        figure: '20',
        price: '20 points',
        may: true,
        slots: [],
        findings: [],
        helps: [],
        owned: null,
      },
    ],
  ]);
  const sorted = (query: string, sort: Parameters<typeof order>[2]): string =>
    order(find(indexed, query, new Map(), price), query, sort, price, may)
      .map((found) => found.unit.id)
      .join('');
  expect(sorted('cruiser', 'name')).toBe('ca');
  expect(sorted('', 'points')).toBe('bac');
  expect(sorted('', 'points-down')).toBe('abc');
  expect(sorted('', 'may')).toBe('bac');
});

test('units are found by name in spite of typing errors, but only if no name has the words', () => {
  const fleet = index([
    unit('a', 'Attacker Class Frigate', 30, 'Small'),
    unit('b', 'Honshū Class Cruiser', 75, 'Medium', { aliases: ['Moon Ship'] }),
    unit('c', 'Honsha Tug', 10, 'Small'),
  ]);
  const names = (query: string): string[] => named(fleet, query).map((entry) => entry.unit.id);
  expect(names('honshu')).toEqual(['b']);
  expect(names('moon')).toEqual(['b']);
  expect(names('atacker')).toEqual(['a']);
  expect(names('cruiser hnoshu')).toEqual(['b']);
  expect(names('frigaet')).toEqual(['a']);
  expect(names('-frigate')).toEqual(['a']);
  expect(names('submarine')).toEqual([]);
  expect(names('<100')).toEqual([]);
});

test('units that do not fit sink, and both parts keep their order', () => {
  const ids = (barred: string[]) =>
    sunk(index(all), ({ id }) => barred.includes(id)).map((part) => part.map(({ unit }) => unit.id));
  const every = all.map(({ id }) => id);
  expect(ids([])).toEqual([every, []]);
  expect(ids(every)).toEqual([[], every]);
  expect(ids([every[0]!])).toEqual([every.slice(1), [every[0]]]);
});
