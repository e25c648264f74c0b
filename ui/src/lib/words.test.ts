import { expect, test } from 'vitest';
import { told } from './words';

test('words from files are quoted', () => {
  expect(told('`models`: expected a whole number, found `many`')).toBe(
    '“models”: expected a whole number, found “many”',
  );
});
