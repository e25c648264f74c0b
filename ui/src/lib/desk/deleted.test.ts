import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { begin } from '../play/game';
import * as play from '../play/store';
import { forget, restore } from './deleted';
import * as store from './store';

const list: ArmyList = { muster: 1, ruleset: 'r', mfv: 100, squadrons: [] };
const fresh = { list, rev: 1, updated: 1, at: 0, steps: 0, selected: null, file: null, place: null, filed: null };

test('a list that is put back has its game, although another game was opened meanwhile', async () => {
  for (const id of ['a', 'b']) await store.save({ ...fresh, id, judged: null }, [], 0);
  const game = { ...begin(list), marks: { turn: 3 } };
  await play.save({ id: 'a', game });
  await play.save({ id: 'b', game });
  const deleted = await forget(['a']);
  await play.forgetGone();
  expect(await play.load('a')).toBeUndefined();
  expect(await play.load('b')).toEqual(game);
  await restore(deleted);
  expect((await store.load('a'))?.kept.list).toEqual(list);
  expect(await play.load('a')).toEqual(game);
});
