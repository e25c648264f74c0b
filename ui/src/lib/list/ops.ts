// Edits as patches: the few operations of JSON Patch that lists need, each with its inverse. The undo history consists
// of these.

import { at as resolve, last, parent, tokens } from './pointer';

export type Op = { op: 'add' | 'replace'; at: string; value: unknown } | { op: 'remove'; at: string };

type Node = { [key: string]: unknown } | unknown[];

/** Applies operations in order. Untouched values keep their identity. The inverse lists the undoing operations in the
 * order to apply them. */
export function apply<T>(root: T, ops: readonly Op[]): { root: T; inverse: Op[] } {
  const inverse: Op[] = [];
  let now: unknown = root;
  for (const op of ops) {
    const step = one(now, op);
    now = step.root;
    inverse.unshift(step.inverse);
  }
  return { root: now as T, inverse };
}

function one(root: unknown, op: Op): { root: unknown; inverse: Op } {
  const holder = resolve(root, parent(op.at));
  if (typeof holder !== 'object' || holder === null) throw new Error(`there is no place ${op.at}`);
  const key = last(op.at);
  if (Array.isArray(holder)) {
    const index = key === '-' ? holder.length : Number(key);
    const place = `${parent(op.at)}/${index}`;
    const copy = holder.slice();
    if (op.op === 'remove') {
      const [value] = copy.splice(index, 1) as unknown[];
      return { root: set(root, tokens(parent(op.at)), copy), inverse: { op: 'add', at: place, value } };
    }
    if (op.op === 'add') {
      copy.splice(index, 0, op.value);
      return { root: set(root, tokens(parent(op.at)), copy), inverse: { op: 'remove', at: place } };
    }
    const value: unknown = copy[index];
    copy[index] = op.value;
    return { root: set(root, tokens(parent(op.at)), copy), inverse: { op: 'replace', at: place, value } };
  }
  const before = (holder as { [key: string]: unknown })[key];
  const had = Object.hasOwn(holder, key);
  const copy = { ...holder } as { [key: string]: unknown };
  if (op.op === 'remove') delete copy[key];
  else copy[key] = op.value;
  const inverse: Op = had
    ? { op: op.op === 'remove' ? 'add' : 'replace', at: op.at, value: before }
    : { op: 'remove', at: op.at };
  return { root: set(root, tokens(parent(op.at)), copy), inverse };
}

function set(root: unknown, path: string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = (Array.isArray(root) ? root.slice() : { ...(root as object) }) as Node;
  const slot = copy as { [key: string]: unknown };
  slot[key] = set(slot[key], rest, value);
  return copy;
}
