import { expect, test } from 'vitest';
import { Refusal } from '../shell';
import { inParts } from './parts';

/** A file has room for three items, and for none that is negative. */
const make = (items: readonly number[]): Promise<string> => {
  if (items.some((item) => item < 0)) return Promise.reject(new Refusal('unprintable', 'no'));
  return items.length > 3 ? Promise.reject(new Refusal('too-large', 'too many')) : Promise.resolve(items.join(' '));
};

test('what is too large for one file comes in parts, in order', async () => {
  expect(await inParts([1, 2, 3], make)).toEqual(['1 2 3']);
  expect(await inParts([1, 2, 3, 4, 5, 6, 7], make)).toEqual(['1 2', '3 4', '5 6 7']);
});

test('one item that is too large, and any other refusal, is told', async () => {
  const never = (): Promise<string> => Promise.reject(new Refusal('too-large', 'one alone'));
  await expect(inParts([1, 2], never)).rejects.toThrow('one alone');
  await expect(inParts([1, -1], make)).rejects.toThrow('no');
});
