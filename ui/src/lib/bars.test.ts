import { expect, test } from 'vitest';
import type { Share } from './api/types';
import { bar, known } from './bars';

const share = (more: Partial<Share>): Share => ({
  rule: 'r',
  subject: 's',
  'in-points': true,
  measured: null,
  min: null,
  max: null,
  formula: null,
  ...more,
});

test('limits are said as they are', () => {
  expect(bar(share({ measured: 450, min: 300, max: 600 })).figure).toBe('450 of 300–600');
  expect(bar(share({ measured: 2, min: 3, max: 3 }))).toMatchObject({ figure: '2 of exactly 3', state: '1 short' });
  expect(bar(share({ measured: 450, min: 600 }))).toMatchObject({ figure: '450 of at least 600', state: '150 short' });
  expect(bar(share({ measured: 730, max: 600 }))).toMatchObject({
    figure: '730 of 600',
    state: '130 over',
    open: false,
  });
});

test('of a share with an unknown part, what is known is drawn and said', () => {
  const some = bar(share({ 'measured-at-least': 1790, max: 2000 }));
  expect(some).toMatchObject({ figure: 'at least 1790 of 2000', state: '', open: true });
  expect(some.fill).toBeCloseTo(0.895);
  expect(bar(share({ 'measured-at-least': 2100, max: 2000 }))).toMatchObject({
    figure: 'at least 2100 of 2000',
    state: 'at least 100 over',
  });
  // Unknown points may still fill it up, so it is not certainly short.
  expect(bar(share({ 'measured-at-least': 400, min: 600 }))).toMatchObject({
    figure: 'at least 400 of at least 600',
    state: '',
  });
  expect(bar(share({ max: 600 }))).toMatchObject({ figure: '? of 600', fill: 0, open: true });
});

test('a number is said as far as it is known', () => {
  expect([known(5, null), known(null, 5), known(null, undefined)]).toEqual(['5', 'at least 5', '?']);
});
