// Sheets as data: their rows and fields by what the ruleset declares, and the edits of them as named patches.

import type { ArmyList, FieldInfo, RowKindInfo, RulesetInfo, SheetFile, SheetKindInfo, UnitInfo } from '../api/types';
import { type Edit, field } from '../list/edits';
import { at as resolve, last, parent } from '../list/pointer';
import { slug } from '../words';

/** A row of a sheet, or the sheet with its own fields. */
export type Fields = { readonly [id: string]: unknown };

export const rulesetOf = ({ ruleset }: Pick<SheetFile | ArmyList, 'ruleset'>): string =>
  typeof ruleset === 'string' ? ruleset : ruleset.id;

export const kindOf = (game: RulesetInfo | undefined, sheet: SheetFile): SheetKindInfo | undefined =>
  game?.sheets.find((one) => one.id === sheet.kind);

export const titleOf = (sheet: SheetFile): string => sheet.name || textOf(sheet, 'player') || 'Unnamed sheet';

/** The text that a field holds; empty if it holds none. */
export function textOf(fields: Fields, id: string): string {
  const value = fields[id];
  return typeof value === 'string' ? value : '';
}

export const numberOf = (fields: Fields, id: string): number | null => {
  const value = fields[id];
  return typeof value === 'number' ? value : null;
};

/** The words that a field of many words holds. */
export function wordsOf(fields: Fields, id: string): string[] {
  const value = fields[id];
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

export function rowsOf(sheet: SheetFile, kind: string): Fields[] {
  const rows = sheet[kind];
  return Array.isArray(rows) ? (rows as Fields[]) : [];
}

/** The name of a row on screens. */
export const rowTitle = (kind: RowKindInfo, row: Fields, index: number): string =>
  textOf(row, 'name') || `${kind.title} ${index + 1}`;

/** What a field holds, in words. */
export function shownOf(field: FieldInfo, row: Fields, units: readonly UnitInfo[]): string {
  const title = (word: string): string => field.values.find((one) => one.id === word)?.title ?? word;
  switch (field.holds) {
    case 'flag':
      return row[field.id] === true ? field.title : '';
    case 'number':
      return String(numberOf(row, field.id) ?? '');
    case 'unit':
      return units.find((unit) => unit.id === textOf(row, field.id))?.name ?? textOf(row, field.id);
    case 'words':
      return wordsOf(row, field.id).map(title).join(', ');
    default:
      return title(textOf(row, field.id));
  }
}

/** A row in a line: its fields, those with numbers with their titles. */
export const lineOf = (kind: RowKindInfo, row: Fields): string =>
  kind.fields
    .map((field) => [shownOf(field, row, []), field] as const)
    .filter(([shown]) => shown !== '')
    .map(([shown, field]) => (field.holds === 'number' ? `${field.title} ${shown}` : shown))
    .join(' · ');

/** The sums of the fields with numbers that any row states. */
export const totalsOf = (kind: RowKindInfo, rows: readonly Fields[]): { title: string; total: number }[] =>
  kind.fields
    .filter((field) => field.holds === 'number' && rows.some((row) => numberOf(row, field.id) !== null))
    .map((field) => ({
      title: field.title,
      total: rows.reduce((sum, row) => sum + (numberOf(row, field.id) ?? 0), 0),
    }));

/** A name that no other row has: `Group 3`. */
function freeName(rows: readonly Fields[], title: string, from: number): string {
  const taken = new Set(rows.map((row) => slug(textOf(row, 'name'))));
  let number = from;
  while (taken.has(slug(`${title} ${number}`))) number++;
  return `${title} ${number}`;
}

/** A new row. It states what every row must state, except a unit, which the person has to choose. */
export function newRow(kind: RowKindInfo, rows: readonly Fields[]): Fields {
  const stated = kind.fields
    .filter((field) => field.required)
    .flatMap((field): [string, unknown][] => {
      if (field.holds === 'number') return [[field.id, 0]];
      return field.holds === 'word' && field.values[0] ? [[field.id, field.values[0].id]] : [];
    });
  const name = kind.of === null ? [] : [['name', freeName(rows, kind.title, rows.length + 1)] as const];
  return Object.fromEntries([...name, ...stated]);
}

/** Puts a row into a sheet, behind the rows before `index`. */
function insert(sheet: SheetFile, kind: RowKindInfo, index: number, row: Fields, name: string): Edit {
  const at = `/${kind.id}/${index}`;
  const holder = Array.isArray(sheet[kind.id]) ? [] : [{ op: 'add' as const, at: `/${kind.id}`, value: [] }];
  return { name, ops: [...holder, { op: 'add', at, value: row }], select: at };
}

export function addRow(sheet: SheetFile, kind: RowKindInfo): Edit {
  const rows = rowsOf(sheet, kind.id);
  return insert(sheet, kind, rows.length, newRow(kind, rows), `Add ${kind.title}`);
}

export function duplicateRow(sheet: SheetFile, kind: RowKindInfo, index: number): Edit {
  const rows = rowsOf(sheet, kind.id);
  const row = rows[index]!;
  const title = rowTitle(kind, row, index);
  const copy = textOf(row, 'name') ? { ...row, name: freeName(rows, title, 2) } : row;
  return insert(sheet, kind, index + 1, copy, `Duplicate ${title}`);
}

export function removeRow(sheet: SheetFile, kind: RowKindInfo, index: number): Edit {
  const rows = rowsOf(sheet, kind.id);
  const left = rows.length - 1;
  return {
    name: `Remove ${rowTitle(kind, rows[index]!, index)}`,
    ops: [{ op: 'remove', at: `/${kind.id}/${index}` }],
    select: left > 0 ? `/${kind.id}/${Math.min(index, left - 1)}` : null,
  };
}

/** Moves a row one place up or down; null if it is at the end. */
export function moveRow(sheet: SheetFile, kind: RowKindInfo, index: number, by: 1 | -1): Edit | null {
  const rows = rowsOf(sheet, kind.id);
  const row = rows[index];
  if (!row || !rows[index + by]) return null;
  return {
    name: `Move ${rowTitle(kind, row, index)}`,
    ops: [
      { op: 'remove', at: `/${kind.id}/${index}` },
      { op: 'add', at: `/${kind.id}/${index + by}`, value: row },
    ],
    select: `/${kind.id}/${index + by}`,
  };
}

/** Sets a field of a row, or of the sheet itself at ''. A flag that is not set, and a text without letters, are left
 * out. The same value is no edit. */
export const setField = (sheet: SheetFile, at: string, id: string, value: unknown, title: string): Edit =>
  resolve(sheet, `${at}/${id}`) === value
    ? { name: title, ops: [] }
    : field(sheet, at, id, value === false ? null : value, title);

/** The row that a pointer leads into: its kind and its place; null if it leads to the sheet itself. */
export function rowAt(kind: SheetKindInfo, pointer: string): { kind: RowKindInfo; index: number } | null {
  const at = /^\/[^/]+\/\d+/.exec(pointer)?.[0];
  const row = at ? kind.rows.find((one) => parent(at) === `/${one.id}`) : undefined;
  return at && row ? { kind: row, index: Number(last(at)) } : null;
}
