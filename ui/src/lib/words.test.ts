import { expect, test } from 'vitest';
import { counted, told, traitWords } from './words';

test('words from files are quoted', () => {
  expect(told('`models`: expected a whole number, found `many`')).toBe(
    '“models”: expected a whole number, found “many”',
  );
});

test('one of something is not several', () => {
  expect([0, 1, 2].map((number) => counted(number, 'file', 'files'))).toEqual(['0 files', '1 file', '2 files']);
});

test('a trait is its value, a flag is its name, and a number stands behind its name', () => {
  const value = (id: string, title: string) => ({ id, title });
  expect(
    traitWords([
      { id: 'size', title: 'Size', values: [value('large', 'Large')] },
      { id: 'capital', title: 'Capital', values: [value('yes', 'yes')] },
      { id: 'roll', title: 'Roll', values: [value('2', '2')] },
    ]),
  ).toEqual(['Large', 'Capital', 'Roll 2']);
});
