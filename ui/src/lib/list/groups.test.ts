import { expect, test } from 'vitest';
import type { ArmyList, RulesetInfo } from '../api/types';
import { groupTitles, kindsFor } from './groups';

const kind = (id: string, nations: string[] | null) => ({ id, title: id, summary: null, slots: [], nations });
const game = {
  'group-kinds': [kind('north', ['blue']), kind('south', ['red']), kind('any', null)],
} as unknown as RulesetInfo;
const ids = (nation: string | null): string[] => kindsFor(game, nation).map((kind) => kind.id);

test('a nation is offered the kinds that its units may stand in', () => {
  expect(ids('blue')).toEqual(['north', 'any']);
  expect(ids('green')).toEqual(['any']);
  expect(ids(null)).toEqual(['north', 'south', 'any']);
});

test('a nation that fits no kind is offered all', () => {
  expect(kindsFor({ ...game, 'group-kinds': game['group-kinds'].slice(0, 2) }, 'green')).toHaveLength(2);
});

test('groups of one name are numbered', () => {
  const groups = [{ kind: 'north' }, { kind: 'south' }, { kind: 'north' }, { kind: 'south', name: 'north' }];
  const list: ArmyList = { muster: 1, ruleset: 'r', groups };
  expect(groupTitles(game, list)).toEqual(['north 1', 'south', 'north 2', 'north 3']);
});
