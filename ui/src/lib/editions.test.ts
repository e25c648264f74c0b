import { expect, test } from 'vitest';
import { newestFirst } from './editions';

test('the newest edition of a game stands first, and games keep their order', () => {
  const ids = ['b-1.1', 'b-2.5', 'b-10', 'c', 'a-2.0', 'a-3'];
  expect(newestFirst(ids.map((id) => ({ id }))).map(({ id }) => id)).toEqual([
    'b-10',
    'b-2.5',
    'b-1.1',
    'c',
    'a-3',
    'a-2.0',
  ]);
});
