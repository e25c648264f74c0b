import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { numbersOf } from './numbers';

test('squadrons of one title have the numbers of their order in the list, attached ones too', () => {
  const list: ArmyList = {
    muster: 1,
    ruleset: 'r',
    squadrons: [{ unit: 'one', attached: [{ unit: 'wing' }] }, { unit: 'two' }],
    groups: [{ kind: 'g', squadrons: [{ unit: 'wing' }, { unit: 'three' }] }],
  };
  expect([...numbersOf(list, ({ unit }) => unit)]).toEqual([
    ['/squadrons/0/attached/0', 2],
    ['/groups/0/squadrons/0', 4],
  ]);
});
