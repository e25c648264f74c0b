import { expect, it } from 'vitest';
import { Anew } from './anew.svelte';
import type { Stored } from '../document/documents';

const row = (id: string, rev: number): Stored => ({
  id,
  rev,
  updated: 0,
  at: 0,
  steps: 0,
  file: null,
  place: null,
  filed: null,
});

it('judges each state of a document once, and passes over those that cannot be judged', async () => {
  const asked: string[] = [];
  const anew = new Anew(({ id, rev }: Stored) => {
    asked.push(`${id}${rev}`);
    return id === 'broken' ? Promise.reject(new Error('no')) : Promise.resolve(`${id} as of ${rev}`);
  });
  const broken = row('broken', 1);
  await anew.judge([broken, row('a', 1)]);
  expect(anew.of(row('a', 1))).toBe('a as of 1');
  expect(anew.of(broken)).toBeUndefined();
  await anew.judge([row('a', 2), row('b', 1)]);
  expect([anew.of(row('a', 1)), anew.of(row('a', 2)), anew.of(row('b', 1))]).toEqual([
    undefined,
    'a as of 2',
    'b as of 1',
  ]);
  expect(asked).toEqual(['broken1', 'a1', 'a2', 'b1']);
});

it('judges those that are given while it judges others', async () => {
  let release = (): void => undefined;
  const anew = new Anew(({ id }: Stored) =>
    id === 'slow' ? new Promise<string>((done) => (release = () => done(id))) : Promise.resolve(id),
  );
  const judging = anew.judge([row('slow', 1)]);
  await anew.judge([row('slow', 1), row('late', 1)]);
  release();
  await judging;
  expect(anew.of(row('late', 1))).toBe('late');
});
