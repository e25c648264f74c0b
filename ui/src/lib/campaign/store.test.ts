import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import * as lists from '../desk/store';
import { type KeptSheet, sheets } from './store';

const kept = (id: string, rev: number): KeptSheet => ({
  id,
  sheet: { kind: 'cruise', ruleset: 'r', name: `state ${rev}` },
  file: `${id}.yaml`,
  rev,
  updated: rev,
  at: 0,
  steps: 0,
  place: null,
  filed: null,
  standing: null,
});

test('sheets are stored apart from lists', async () => {
  await sheets.save(kept('a', 1), [], 0);
  await sheets.save(kept('a', 2), [], 0);
  expect((await sheets.all()).map(({ sheet }) => sheet.name)).toEqual(['state 2']);
  expect(await lists.all()).toEqual([]);
  await expect(sheets.save(kept('a', 2), [], 0)).rejects.toBeInstanceOf(lists.Stale);
  await sheets.forget(['a']);
  expect(await sheets.load('a')).toBeNull();
  await sheets.restore(['a']);
  expect((await sheets.load('a'))?.kept.rev).toBe(2);
});
