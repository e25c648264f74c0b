import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import type { Kept } from '../desk/store';
import { listsOf, pointsAt, sheetOf } from './link';
import type { KeptSheet } from './store';

const kept = (file: string, ruleset: string): KeptSheet => ({
  id: file,
  sheet: { kind: 'cruise', ruleset: { id: ruleset, version: '^1.0' } },
  file,
  rev: 1,
  updated: 0,
  at: 0,
  steps: 0,
  place: null,
  filed: null,
  standing: null,
});
const list = (file: string | null, more: Partial<ArmyList> = {}): ArmyList => ({
  muster: 1,
  ruleset: 'r',
  ...(file === null ? {} : { sheet: { file, rows: ['BG 9'] } }),
  ...more,
});

test('a list points at the sheet of its game whose file it names, in whatever folder', () => {
  expect(pointsAt(list('war.yaml'), kept('war.yaml', 'r'))).toBe(true);
  expect(pointsAt(list('../games/war.yaml'), kept('war.yaml', 'r'))).toBe(true);
  expect(pointsAt(list('war.yaml'), kept('war.yaml', 'other'))).toBe(false);
  expect(pointsAt(list(null), kept('war.yaml', 'r'))).toBe(false);
  expect(sheetOf(list('war.yaml'), [kept('peace.yaml', 'r'), kept('war.yaml', 'r')])?.id).toBe('war.yaml');
  expect(sheetOf(list('war.yaml'), [])).toBeNull();
});

test('a list stands for the rows it names and for those with the names of its squadrons', () => {
  const one = { id: 'a', list: list('war.yaml', { squadrons: [{ unit: 'u', name: '3rd Rifles' }] }) } as Kept;
  const [linked, ...more] = listsOf(kept('war.yaml', 'r'), [one, { id: 'b', list: list('peace.yaml') } as Kept]);
  expect(more).toEqual([]);
  expect(linked?.names).toContain('bg-9');
  expect(linked?.names).toContain('3rd-rifles');
});
