import { expect, test } from 'vitest';
import { bar } from './bars';

test('a bar is filled up to its ceiling, or ends beyond it', () => {
  expect(bar({ measured: 300, min: 150, max: 600 })).toEqual({ fill: 0.5, open: false, floor: 0.25, ceiling: 1 });
  const over = bar({ measured: 730, min: null, max: 600 });
  expect(over.fill).toBeLessThan(1);
  expect(over.ceiling).toBeLessThan(over.fill);
});

test('a bar with only a floor ends beyond the floor', () => {
  const short = bar({ measured: 450, min: 600, max: null });
  expect(short.ceiling).toBeNull();
  expect(short.fill).toBeLessThan(short.floor!);
  expect(short.floor).toBeLessThan(1);
});

test('a share with an unknown part draws its known part', () => {
  const some = bar({ measured: null, 'measured-at-least': 1790, min: null, max: 2000 });
  expect(some.open).toBe(true);
  expect(some.fill).toBeCloseTo(0.895);
  expect(bar({ measured: null, min: null, max: 600 })).toMatchObject({ fill: 0, open: true });
});
