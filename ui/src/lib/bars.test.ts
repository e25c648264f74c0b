import { expect, test } from 'vitest';
import { bar, sharesAbove } from './bars';

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

test('what a chart of slots shows is not shown above it once more', () => {
  const share = (subject: string, measured: number, max: number, state: string | null, slots?: string[]) => ({
    subject,
    measured,
    max,
    state,
    ...(slots && { slots }),
  });
  const shares = [
    share('all', 900, 1000, null),
    share('forbidden', 0, 0, null),
    share('line', 1, 3, null, ['line']),
    share('patrol', 0, 3, '1 short', ['patrol']),
    share('scout', 4, 3, '1 over', ['scout']),
  ];
  const above = (charted: boolean) => sharesAbove(shares, charted).map(({ subject }) => subject);
  expect(above(true)).toEqual(['all', 'scout']);
  expect(above(false)).toEqual(['all', 'patrol', 'scout']);
});
