// JSON pointers (RFC 6901): findings, summaries and edits use them to name places in a list.

export const tokens = (at: string): string[] =>
  at === ''
    ? []
    : at
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export const escape = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export const parent = (at: string): string => at.slice(0, Math.max(0, at.lastIndexOf('/')));

export const last = (at: string): string => tokens(at).at(-1) ?? '';

/** The value at a pointer; undefined if there is none. */
export function at(root: unknown, pointer: string): unknown {
  let now: unknown = root;
  for (const token of tokens(pointer)) {
    if (typeof now !== 'object' || now === null || !Object.hasOwn(now, token)) return undefined;
    now = (now as { [key: string]: unknown })[token];
  }
  return now;
}

/** Where a finding is shown: the squadron that a pointer is in (or names), else the group, else null. */
export function home(pointer: string): string | null {
  const found = /^(?:\/groups\/\d+)?(?:\/squadrons\/\d+(?:\/attached\/\d+)*)?/.exec(pointer)?.[0];
  return found ? found : null;
}

/** A pointer after another place was removed from its array; null if it was removed with it. */
export function without(pointer: string, removed: string): string | null {
  if (pointer === removed || pointer.startsWith(`${removed}/`)) return null;
  const array = parent(removed);
  if (!pointer.startsWith(`${array}/`)) return pointer;
  const rest = tokens(pointer.slice(array.length));
  const index = Number(rest[0]);
  if (!Number.isInteger(index) || index < Number(last(removed))) return pointer;
  return `${array}/${[index - 1, ...rest.slice(1)].join('/')}`;
}
