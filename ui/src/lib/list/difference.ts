// The operations that make one value of another. What is equal stays untouched.

import type { Op } from './ops';
import { escape } from './pointer';

type Fields = { [key: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The operations that make `after` of `before`, which stands at a JSON pointer. Empty if they are equal. */
export function difference(before: unknown, after: unknown, at = ''): Op[] {
  if (Array.isArray(before) && Array.isArray(after)) return ofArrays(before, after, at);
  if (!isFields(before) || !isFields(after)) return before === after ? [] : [{ op: 'replace', at, value: after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Op[] => {
    const place = `${at}/${escape(key)}`;
    if (after[key] === undefined) return before[key] === undefined ? [] : [{ op: 'remove', at: place }];
    if (before[key] === undefined) return [{ op: 'add', at: place, value: after[key] }];
    return difference(before[key], after[key], place);
  });
}

/** Equal elements at both ends stay. Those between are changed in place as far as both sides have some. */
function ofArrays(before: readonly unknown[], after: readonly unknown[], at: string): Op[] {
  const equal = (a: unknown, b: unknown): boolean => difference(a, b).length === 0;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && equal(before[head], after[head])) head++;
  let tail = 0;
  while (tail < most - head && equal(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const [gone, come] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const both = Math.min(gone.length, come.length);
  return [
    ...come.slice(0, both).flatMap((value, index) => difference(gone[index], value, `${at}/${head + index}`)),
    ...gone.slice(both).map((): Op => ({ op: 'remove', at: `${at}/${head + both}` })),
    ...come.slice(both).map((value, index): Op => ({ op: 'add', at: `${at}/${head + both + index}`, value })),
  ];
}
