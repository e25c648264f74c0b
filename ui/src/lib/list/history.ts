// Steps that can be undone and redone without limit. A step holds two small patches, never a copy of the document.

import type { ArmyList } from '../api/types';
import type { Edit } from './edits';
import { apply, type Op } from './ops';

export interface Step {
  name: string;
  ops: Op[];
  inverse: Op[];
  /** The selection before and after. */
  before: string | null;
  after: string | null;
  merge?: string;
  /** When it was made, in milliseconds. */
  when: number;
}

/** A list, or another document, with its steps. */
export interface History<T = ArmyList> {
  document: T;
  steps: readonly Step[];
  /** How many of the steps are done. The others can be redone. */
  at: number;
  selected: string | null;
}

const CLOSE = 1500;

/** Does an edit and drops the steps that could be redone. Null if the edit changes nothing. */
export function edit<T>(history: History<T>, made: Edit, when: number): History<T> | null {
  if (made.ops.length === 0) return null;
  const { root, inverse } = apply(history.document, made.ops);
  const after = made.select === undefined ? history.selected : made.select;
  const done = history.steps.slice(0, history.at);
  const previous = done.at(-1);
  const step: Step = { name: made.name, ops: made.ops, inverse, before: history.selected, after, when };
  if (made.merge !== undefined) step.merge = made.merge;
  if (previous && made.merge !== undefined && previous.merge === made.merge && when - previous.when < CLOSE) {
    step.ops = joined(previous.ops, made.ops);
    step.inverse = joined(inverse, previous.inverse);
    step.before = previous.before;
    done.pop();
  }
  return { document: root, steps: [...done, step], at: done.length + 1, selected: after };
}

/** Joins two patches. If both only replace the same place, the later value is enough. */
function joined(first: Op[], second: Op[]): Op[] {
  const [a, b] = [first[0], second[0]];
  if (first.length === 1 && second.length === 1 && a && b && a.at === b.at && a.op === 'replace' && b.op === 'replace')
    return second;
  if (first.length === 1 && second.length === 1 && a && b && a.at === b.at && a.op === 'add' && b.op === 'replace')
    return [{ ...b, op: 'add' }];
  if (first.length === 1 && second.length === 1 && a && b && a.at === b.at && a.op === 'replace' && b.op === 'remove')
    return second;
  return [...first, ...second];
}

export function undo<T>(history: History<T>): History<T> | null {
  const step = history.steps[history.at - 1];
  if (!step) return null;
  return {
    ...history,
    document: apply(history.document, step.inverse).root,
    at: history.at - 1,
    selected: step.before,
  };
}

export function redo<T>(history: History<T>): History<T> | null {
  const step = history.steps[history.at];
  if (!step) return null;
  return { ...history, document: apply(history.document, step.ops).root, at: history.at + 1, selected: step.after };
}
