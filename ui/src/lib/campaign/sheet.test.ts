import { expect, test } from 'vitest';
import type { FieldInfo, RowKindInfo, SheetFile, SheetKindInfo } from '../api/types';
import { apply } from '../list/ops';
import type { Edit } from '../list/edits';
import {
  addRow,
  duplicateRow,
  lineOf,
  moveRow,
  removeRow,
  rowAt,
  rowsOf,
  setField,
  shownOf,
  textOf,
  totalsOf,
} from './sheet';

const field = (id: string, more: Partial<FieldInfo>): FieldInfo => ({
  id,
  title: id.toUpperCase(),
  summary: null,
  holds: 'flag',
  values: [],
  repeats: false,
  required: false,
  ...more,
});
const words = [
  { id: 'red', title: 'Red', summary: null },
  { id: 'blue', title: 'Blue', summary: null },
];
const flotillas: RowKindInfo = {
  id: 'flotillas',
  title: 'Flotilla',
  of: 'list',
  fields: [
    field('colour', { holds: 'word', values: words, required: true }),
    field('ships', { holds: 'number', required: true }),
    field('lost', { holds: 'number' }),
    field('proud', {}),
    field('medals', { holds: 'words', values: words, repeats: true }),
  ],
};
const sheet: SheetFile = { muster: 1, kind: 'cruise', ruleset: 'r' };
const done = (before: SheetFile, edit: Edit | null): SheetFile => apply(before, edit!.ops).root;
const names = (of: SheetFile): string[] => rowsOf(of, 'flotillas').map((row) => textOf(row, 'name'));

test('a new row states what it must, under a name that no other row has', () => {
  const one = done(sheet, addRow(sheet, flotillas));
  expect(rowsOf(one, 'flotillas')).toEqual([{ name: 'Flotilla 1', colour: 'red', ships: 0 }]);
  const two = done(one, duplicateRow(one, flotillas, 0));
  expect(names(two)).toEqual(['Flotilla 1', 'Flotilla 1 2']);
  const three = done(two, addRow(two, flotillas));
  expect(names(three)).toEqual(['Flotilla 1', 'Flotilla 1 2', 'Flotilla 3']);
  expect(names(done(three, addRow(done(three, removeRow(three, flotillas, 0)), flotillas)))).toHaveLength(4);
  expect(names(done(three, moveRow(three, flotillas, 2, -1)))).toEqual(['Flotilla 1', 'Flotilla 3', 'Flotilla 1 2']);
  expect(moveRow(three, flotillas, 2, 1)).toBeNull();
  expect(removeRow(three, flotillas, 2).select).toBe('/flotillas/1');
});

test('what a field does not hold is left out', () => {
  const one = done(sheet, addRow(sheet, flotillas));
  const proud = done(one, setField(one, '/flotillas/0', 'proud', true, 'Proud'));
  expect(rowsOf(proud, 'flotillas')[0]).toHaveProperty('proud', true);
  expect(rowsOf(done(proud, setField(proud, '/flotillas/0', 'proud', false, 'Proud')), 'flotillas')[0]).toEqual({
    name: 'Flotilla 1',
    colour: 'red',
    ships: 0,
  });
  const zero = done(one, setField(one, '/flotillas/0', 'lost', 0, 'Lost'));
  expect(rowsOf(zero, 'flotillas')[0]).toHaveProperty('lost', 0);
});

test('rows are shown in words, with totals of what they state', () => {
  const row = { name: 'A', colour: 'blue', ships: 3, proud: true, medals: ['red', 'red'] };
  expect(lineOf(flotillas, row)).toBe('Blue · SHIPS 3 · PROUD · Red, Red');
  expect(totalsOf(flotillas, [row, { ships: 4 }, {}])).toEqual([{ title: 'SHIPS', total: 7 }]);
  const unit = field('unit', { holds: 'unit' });
  expect(shownOf(unit, { unit: 'no-such' }, [])).toBe('no-such');
});

test('findings lead to their rows', () => {
  const kind: SheetKindInfo = { id: 'cruise', title: 'Cruise', summary: '', fields: [], rows: [flotillas] };
  expect(rowAt(kind, '/flotillas/2/ships')).toEqual({ kind: flotillas, index: 2 });
  expect(rowAt(kind, '/flotillas')).toBeNull();
  expect(rowAt(kind, '/others/2')).toBeNull();
});

test('rows that are no list are none', () => {
  expect(rowsOf({ ...sheet, flotillas: 3 }, 'flotillas')).toEqual([]);
});
