import { expect, test } from 'vitest';
import { cite, told } from './words';

test('words of files are quoted', () => {
  expect(told('`models`: expected a whole number, found `many`')).toBe(
    '“models”: expected a whole number, found “many”',
  );
});

test('several pages are pages', () => {
  const of = (page: string): string => cite({ title: 'A Book', page });
  expect(of('19')).toBe('A Book, page 19');
  expect(of('15, 89')).toBe('A Book, pages 15, 89');
  expect(of('145-146, 154')).toBe('A Book, pages 145-146, 154');
  expect(of('unit cards')).toBe('A Book, unit cards');
  expect(of('')).toBe('A Book');
});
