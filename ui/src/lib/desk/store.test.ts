import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Step } from '../list/history';
import { Gone } from '../document/documents';
import * as store from './store';

const kept = (id: string, rev: number, steps: number): store.Kept => ({
  id,
  rev,
  steps,
  at: steps,
  list: { muster: 1, ruleset: 'r', mfv: 100 + rev, squadrons: [] },
  updated: rev,
  selected: null,
  file: null,
  place: null,
  filed: null,
  judged: null,
});
const step = (name: string): Step => ({ name, ops: [], inverse: [], before: null, after: null, when: 0 });

test('a list comes back with all its steps', async () => {
  await store.save(kept('a', 1, 0), [], 0);
  await store.save(kept('a', 2, 1), [step('one')], 0);
  await store.save(kept('a', 3, 2), [step('one'), step('two')], 1);
  const found = await store.load('a');
  expect(found?.kept.rev).toBe(3);
  expect(found?.steps.map((one) => one.name)).toEqual(['one', 'two']);
  // One step is undone, then another edit replaces it.
  await store.save(kept('a', 4, 2), [step('one'), step('other')], 1);
  expect((await store.load('a'))?.steps.map((one) => one.name)).toEqual(['one', 'other']);
});

test('a window that has not seen the newest state writes nothing', async () => {
  await store.save(kept('b', 1, 0), [], 0);
  await store.save(kept('b', 2, 1), [step('mine')], 0);
  await expect(store.save(kept('b', 2, 1), [step('theirs')], 0)).rejects.toBeInstanceOf(store.Stale);
  expect((await store.load('b'))?.steps.map((one) => one.name)).toEqual(['mine']);
});

test('a judgement is stored with the revision that it is about', async () => {
  const judged = (points: number): store.Judged => ({
    version: '1.0.0',
    digest: 'a',
    verdict: 'legal',
    points,
    lines: [],
  });
  await store.save(kept('d', 1, 0), [], 0);
  await store.lists.remember('d', 1, { judged: judged(10) });
  expect((await store.load('d'))?.kept).toMatchObject({ rev: 1, updated: 1, judged: { points: 10 } });
  await store.save({ ...kept('d', 2, 0), judged: judged(10) }, [], 0);
  await store.lists.remember('d', 1, { judged: judged(20) });
  expect((await store.load('d'))?.kept.judged?.points).toBe(10);
  await store.lists.erase(['d']);
  await store.lists.remember('d', 2, { judged: judged(20) });
  expect(await store.load('d')).toBeNull();
});

test('a deleted list is gone, and the others stay', async () => {
  await store.save(kept('c', 1, 1), [step('x')], 0);
  await store.lists.erase(['c']);
  expect(await store.load('c')).toBeNull();
  // The list that was changed last comes first.
  expect((await store.all()).map((one) => one.id)).toEqual(['a', 'b']);
});

test('a deleted list comes back from the bin with its steps and tags', async () => {
  await store.save(kept('e', 1, 2), [step('one'), step('two')], 0);
  await store.tag(['e', 'unknown'], 'club', true);
  const before = await store.load('e');
  expect(before?.kept.tags).toEqual(['club']);
  await store.lists.forget(['e', 'unknown']);
  expect(await store.load('e')).toBeNull();
  expect((await store.all()).some(({ id }) => id === 'e')).toBe(false);
  expect((await store.lists.bin()).map(({ id }) => id)).toEqual(['e']);
  // A window that still shows it does not bring it back by an edit.
  await expect(store.save(kept('e', 2, 3), [step('x')], 0)).rejects.toBeInstanceOf(Gone);
  await store.lists.restore(['e']);
  expect(await store.load('e')).toEqual(before);
  await store.lists.erase(['e']);
});

test('the bin keeps a list for 30 days', async () => {
  await store.save(kept('g', 1, 1), [step('one')], 0);
  const day = 24 * 60 * 60 * 1000;
  for (const [days, left] of [
    [29, ['g']],
    [31, []],
  ] as const) {
    await store.lists.change(['g'], (now) => ({ ...now, deleted: Date.now() - days * day }));
    await store.lists.purge();
    expect((await store.lists.bin()).map(({ id }) => id)).toEqual(left);
  }
  expect(await store.lists.ids()).not.toContain('g');
});

test('a window follows its own writes, also those that another window made for it', async () => {
  await store.save({ ...kept('h', 1, 0), by: 'me' }, [], 0);
  await store.save({ ...kept('h', 2, 0), by: 'me' }, [], 0);
  expect(await store.save({ ...kept('h', 2, 0), by: 'me' }, [], 0)).toBe(3);
  await expect(store.save({ ...kept('h', 2, 0), by: 'other' }, [], 0)).rejects.toBeInstanceOf(store.Stale);
  await store.lists.erase(['h']);
});

test('a list whose data were cleared is not written as if it were new', async () => {
  await expect(store.save(kept('i', 4, 0), [], 0)).rejects.toBeInstanceOf(Gone);
});

test('tags stay when a window that does not know them writes the list', async () => {
  await store.save(kept('f', 1, 0), [], 0);
  await store.tag(['f'], 'tournament', true);
  await store.tag(['f'], 'club', true);
  await store.save(kept('f', 2, 1), [step('one')], 0);
  expect((await store.load('f'))?.kept).toMatchObject({ rev: 2, tags: ['club', 'tournament'] });
  await store.tag(['f'], 'club', false);
  expect((await store.load('f'))?.kept.tags).toEqual(['tournament']);
  await store.lists.erase(['f']);
});
