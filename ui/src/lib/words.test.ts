import { expect, test } from 'vitest';
import { counted, told } from './words';

test('words from files are quoted', () => {
  expect(told('`models`: expected a whole number, found `many`')).toBe(
    '“models”: expected a whole number, found “many”',
  );
});

test('one of something is not several', () => {
  expect([0, 1, 2].map((number) => counted(number, 'file', 'files'))).toEqual(['0 files', '1 file', '2 files']);
});
