import type { ChoiceInfo, OptionInfo, OptionPick } from '../api/types';
import { expect, test } from 'vitest';
import { byId, choose, count, drop, exchange, held, picksOf, placed, resize, standing, strangers, take } from './picks';

const option = (id: string, more: Partial<OptionInfo> = {}): OptionInfo => ({
  id,
  name: id.toUpperCase(),
  price: '+5',
  'price-each': '+5 each',
  overlays: [],
  buys: 'model',
  max: null,
  makes: null,
  'points-note': null,
  effect: null,
  rules: [],
  card: null,
  groups: {},
  options: [],
  choices: [],
  ...more,
});
const one = option('one');
const two = option('two', { options: [option('inner')] });
const whole = option('whole', { buys: 'squadron' });
const choice: ChoiceInfo = {
  id: 'c',
  name: 'C',
  min: 1,
  max: 1,
  default: 'one',
  marks: false,
  hardpoint: false,
  options: [one, two],
  choices: [],
};

test('picks are counted however they are written', () => {
  expect(count(['one', { two: 2, whole: 1 }], one, 3)).toBe(3);
  expect(count(['one', { two: 2, whole: 1 }], two, 3)).toBe(2);
  expect(count(['whole'], whole, 3)).toBe(1);
  expect(count(undefined, one, 3)).toBe(0);
});

test('the program says which options the words of a list mean', () => {
  const words = { Mechanised: 'one', 'The Second': 'two' };
  expect(byId(['Mechanised', { 'The Second': 2, odd: 1 }], words)).toEqual(['one', { two: 2, odd: 1 }]);
  expect(byId([{ Mechanised: 1, one: 1 }], words)).toEqual([{ one: 2 }]);
  expect(byId(undefined, words)).toEqual([]);
  expect(strangers(byId(['Mechanised', 'odd'], words), [one, two])).toEqual(['odd']);
  expect(byId(['constructor'], {})).toEqual(['constructor']);
  expect(picksOf({ options: ['Mechanised'], mark: 'The Second' }, words)).toEqual(['one', 'two']);
  expect(picksOf({}, words)).toEqual([]);
});

test('a number for all is the plain id, and places are kept', () => {
  expect(take(['one', 'two'], one, 2, 3)).toEqual([{ one: 2 }, 'two']);
  expect(take([{ one: 2 }, 'two'], one, 3, 3)).toEqual(['one', 'two']);
  expect(take([{ one: 2, two: 1 }], one, 0, 3)).toEqual([{ two: 1 }]);
  expect(take([], whole, 1, 3)).toEqual(['whole']);
  expect(take([], whole, 4, 3)).toEqual([{ whole: 4 }]);
});

test('choosing an option removes the others and the options below them', () => {
  expect(choose(['two', 'inner', 'whole'], choice, one, 2)).toEqual(['whole', 'one']);
  expect(choose(['one'], choice, null, 2)).toEqual([]);
});

test('an option of all models stays with all of them when their number changes', () => {
  expect(resize(['one', { two: 1 }], [one, two], 2, 3)).toEqual(['one', { two: 1 }]);
});

test('an option of some models does not spread when their number comes down to it and goes up again', () => {
  const all = [one, two, whole];
  const fewer = resize([{ one: 2, whole: 3 }], all, 3, 2);
  expect(fewer).toEqual([{ one: 2, whole: 3 }]);
  expect(resize(fewer, all, 2, 3)).toEqual([{ one: 2, whole: 3 }]);
  expect(resize(resize([{ one: 2 }], all, 3, 1), all, 1, 3)).toEqual([{ one: 1 }]);
  // A number beyond the models is wrong already, or the option is taken more than once for each.
  expect(resize([{ one: 6 }], all, 3, 2)).toEqual([{ one: 6 }]);
});

test('options that the unit does not have are found and can be removed', () => {
  expect(strangers(['one', { odd: 1 }], [one])).toEqual(['odd']);
  expect(drop([{ odd: 1, one: 1 }, 'odd'], 'odd')).toEqual([{ one: 1 }]);
});

test('the default of a choice stands wherever nothing else does', () => {
  expect(standing([{ two: 1 }], choice, one, 3)).toBe(2);
  expect(standing([], choice, one, 3)).toBe(3);
  expect(standing(['two'], choice, one, 3)).toBe(0);
  expect(standing([{ two: 1 }], choice, two, 3)).toBe(1);
});

test('hardpoints show what the program put there', () => {
  const hardpoint = (id: string, options: OptionInfo[]): ChoiceInfo => ({
    ...choice,
    id,
    hardpoint: true,
    default: options[0]!.id,
    options,
  });
  const fore = hardpoint('fore', [option('gun'), option('rocket')]);
  const aft = hardpoint('aft', [option('aft-gun'), option('aft-rocket')]);
  const taken = [
    { id: 'gun', number: 2 },
    { id: 'rocket', number: 1 },
    { id: 'aft-rocket', number: 3 },
    { id: 'whole', number: 1 },
  ];
  // The list says `rocket` of both hardpoints.
  expect(placed(['whole', { rocket: 4 }], [whole], [fore, aft], taken, 3)).toEqual([
    'whole',
    { rocket: 1 },
    'aft-rocket',
  ]);
});

test('a choice with two places holds options in their order, and exchanges one at a time', () => {
  const three = ['a', 'b', 'c'].map((id) => option(id, { max: 2 }));
  const two: ChoiceInfo = { ...choice, min: 2, max: 2, default: null, options: three };
  const inside = (picks: OptionPick[]): (string | null)[] => held(picks, two, 1).map((one) => one?.id ?? null);
  expect(inside([])).toEqual([null, null]);
  expect(inside(['b', 'x', 'a'])).toEqual(['b', 'a']);
  const exchanged = exchange(['b', 'x', 'a'], two, 0, three[2]!, 1);
  expect(exchanged).toEqual(['x', 'c', 'a']);
  expect(exchange(exchanged, two, 1, three[2]!, 1)).toEqual(['x', { c: 2 }]);
  expect(inside(['x', { c: 2 }])).toEqual(['c', 'c']);
  expect(exchange(['x', { c: 2 }], two, 0, three[0]!, 1)).toEqual(['x', 'a', 'c']);
  expect(exchange(['a'], two, 1, three[1]!, 1)).toEqual(['a', 'b']);
});
