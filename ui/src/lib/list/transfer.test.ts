import { expect, test } from 'vitest';
import type { ArmyList, RulesetInfo, Squadron, UnitInfo } from '../api/types';
import { type From, nationsOf, type To, transfer } from './transfer';

const unit = (id: string, nation: string | null, more: object = {}): UnitInfo =>
  ({
    id,
    name: id.toUpperCase(),
    aliases: [],
    nation,
    options: [],
    choices: [],
    members: [],
    smallest: { models: 1 },
    ...more,
  }) as never;
const option = (id: string, name = id): object => ({ id, name, options: [], choices: [] });
const game = (id: string, more: object = {}): RulesetInfo =>
  ({
    id,
    range: '^1.0',
    nations: [
      { id: 'red', name: 'Red' },
      { id: 'blue', name: 'Blue' },
    ],
    'group-kinds': [],
    settings: [],
    roles: [],
    allocations: [],
    decks: [],
    waivable: [],
    ...more,
  }) as never;

const old = game('old', {
  settings: [{ id: 'level', title: 'Level' }],
  roles: [{ id: 'chief', title: 'Chief', 'trait-deck': null }],
});
const red = [unit('sloop', 'red', { options: [option('gun', 'Big gun')] }), unit('brig', 'red'), unit('tug', null)];
const from = (list: Partial<ArmyList>): From => ({
  list: { muster: 1, ruleset: 'old', nation: 'Red', ...list },
  game: old,
  names: { nations: { Red: 'red' }, roles: {}, cards: {}, slots: {} },
  unitOf: (squadron) => red.find(({ id }) => id === squadron.unit) ?? null,
  optionWords: () => ({}),
});
const fates = (done: ReturnType<typeof transfer>): string[] =>
  done.squadrons.map(({ before, after, fate }) => `${before.unit} ${after ? fate : 'out'}`);

const blue: To = {
  game: old,
  nation: 'blue',
  units: new Map([
    ['blue', [unit('blue-brig', 'blue', { name: 'Brig' }), unit('tug', null)]],
    ['red', red],
  ]),
};
const fleet: Squadron[] = [
  { unit: 'sloop', id: 'a', models: 2, points: 9, attached: [{ unit: 'tug' }] },
  { unit: 'brig', carries: ['a'] },
  { unit: 'ghost' },
];

test('in another nation a unit is found by name, and what it lacks stays with its own nation', () => {
  const done = transfer(from({ squadrons: fleet, points: 30 }), blue, true);
  expect(fates(done)).toEqual(['sloop stays', 'tug goes', 'brig goes', 'ghost unknown']);
  expect(done.list).toEqual({
    muster: 1,
    ruleset: 'old',
    nation: 'blue',
    squadrons: [
      { unit: 'sloop', id: 'a', models: 2, nation: 'red', attached: [{ unit: 'tug' }] },
      { unit: 'blue-brig', carries: ['a'] },
      { unit: 'ghost' },
    ],
  });
});

test('what is left out takes nothing along that goes over, and nobody refers to it', () => {
  const done = transfer(from({ squadrons: fleet }), blue, false);
  expect(fates(done)).toEqual(['sloop out', 'tug goes', 'brig goes', 'ghost out']);
  expect(done.list.squadrons).toEqual([{ unit: 'tug' }, { unit: 'blue-brig' }]);
});

test('an ally of the new nation becomes its own', () => {
  const given = from({ squadrons: [{ unit: 'blue-brig', nation: 'blue' }] });
  expect(nationsOf(given, old, 'blue')).toEqual(['blue', 'red']);
  expect(transfer(given, blue, true).list.squadrons).toEqual([{ unit: 'blue-brig' }]);
});

test('another game keeps what it declares too', () => {
  const next = game('new', {
    settings: [{ id: 'level', title: 'Level', kind: 'word', values: [{ id: 'low' }] }],
    roles: [{ id: 'boss', title: 'Chief', 'trait-deck': null }],
    'group-kinds': [{ id: 'line', title: 'Line', slots: [{ id: 'van', title: 'Van' }], nations: null }],
  });
  const sloop = unit('sloop', 'red', { options: [option('cannon', 'Big gun')] });
  const list: Partial<ArmyList> = {
    settings: { level: 'high' },
    overlays: ['club'],
    decks: { tricks: ['one', 'two'] },
    squadrons: [
      { unit: 'sloop', models: 2, options: ['gun', { flag: 1 }], roles: ['chief'], allocation: 'flank', slot: 'rear' },
    ],
  };
  const done = transfer(from(list), { game: next, nation: 'red', units: new Map([['red', [sloop]]]) }, true);
  expect(done.list).toEqual({
    muster: 1,
    ruleset: { id: 'new', version: '^1.0' },
    nation: 'red',
    groups: [{ kind: 'line', squadrons: [{ unit: 'sloop', models: 2, options: ['cannon'], roles: ['boss'] }] }],
  });
  expect(done.squadrons[0]!.lost).toEqual(['Flag', 'Flank']);
  expect(done.lost).toEqual(['Level', 'tricks: 2 of 2 cards', 'House rules']);
  // And back: that game has no groups.
  const back = transfer(
    { ...from({}), list: done.list, game: next, unitOf: () => sloop },
    { game: old, nation: 'red', units: new Map([['red', red]]) },
    true,
  );
  expect(back.list.groups).toBeUndefined();
  expect(back.list.squadrons).toEqual([{ unit: 'sloop', models: 2, options: ['gun'], roles: ['chief'] }]);
  expect(back.lost).toEqual(['Line is no group any more']);
});
