import { expect, test } from 'vitest';
import type { ArmyList, SquadronInPlay } from '../api/types';
import { begin, clear, differs, isBegun, left, lost, lostModel, ofModel, set, take, TURN, undo } from './game';

const list = (...units: string[]): ArmyList => ({
  muster: 1,
  ruleset: 'r',
  mfv: 100,
  squadrons: units.map((unit) => ({ unit })),
});
const hull = ofModel('/squadrons/0', 0, 0, 'Hull', 0);

test('taps are undone one by one, a new game too', () => {
  let game = begin(list('one'));
  game = set(game, 'Hull', { [hull]: 2 });
  game = set(game, 'Hull', { [hull]: 3 });
  game = clear(set(game, 'Turn', { [TURN]: 1 }));
  expect(isBegun(game)).toBe(false);
  game = undo(game);
  expect(game.marks).toEqual({ [hull]: 3, [TURN]: 1 });
  game = undo(undo(game));
  expect(game.marks).toEqual({ [hull]: 2 });
  game = undo(undo(game));
  expect([game.marks, game.steps]).toEqual([{}, []]);
});

test('a changed list keeps the marks of squadrons that stand where they stood', () => {
  const other = ofModel('/squadrons/1', 0, 0, 'Hull', 0);
  const game = set(begin(list('one', 'two')), 'Hull', { [hull]: 1, [other]: 1, [TURN]: 2 });
  const now = list('one', 'three');
  expect(differs(game, now)).toBe(true);
  expect(differs(game, { ...game.list, name: 'Named' })).toBe(false);
  const taken = take(game, now);
  expect(taken.marks).toEqual({ [hull]: 1, [TURN]: 2 });
  expect(taken.list).toBe(now);
  expect(undo(taken).marks).toEqual(game.marks);
  expect(undo(taken).list).toBe(game.list);
});

test('destroyed models are counted one by one, or by a number where they have no boxes', () => {
  const shown = { name: 'Model', card: { stats: [], weapons: [], rules: [] }, some: [] };
  const squadron: SquadronInPlay = {
    at: '/squadrons/0',
    name: 'Mixed',
    drawing: null,
    kind: null,
    price: '',
    'attached-to': null,
    roles: [],
    options: [],
    boxes: [],
    models: [
      { number: 2, shown, boxes: [{ title: 'Hull', rows: [3] }] },
      { number: 5, shown, boxes: [] },
    ],
  };
  const { at } = squadron;
  expect(left(squadron, {})).toEqual({ left: [2, 5], of: [2, 5] });
  expect(left(squadron, { [lostModel(at, 0, 1)]: 1, [lost(at, 1)]: 4 })).toEqual({ left: [1, 1], of: [2, 5] });
  expect(left(squadron, { [lost(at, 1)]: 9 }).left).toEqual([2, 0]);
});
