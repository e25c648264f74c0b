import { describe, expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import * as edits from './edits';
import { apply } from './ops';
import { home, without } from './pointer';

const flat: ArmyList = {
  muster: 1,
  ruleset: 'r',
  mfv: 100,
  squadrons: [{ unit: 'a', models: 2, attached: [{ unit: 'x' }] }, { unit: 'b', id: 'two' }, { unit: 'c' }],
};
const grouped: ArmyList = {
  muster: 1,
  ruleset: 'r',
  mfv: 100,
  groups: [{ kind: 'k', squadrons: [{ unit: 'a' }, { unit: 'b' }] }, { kind: 'k' }],
};
const units = (list: ArmyList): string[] =>
  [...edits.squadrons(list)].map(({ at, squadron }) => `${at} ${squadron.unit}`);
const done = (list: ArmyList, edit: edits.Edit | null): ArmyList => (edit ? apply(list, edit.ops).root : list);

/** Applies an edit, and checks that its inverse restores exactly the list before. */
function both(list: ArmyList, edit: edits.Edit | null): ArmyList {
  const { root, inverse } = apply(list, edit!.ops);
  expect(apply(root, inverse).root).toEqual(list);
  return root;
}

describe('edits', () => {
  test('add at the end, and into a list without squadrons', () => {
    expect(units(both(flat, edits.append(flat, '/squadrons', { unit: 'd' }, 'Add d')))).toEqual([
      '/squadrons/0 a',
      '/squadrons/0/attached/0 x',
      '/squadrons/1 b',
      '/squadrons/2 c',
      '/squadrons/3 d',
    ]);
    const bare: ArmyList = { muster: 1, ruleset: 'r', mfv: 1 };
    const edit = edits.append(bare, '/squadrons', { unit: 'd' }, 'Add d');
    expect(edit.select).toBe('/squadrons/0');
    expect(both(bare, edit).squadrons).toEqual([{ unit: 'd' }]);
  });

  test('new squadrons go to the selected group, else to the last one', () => {
    expect(edits.arrayFor(grouped, '/groups/0/squadrons/1')).toBe('/groups/0/squadrons');
    expect(edits.arrayFor(grouped, null)).toBe('/groups/1/squadrons');
    expect(edits.arrayFor(flat, '/squadrons/0')).toBe('/squadrons');
  });

  test('remove selects the neighbour', () => {
    expect(edits.remove(flat, '/squadrons/2', 'c').select).toBe('/squadrons/1');
    expect(edits.remove(flat, '/squadrons/0/attached/0', 'x').select).toBe('/squadrons/0');
    expect(units(both(flat, edits.remove(flat, '/squadrons/0', 'a')))).toEqual(['/squadrons/0 b', '/squadrons/1 c']);
  });

  test('move within an array, both ways, and not onto itself', () => {
    expect(units(both(flat, edits.move(flat, '/squadrons/0', '/squadrons', 2, 'a')))).toEqual([
      '/squadrons/0 b',
      '/squadrons/1 a',
      '/squadrons/1/attached/0 x',
      '/squadrons/2 c',
    ]);
    expect(units(both(flat, edits.move(flat, '/squadrons/2', '/squadrons', 0, 'c')))[0]).toBe('/squadrons/0 c');
    expect(edits.move(flat, '/squadrons/1', '/squadrons', 1, 'b')).toBeNull();
    expect(edits.move(flat, '/squadrons/1', '/squadrons', 2, 'b')).toBeNull();
    expect(edits.move(flat, '/squadrons/0', '/squadrons/0/attached', 0, 'a')).toBeNull();
  });

  test('move onto a squadron that the move itself shifts', () => {
    const edit = edits.move(flat, '/squadrons/0', '/squadrons/1/attached', 0, 'a');
    expect(edit!.select).toBe('/squadrons/0/attached/0');
    expect(units(both(flat, edit))).toEqual([
      '/squadrons/0 b',
      '/squadrons/0/attached/0 a',
      '/squadrons/0/attached/0/attached/0 x',
      '/squadrons/1 c',
    ]);
  });

  test('nudge moves a squadron into the next group at the end of its own', () => {
    const once = done(grouped, edits.nudge(grouped, '/groups/0/squadrons/1', 1, 'b'));
    expect(units(once)).toEqual(['/groups/0/squadrons/0 a', '/groups/1/squadrons/0 b']);
    expect(units(done(once, edits.nudge(once, '/groups/1/squadrons/0', -1, 'b')))).toEqual([
      '/groups/0/squadrons/0 a',
      '/groups/0/squadrons/1 b',
    ]);
    expect(edits.nudge(flat, '/squadrons/2', 1, 'c')).toBeNull();
  });

  test('what was cut keeps its ids where it is pasted, unless another has them', () => {
    const cut = both(flat, edits.remove(flat, '/squadrons/1', 'b', 'Cut'));
    const squadron = { unit: 'b', id: 'two', attached: [{ unit: 'c', id: 'three' }] };
    expect(both(cut, edits.paste(cut, '/squadrons', Infinity, squadron, 'b')).squadrons?.at(-1)).toEqual(squadron);
    const copied = both(flat, edits.paste(flat, '/squadrons', Infinity, squadron, 'b')).squadrons?.at(-1);
    expect(copied).toEqual({ unit: 'b', attached: [{ unit: 'c', id: 'three' }] });
  });

  test('a copy has no id of its own', () => {
    const copy = both(flat, edits.duplicate(flat, '/squadrons/1', 'b'));
    expect(copy.squadrons?.[2]).toEqual({ unit: 'b' });
    expect(copy.squadrons?.[1]).toEqual({ unit: 'b', id: 'two' });
  });

  test('an empty field is removed', () => {
    const named = both(flat, edits.field(flat, '/squadrons/0', 'name', 'First', 'Name'));
    expect(named.squadrons?.[0]?.name).toBe('First');
    expect(both(named, edits.field(named, '/squadrons/0', 'name', '', 'Name')).squadrons?.[0]).toEqual(
      flat.squadrons?.[0],
    );
    expect(edits.field(flat, '/squadrons/0', 'name', '', 'Name').ops).toEqual([]);
  });

  test('settings, consents and decks come and go', () => {
    const set = both(flat, edits.setting(flat, 's', 'x', 'S'));
    expect(set.settings).toEqual({ s: 'x' });
    expect(both(set, edits.setting(set, 's', undefined, 'S')).settings).toEqual({});
    expect(both(flat, edits.consent(flat, 'r', true)).consents).toEqual(['r']);
    const dealt = both(flat, edits.deck(flat, 'd', ['one'], 'Give'));
    expect(dealt.decks).toEqual({ d: ['one'] });
    expect(both(dealt, edits.deck(dealt, 'd', null, 'Withhold')).decks).toEqual({});
  });

  test('models that differ grow and shrink from the last part', () => {
    const parts = [
      { count: 2, mark: 'I' },
      { count: 1, mark: 'II' },
    ];
    expect(edits.resized(parts, 5)).toEqual([
      { count: 2, mark: 'I' },
      { count: 3, mark: 'II' },
    ]);
    expect(edits.resized(parts, 2)).toEqual([{ count: 2, mark: 'I' }]);
    expect(edits.resized(3, 40)).toBe(40);
  });

  test('another list in its place is one step', () => {
    expect(both(flat, edits.turn(flat, grouped, null, 'Read again'))).toEqual(grouped);
  });

  test('ids are unused slugs', () => {
    expect(edits.freeId(flat, 'Two')).toBe('two-2');
    expect(edits.freeId(flat, 'Wächter Été')).toBe('wachter-ete');
  });
});

describe('pointers', () => {
  test('findings are shown at their squadron or group', () => {
    expect(home('/squadrons/3/options/1')).toBe('/squadrons/3');
    expect(home('/groups/0/squadrons/1/attached/0/models')).toBe('/groups/0/squadrons/1/attached/0');
    expect(home('/groups/1/kind')).toBe('/groups/1');
    expect(home('/settings/core')).toBeNull();
    expect(home('')).toBeNull();
  });

  test('places move up when one before them goes', () => {
    expect(without('/squadrons/3/attached/0', '/squadrons/1')).toBe('/squadrons/2/attached/0');
    expect(without('/squadrons/0', '/squadrons/1')).toBe('/squadrons/0');
    expect(without('/squadrons/1/attached', '/squadrons/1')).toBeNull();
    expect(without('/squadrons', '/squadrons/1')).toBe('/squadrons');
  });
});
