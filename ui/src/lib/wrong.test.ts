import { expect, test } from 'vitest';
import type { ArmyList } from './api/types';
import { caseOf, fileName, others, type ToldVerdict } from './wrong';

const list = { muster: 1, name: "Anna's Own", player: 'Anna', ruleset: 'dw-2.5' } as ArmyList;
const told: ToldVerdict = { list, verdict: 'illegal', finding: null, event: { name: 'cup' }, sheet: null };
const finding = { rule: 'cap-large', at: ['/squadrons/0'], message: 'Large models cost 640 of at most 600' };

test('another verdict than the told one can be expected', () => {
  expect(others('illegal')).toEqual(['legal', 'undetermined']);
  expect(others('unreadable')).toEqual(['legal', 'illegal', 'undetermined']);
});

test('a finding goes by its rule and places, and empty words are left out', () => {
  expect(caseOf({ ...told, finding }, { verdict: null, page: ' ', why: '' })).toEqual({
    list,
    verdict: null,
    finding: { rule: 'cap-large', at: ['/squadrons/0'] },
    page: null,
    why: null,
    event: { name: 'cup' },
    sheet: null,
  });
  expect(caseOf(told, { verdict: 'legal', page: ' 19', why: 'so' })).toMatchObject({
    verdict: 'legal',
    finding: null,
    page: '19',
    why: 'so',
  });
});

test('the name of the file tells nothing of the person', () => {
  expect(fileName(told)).toBe('case-dw-2.5-illegal.yaml');
  expect(fileName({ ...told, finding })).toBe('case-dw-2.5-cap-large.yaml');
  expect(fileName({ ...told, list: { ...list, ruleset: { id: '../x y', version: '^1.0' } } })).toBe(
    'case-..-x-y-illegal.yaml',
  );
});
