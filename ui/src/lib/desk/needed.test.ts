import { expect, test } from 'vitest';
import type { Candidate, FindingInfo, SlotLine } from '../api/types';
import type { Indexed } from '../search';
import { isLacking, needed, slotWords } from './needed';

const slot = (id: string, more: Partial<SlotLine> = {}): SlotLine => ({
  slot: id,
  title: id.toUpperCase(),
  holds: 1,
  required: false,
  open: true,
  filled: [],
  ...more,
});
const candidate = (unit: string, slots: string[], helps: string[], may = true): [string, Candidate] => [
  unit,
  { unit, nation: null, slots, helps, may } as unknown as Candidate,
];
const toDo = (rule: string): FindingInfo => ({ rule, message: `lacks \`${rule}\`` }) as FindingInfo;
const all = ['a', 'b', 'c', 'd', 'e', 'f'];
const units = all.map((id) => ({ unit: { id, nation: null } }) as unknown as Indexed);
const candidates = new Map([
  candidate('a', ['lead'], ['points', 'lead']),
  candidate('b', ['lead', 'line'], ['points']),
  candidate('c', ['line'], ['points', 'small']),
  candidate('d', [], ['points', 'small']),
  candidate('e', ['line'], ['points', 'small'], false),
  candidate('f', [], []),
]);
const told = (...of: Parameters<typeof needed>): string[] =>
  needed(...of).map(({ title, units }) => `${title}: ${units.map(({ unit }) => unit.id).join()}`);

test('a unit stands once, under the first need that it meets', () => {
  const slots = [slot('lead', { short: true, count: '0 of 1' }), slot('line', { required: true }), slot('other')];
  expect(told(units, slots, [toDo('lead'), toDo('small')], candidates)).toEqual([
    'LEAD 0 of 1: a,b',
    'LINE: c',
    'lacks “small”: d',
  ]);
});

test('what nearly every unit meets is no need of certain units', () => {
  expect(told(units, [], [toDo('points')], candidates)).toEqual([]);
  expect(told(units, [], [], candidates)).toEqual([]);
});

test('a slot says what it has and may have', () => {
  expect(slotWords(slot('x', { count: '2 of 1-3', holds: 9 }))).toBe('X 2 of 1-3');
  expect(slotWords(slot('x', { holds: 2, filled: ['/a'] }))).toBe('X (1 of 2)');
  expect(isLacking(slot('x', { required: true, filled: ['/a'] }))).toBe(false);
});
