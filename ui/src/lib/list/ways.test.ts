import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { wayOf } from './ways';

const list: ArmyList = {
  muster: 1,
  ruleset: 'r',
  mfv: 100,
  groups: [{ kind: 'k', squadrons: [{ unit: 'a', attached: [{ unit: 'b' }] }] }],
};

test('a problem leads to the field that can fix it', () => {
  expect(wayOf(list, ['/settings/core'])).toEqual({ to: 'terms', field: '/settings/core' });
  expect(wayOf(list, ['/consents/0'])).toEqual({ to: 'terms', field: '/consents' });
  expect(wayOf(list, ['/mfv'])).toEqual({ to: 'terms', field: '/mfv' });
  expect(wayOf(list, ['/decks/d', '/decks/d/3'])).toEqual({ to: 'deck', field: '/decks/d' });
  expect(wayOf(list, ['/squadrons'])).toEqual({ to: 'units' });
  expect(wayOf(list, ['/groups/0/squadrons/0/attached/0/roles/1'])).toEqual({
    to: 'row',
    at: '/groups/0/squadrons/0/attached/0',
    field: 'roles',
  });
  expect(wayOf(list, ['/groups/0'])).toEqual({ to: 'row', at: '/groups/0', field: null });
  expect(wayOf(list, [''])).toEqual({ to: 'list' });
});

test('if a problem has several places, existing squadrons come first', () => {
  expect(wayOf(list, ['/mfv', '/groups'])).toEqual({ to: 'units' });
  expect(wayOf(list, ['/mfv', '/groups', '/groups/0/squadrons/0/allocation'])).toEqual({
    to: 'row',
    at: '/groups/0/squadrons/0',
    field: 'allocation',
  });
  // This squadron was removed since the judgement.
  expect(wayOf(list, ['/groups/0/squadrons/7', '/groups/0/squadrons/0'])).toEqual({
    to: 'row',
    at: '/groups/0/squadrons/0',
    field: null,
  });
});
