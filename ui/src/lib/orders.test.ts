import { expect, test } from 'vitest';
import { byName, inBook } from './orders';

test('nations stand by their names, with accents where a reader looks for them', () => {
  const nations = ['Zebra', 'Öl', 'Papier', 'Étoile'].map((name) => ({ name }));
  expect(byName(nations).map(({ name }) => name)).toEqual(['Étoile', 'Öl', 'Papier', 'Zebra']);
});

test('the large sizes stand first', () => {
  const size = { values: ['small', 'large'].map((id) => ({ id, title: id, summary: null })) };
  expect(inBook(size).map(({ id }) => id)).toEqual(['large', 'small']);
  expect(size.values[0]!.id).toBe('small');
  expect(inBook(undefined)).toEqual([]);
});
