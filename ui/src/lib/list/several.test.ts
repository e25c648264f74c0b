import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { squadrons } from './edits';
import { apply } from './ops';
import { duplicateAll, moveAll, removeAll, setAll, type SeveralEdit, tops } from './several';

const list: ArmyList = {
  muster: 1,
  ruleset: 'r',
  mfv: 100,
  groups: [
    { kind: 'k', squadrons: [{ unit: 'a', id: 'one', attached: [{ unit: 'x' }] }, { unit: 'b' }, { unit: 'c' }] },
    { kind: 'k' },
  ],
  squadrons: [{ unit: 'd' }],
};
const [a, x, b, c] = ['0', '0/attached/0', '1', '2'].map((end) => `/groups/0/squadrons/${end}`) as [
  string,
  string,
  string,
  string,
];

/** The units after an edit, which its inverse takes back as a whole. Checks that its places are those of the units. */
function after(edit: SeveralEdit, ...there: string[]): string[] {
  const { root, inverse } = apply(list, edit.ops);
  expect(apply(root, inverse).root).toEqual(list);
  const all = [...squadrons(root)];
  expect(edit.places.map((place) => all.find(({ at }) => at === place)?.squadron.unit)).toEqual(there);
  if (edit.select) expect(all.some(({ at }) => at === edit.select)).toBe(true);
  return all.map(({ at, squadron }) => `${at.replace('/groups/', '').replace('/squadrons', '')} ${squadron.unit}`);
}

test('what is attached goes with its squadron, and counts once', () => {
  expect(tops([c, x, a, '/squadrons/0', a])).toEqual([a, c, '/squadrons/0']);
  expect(after(removeAll(list, [x, a, c], 'two'))).toEqual(['/0 d', '0/0 b'].sort());
  expect(removeAll(list, [a, b, c], 'three').select).toBeNull();
  expect(removeAll(list, [x], 'one').select).toBe(a);
});

test('each has a copy behind it, without its id', () => {
  const edit = duplicateAll(list, [b, a, '/squadrons/0'], 'three');
  expect(after(edit, 'a', 'b', 'd').filter((line) => !line.includes('attached'))).toEqual([
    '/0 d',
    '/1 d',
    '0/0 a',
    '0/1 a',
    '0/2 b',
    '0/3 b',
    '0/4 c',
  ]);
  const copy = apply(list, edit.ops).root.groups?.[0]?.squadrons?.[1];
  expect(copy).toEqual({ unit: 'a', attached: [{ unit: 'x' }] });
  // The copy of an attached squadron stands behind it, attached to the same host.
  expect(after(duplicateAll(list, [x, b], 'two'), 'x', 'b')).toContain('0/0/attached/1 x');
});

test('several go to the end of another group in their order', () => {
  expect(after(moveAll(list, [c, a], '/groups/1/squadrons', 'two'), 'a', 'c')).toEqual([
    '/0 d',
    '0/0 b',
    '1/0 a',
    '1/0/attached/0 x',
    '1/1 c',
  ]);
  expect(after(moveAll(list, [b, '/squadrons/0'], '/groups/0/squadrons', 'two'), 'b', 'd')).toContain('0/3 d');
  expect(moveAll(list, [a, b], '/groups/0/squadrons', 'two').ops).toEqual([]);
});

test('a field of all of them is one step', () => {
  const edit = setAll(list, [a, b], 'allocation', 'reserve', 'Allocation of two');
  expect(after(edit, 'a', 'b')).toHaveLength(5);
  const [first, second, third] = apply(list, edit.ops).root.groups?.[0]?.squadrons ?? [];
  expect([first?.allocation, second?.allocation, third?.allocation]).toEqual(['reserve', 'reserve', undefined]);
});
