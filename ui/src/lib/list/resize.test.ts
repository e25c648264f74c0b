import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { resized } from './resize';

const list = (more: object): ArmyList => ({ muster: 1, ruleset: 'a', squadrons: [], mfv: 1500, ...more });

test('a list of another size says its size', () => {
  expect(resized(list({ name: 'Crown 1500' }), 1000)).toMatchObject({ name: 'Crown 1000', mfv: 1000 });
  expect(resized(list({ name: 'Fleet 15002' }), 1000)).toMatchObject({ name: 'Fleet 15002, 1000' });
  expect(resized(list({ name: 'Channel Patrol' }), 750)).toMatchObject({ name: 'Channel Patrol, 750' });
  expect(resized(list({}), 750)).not.toHaveProperty('name');
});

test('what was said of the list before is not said of the new one', () => {
  const small = resized(list({ points: 1490, date: '2026-11-29', player: 'A', notes: 'x' }), 500);
  expect(small).toEqual(list({ mfv: 500, player: 'A', notes: 'x' }));
});
