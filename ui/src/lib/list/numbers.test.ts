import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { numbersOf, timesOf } from './numbers';

const list: ArmyList = {
  muster: 1,
  ruleset: 'r',
  squadrons: [{ unit: 'one', attached: [{ unit: 'wing' }] }, { unit: 'two' }],
  groups: [{ kind: 'g', squadrons: [{ unit: 'wing' }, { unit: 'three' }] }],
};

test('squadrons of one title have the numbers of their order in the list, attached ones too', () => {
  expect([...numbersOf(list, ({ unit }) => unit)]).toEqual([
    ['/squadrons/0/attached/0', 2],
    ['/groups/0/squadrons/0', 4],
  ]);
});

test('the squadrons of each unit are counted, in groups and attached ones too', () => {
  expect(Object.fromEntries(timesOf(list, ({ unit }) => unit))).toEqual({ one: 1, wing: 2, two: 1, three: 1 });
});
