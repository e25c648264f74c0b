import { expect, test, vi } from 'vitest';
import type { CollectionFile, Judged, MiniatureInfo, RulesetInfo, UnitInfo } from '../api/types';
import type { Kept } from '../desk/store';

const judge = vi.hoisted(() => vi.fn());
vi.mock('../api/api', () => ({ judge, forget: () => undefined }));
const { modelsOf, needsOf, shortLists } = await import('./models');

const game = {
  id: 'g',
  range: '^1.0.0',
  nations: [{ id: 'red' }, { id: 'blue' }],
  traits: [
    {
      id: 'size',
      title: 'Size',
      values: [
        { id: 's', title: 'Small' },
        { id: 'l', title: 'Large' },
      ],
    },
  ],
} as unknown as RulesetInfo;
const unit = (name: string, nation: string | null, size: string, miniatures: MiniatureInfo[], more = {}): UnitInfo =>
  ({
    id: name,
    name,
    aliases: [],
    nation,
    drawing: `${name}.svg`,
    traits: [{ id: 'size', values: [{ id: size, title: size === 's' ? 'Small' : 'Large' }] }],
    card: { rules: [], weapons: [] },
    members: [],
    options: [],
    choices: [],
    miniatures,
    ...more,
  }) as unknown as UnitInfo;
const frigate = { of: 'red:frigate', name: 'Frigate' };
const guard = { of: 'red:guard', name: 'Guard' };

test('each model stands once, by nation and type, under the unit that it is', () => {
  const units = [
    unit('Kite', null, 's', [{ of: 'kite', name: 'Kite' }]),
    unit('Mix', 'red', 's', [frigate, guard]),
    unit('Frigate', 'red', 's', [frigate]),
    unit('Sloop', 'blue', 's', [{ of: 'blue:sloop', name: 'Sloop' }]),
    unit('Dreadnought', 'red', 'l', [{ of: 'red:dreadnought', name: 'Dreadnought' }]),
  ];
  const collection = { models: { 'red:frigate': 2, 'red:old-hulk': 1 } } as unknown as CollectionFile;
  expect(
    modelsOf(game, units, collection).map(({ of, name, nation, type, drawing }) => [of, name, nation, type, drawing]),
  ).toEqual([
    ['red:dreadnought', 'Dreadnought', 'red', 'Large', 'Dreadnought.svg'],
    ['red:frigate', 'Frigate', 'red', 'Small', 'Frigate.svg'],
    ['red:guard', 'Guard', 'red', 'Small', null],
    ['blue:sloop', 'Sloop', 'blue', 'Small', 'Sloop.svg'],
    ['kite', 'Kite', null, 'Small', 'Kite.svg'],
    ['red:old-hulk', 'Old Hulk', null, 'Not in the catalogue', null],
  ]);
});

test('the lists of the game say what they need, and which need more than is owned', async () => {
  const list = (id: string, ruleset = 'g') =>
    ({ id, list: { muster: 1, name: id.toUpperCase(), ruleset } }) as unknown as Kept;
  const needing = (...needs: [string, number][]) =>
    ({ owned: { needs: needs.map(([of, models]) => ({ of, models, words: '' })) } }) as unknown as Judged;
  judge
    .mockResolvedValueOnce(needing(['red:frigate', 4], ['kite', 1]))
    .mockRejectedValueOnce(new Error('not readable'))
    .mockResolvedValueOnce(needing(['red:frigate', 2]));
  const needs = await needsOf(game, [list('a'), list('b'), list('c', 'other'), list('d')]);
  expect(judge).toHaveBeenCalledTimes(3);
  expect(needs.get('red:frigate')).toEqual([
    { id: 'a', title: 'A', models: 4 },
    { id: 'd', title: 'D', models: 2 },
  ]);
  expect(shortLists(needs, (model) => (model === 'red:frigate' ? 3 : 0))).toEqual([{ id: 'a', title: 'A', short: 2 }]);
  expect(shortLists(needs, () => 9)).toEqual([]);
});
