import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { ArmyList } from '../api/types';
import * as store from '../desk/store';
import { field } from '../list/edits';

// What a browser has and Node lacks.
Object.assign(globalThis, {
  document: new EventTarget(),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  requestAnimationFrame: (act: () => void) => setTimeout(act),
});
const { OpenDocument } = await import('./open.svelte');
const { Judging } = await import('./judging.svelte');

class OpenList extends OpenDocument<ArmyList, store.Kept> {
  readonly judging = new Judging({ ask: () => Promise.resolve(this.document), answered: () => undefined });

  constructor({ kept, steps }: NonNullable<Awaited<ReturnType<typeof store.load>>>) {
    super('list', store.lists, kept, steps);
    this.begin();
  }

  get name(): string | null | undefined {
    return this.document.name;
  }
  call(name: string): void {
    this.do(field(this.document, '', 'name', name, `Call it ${name}`));
  }
  protected rest = (): Partial<store.Kept> => ({});
  protected text = (): Promise<string> => Promise.resolve('');
  protected copy = (): Promise<Partial<store.Kept>> => Promise.resolve({});
  protected follow(): void {
    // Nothing depends on it.
  }
}

/** Two windows with one list. */
async function windows(): Promise<[OpenList, OpenList]> {
  const id = store.newId();
  const list: ArmyList = { muster: 1, ruleset: 'r', squadrons: [] };
  const beside = { selected: null, file: null, place: null, filed: null, judged: null };
  await store.save({ id, rev: 1, steps: 0, at: 0, list, updated: 0, ...beside }, [], 0);
  const found = (await store.load(id))!;
  const both: [OpenList, OpenList] = [new OpenList(found), new OpenList(found)];
  await vi.waitUntil(() => both.every(({ meeting }) => meeting === 'other-window'));
  return both;
}

test('a window with nothing unsaved takes what another one writes', async () => {
  const [one, two] = await windows();
  one.call('Spring');
  await vi.waitUntil(() => two.name === 'Spring');
  expect([two.meeting, two.undoName]).toEqual(['taken-over', 'Call it Spring']);
  expect(two.undo()).toBe('Call it Spring');
  expect(two.name).toBeUndefined();
  await vi.waitUntil(() => one.name === undefined);
});

test('after a conflict nothing is edited or undone until the person chooses', async () => {
  const [one, two] = await windows();
  one.call('Spring');
  two.call('Autumn');
  await one.flush();
  await vi.waitUntil(() => two.keeping.halted === 'conflict');
  expect([two.undoName, two.undo(), two.redo()]).toEqual([null, null, null]);
  two.call('Winter');
  expect(two.name).toBe('Autumn');
  const copy = await store.load(await two.keepAsCopy());
  expect(copy?.kept.list.name).toBe('Autumn');
  await two.takeTheirs();
  expect([two.name, two.undoName]).toEqual(['Spring', 'Call it Spring']);
});

test('an edit that is made while another state is being read is a conflict, and is not lost', async () => {
  const [one, two] = await windows();
  one.call('Spring');
  await one.flush();
  const taking = two.takeTheirs();
  two.call('Autumn');
  await taking;
  await vi.waitUntil(() => two.keeping.halted === 'conflict');
  expect(two.name).toBe('Autumn');
});
