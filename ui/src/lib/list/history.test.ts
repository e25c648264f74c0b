import { expect, test } from 'vitest';
import type { ArmyList } from '../api/types';
import { append, field, remove } from './edits';
import { edit, type History, redo, undo } from './history';

const list: ArmyList = { muster: 1, ruleset: 'r', mfv: 100, squadrons: [{ unit: 'a' }] };
const start: History = { document: list, steps: [], at: 0, selected: null };

test('steps are undone and redone by name, and selections come back', () => {
  const one = edit(start, append(list, '/squadrons', { unit: 'b' }, 'Add b'), 0)!;
  const two = edit(one, remove(one.document, '/squadrons/0', 'a'), 0)!;
  expect(two.steps.map((step) => step.name)).toEqual(['Add b', 'Remove a']);
  expect(two.document.squadrons).toEqual([{ unit: 'b' }]);
  const back = undo(undo(two)!)!;
  expect(back.document).toEqual(list);
  expect(back.selected).toBeNull();
  expect(undo(back)).toBeNull();
  const again = redo(redo(back)!)!;
  expect(again.document).toEqual(two.document);
  expect(redo(again)).toBeNull();
});

test('a new edit drops the steps that could be redone', () => {
  const one = edit(start, append(list, '/squadrons', { unit: 'b' }, 'Add b'), 0)!;
  const other = edit(undo(one)!, append(list, '/squadrons', { unit: 'c' }, 'Add c'), 0)!;
  expect(other.steps.map((step) => step.name)).toEqual(['Add c']);
  expect(redo(other)).toBeNull();
});

test('typing is one step, but not across a pause, and nothing is no step', () => {
  let now: History = start;
  for (const [when, name] of [
    [0, 'F'],
    [100, 'Fi'],
    [200, ''],
  ] as const)
    now = edit(now, field(now.document, '/squadrons/0', 'name', name, 'Name'), when) ?? now;
  expect(now.steps.length).toBe(1);
  expect(now.document).toEqual(list);
  expect(undo(now)!.document).toEqual(list);
  now = edit(now, field(now.document, '/squadrons/0', 'name', 'G', 'Name'), 9000)!;
  now = edit(now, field(now.document, '/squadrons/0', 'name', 'Ga', 'Name'), 9100)!;
  expect(now.steps.length).toBe(2);
  expect(undo(now)!.document.squadrons?.[0]).toEqual({ unit: 'a' });
  expect(redo(undo(now)!)!.document.squadrons?.[0]?.name).toBe('Ga');
  expect(edit(now, { name: 'Nothing', ops: [] }, 0)).toBeNull();
});

test('a thousand steps hold patches, not lists', () => {
  let now: History = {
    ...start,
    document: { ...list, squadrons: Array.from({ length: 60 }, (_, n) => ({ unit: `unit-${n}`, models: 2 })) },
  };
  for (let n = 0; n < 1000; n++)
    now = edit(now, field(now.document, `/squadrons/${n % 60}`, 'models', (n % 5) + 1, 'Models'), n * 5000) ?? now;
  expect(JSON.stringify(now.steps).length / now.steps.length).toBeLessThan(400);
});

test('untouched values keep their identity', () => {
  const big: History = { ...start, document: { ...list, squadrons: [{ unit: 'a' }, { unit: 'b' }] } };
  const next = edit(big, field(big.document, '/squadrons/0', 'models', 3, 'Models'), 0)!;
  expect(next.document.squadrons?.[1]).toBe(big.document.squadrons?.[1]);
  expect(next.document.squadrons?.[0]).not.toBe(big.document.squadrons?.[0]);
});
