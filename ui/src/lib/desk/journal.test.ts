import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import type { Step } from '../list/history';
import * as store from './store';

const held = new Map<string, string>();
let room = true;
// The keys of the real one are its own fields.
const storage = new Proxy(
  {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => void held.delete(key),
    setItem: (key: string, text: string) => {
      if (!room) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, text);
    },
  },
  { ownKeys: () => [...held.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
);
Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });

const kept = (id: string, rev: number, name: string, by: string, steps: number): store.Kept => ({
  id,
  by,
  rev,
  steps,
  at: steps,
  list: { muster: 1, name, ruleset: 'r', squadrons: [] },
  updated: Date.now(),
  selected: null,
  file: null,
  place: null,
  filed: null,
  judged: { version: '1', digest: 'd', verdict: 'legal', points: 1, lines: [] },
});
const step = (name: string): Step => ({ name, ops: [], inverse: [], before: null, after: null, when: 0 });
const names = async (): Promise<(string | undefined)[]> =>
  (await store.all()).map(({ list }) => list.name ?? undefined).sort();

beforeEach(async () => {
  held.clear();
  room = true;
  await store.lists.erase((await store.all()).map(({ id }) => id));
});

test('an edit that was noted and never stored is there, with its steps and without the old verdict', async () => {
  await store.save(kept('a', 1, 'one', 'me', 1), [step('first')], 0);
  expect(store.lists.note(kept('a', 2, 'two', 'me', 2), [step('first'), step('second')], 1)).toBe(true);
  const found = await store.load('a');
  expect(found?.kept).toMatchObject({ rev: 2, unjudged: true, list: { name: 'two' } });
  expect(found?.steps.map(({ name }) => name)).toEqual(['first', 'second']);
  expect(held.size).toBe(0);
  // If its window is still there, it writes on.
  expect(await store.save(kept('a', 2, 'three', 'me', 2), [step('first'), step('third')], 1)).toBe(3);
});

test('a noted edit that was stored after all changes nothing', async () => {
  await store.save(kept('a', 1, 'one', 'me', 0), [], 0);
  store.lists.note(kept('a', 2, 'two', 'me', 0), [], 0);
  const later = { ...kept('a', 2, 'three', 'me', 0), updated: Date.now() + 1000 };
  await store.save(later, [], 0);
  expect((await store.load('a'))?.kept).toMatchObject({ rev: 2, list: { name: 'three' } });
});

test('if another window has written meanwhile, both states stay', async () => {
  await store.save(kept('a', 1, 'one', 'me', 0), [], 0);
  store.lists.note(kept('a', 2, 'mine', 'me', 0), [], 0);
  await store.save(kept('a', 2, 'theirs', 'other', 0), [], 0);
  expect(await names()).toEqual(['mine', 'theirs']);
  expect((await store.load('a'))?.kept.list.name).toBe('theirs');
});

test('a noted list whose data were cleared comes back, one in the bin stays there', async () => {
  store.lists.note(kept('a', 5, 'cleared', 'me', 1), [step('x')], 0);
  await store.save(kept('b', 1, 'deleted', 'me', 0), [], 0);
  await store.lists.forget(['b']);
  store.lists.note(kept('b', 2, 'deleted', 'me', 0), [], 0);
  expect(await names()).toEqual(['cleared']);
});

test('without room for the note, the caller is told, and no older note stays', async () => {
  await store.save(kept('a', 1, 'one', 'me', 0), [], 0);
  store.lists.note(kept('a', 2, 'two', 'me', 0), [], 0);
  room = false;
  expect(store.lists.note(kept('a', 2, 'three', 'me', 0), [], 0)).toBe(false);
  expect(held.size).toBe(0);
});

test('garbage in the place of a note is left alone', async () => {
  held.set('muster-unsaved a', '{');
  held.set('muster-unsaved b', '"x"');
  held.set('other', 'x');
  expect(await names()).toEqual([]);
});
