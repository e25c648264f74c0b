import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { lists, load, save } from '../desk/store';
import { begin } from './game';
import * as play from './store';

const list: ArmyList = { muster: 1, ruleset: 'r', mfv: 100, squadrons: [] };
const fresh = { list, rev: 1, updated: 1, at: 0, steps: 0, selected: null, file: null, place: null, filed: null };

test('a list in the bin keeps its game, one that is deleted for good does not', async () => {
  for (const id of ['a', 'b']) await save({ ...fresh, id, judged: null }, [], 0);
  const game = { ...begin(list), marks: { turn: 3 } };
  await play.save({ id: 'a', game });
  await play.save({ id: 'b', game });
  await lists.forget(['a']);
  await lists.erase(['b']);
  await play.forgetGone();
  expect(await play.load('b')).toBeUndefined();
  await lists.restore(['a']);
  expect((await load('a'))?.kept.list).toEqual(list);
  expect(await play.load('a')).toEqual(game);
});
