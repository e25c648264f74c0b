import { expect, test } from 'vitest';
import type { SquadronInfo } from '../api/types';
import { type Cell, numbersApart, paired, pointsApart, without } from './pairing';

const cell = (unit: string, models = 1, words: string[] = [], depth = 0): Cell => ({
  line: { unit, name: unit, models, points: models * 10, depth } as SquadronInfo,
  words,
});
const words = (one: Cell[], other: Cell[]): string[] =>
  paired(one, other).map(({ one, other, depth, isEqual }) =>
    [
      '+'.repeat(depth),
      one ? `${one.line.models} ${one.line.unit}` : '',
      isEqual ? '=' : '|',
      other ? `${other.line.models} ${other.line.unit}` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );

test('squadrons of one unit stand in one row, and others beside nothing', () => {
  expect(words([cell('a'), cell('b', 2)], [cell('c'), cell('b', 3), cell('d')])).toEqual([
    '1 a |',
    '| 1 c',
    '2 b | 3 b',
    '| 1 d',
  ]);
  // Nothing is lost where the second list has another order.
  expect(words([cell('a'), cell('b')], [cell('b'), cell('c'), cell('a')])).toEqual(['| 1 c', '1 a = 1 a', '1 b = 1 b']);
  expect(words([], [])).toEqual([]);
});

test('equal squadrons pair before like ones, and the nearest pair first', () => {
  expect(words([cell('a', 2), cell('a', 5)], [cell('a', 5), cell('a', 4)])).toEqual(['2 a | 4 a', '5 a = 5 a']);
  const [one, other] = [cell('a', 2, ['x', 'y']), cell('a', 2, ['y', 'x'])];
  expect(paired([one], [cell('a', 2, ['z']), other])[1]).toEqual({ one, other, depth: 0, isEqual: true });
});

test('what is attached stands in rows below its squadron', () => {
  const before = [cell('a'), cell('e', 1, [], 1), cell('a', 1, ['x'])];
  const after = [cell('a', 1, ['x']), cell('a'), cell('f', 1, [], 1), cell('g', 1, [], 2)];
  expect(words(before, after)).toEqual(['1 a = 1 a', '+ 1 e |', '+ | 1 f', '++ | 1 g', '1 a = 1 a']);
});

test('a difference is said in words', () => {
  expect(without(['x', 'x', 'y'], ['x'])).toEqual(['x', 'y']);
  expect(numbersApart(cell('a', 2).line, cell('a', 3).line)).toEqual(['3 models instead of 2', '10 points more']);
  expect(numbersApart(cell('a').line, cell('a').line)).toEqual([]);
  expect(pointsApart(2, 1)).toBe('1 point less');
  expect(pointsApart(null, 1)).toBe('points not known');
});
