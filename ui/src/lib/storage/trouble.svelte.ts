// What can go wrong with the storage of this machine, in words, and what is wrong now.

import type { DATABASE, StoreName } from './stores';

export type Kind = 'closed' | 'newer' | 'outdated' | 'blocked' | 'full' | 'slow' | 'failed';

const words: { [kind in Kind]: { message: string; help: string } } = {
  closed: {
    message: 'This browser does not let Muster keep anything.',
    help: 'The browser keeps no data for this page, as in some private windows. Allow it and try again, or save what you need as files.',
  },
  newer: {
    message: 'What is kept here was written by a newer version of Muster.',
    help: 'Load this page again to get that version. This one reads and writes nothing meanwhile.',
  },
  outdated: {
    message: 'A newer version of Muster in another window has taken over what is kept here.',
    help: 'Load this page again to get that version. This window writes nothing more.',
  },
  blocked: {
    message: 'Another window with an older version of Muster is in the way.',
    help: 'Close the other windows of Muster. This one then goes on by itself.',
  },
  full: {
    message: 'There is no room left to keep anything.',
    help: 'Free some room on the disk, or empty the bin, and try again. What you see stays as long as this window is open.',
  },
  slow: {
    message: 'The storage does not answer.',
    help: 'Another window of Muster may be busy with it, or the disk. Muster waits on. What you see stays as long as this window is open.',
  },
  failed: {
    message: 'The storage failed.',
    help: 'Try again. What you see stays as long as this window is open.',
  },
};

/** Why something could not be read or written. */
export class Trouble extends Error {
  readonly help: string;

  constructor(
    readonly kind: Kind,
    /** What the browser says. */
    readonly detail: string | null = null,
  ) {
    super(words[kind].message);
    this.help = words[kind].help;
  }
}

/** The trouble that an error of IndexedDB means. `opening` says that the database was being opened. */
export function troubleOf(told: unknown, opening = false): Trouble {
  if (told instanceof Trouble) return told;
  const { name, message } = told instanceof Error || told instanceof DOMException ? told : new Error(String(told));
  const detail = `${name}: ${message}`;
  if (name === 'QuotaExceededError') return new Trouble('full', detail);
  if (name === 'VersionError') return new Trouble('newer', detail);
  return new Trouble(opening || name === 'SecurityError' ? 'closed' : 'failed', detail);
}

/** A row that is not what it should be. */
export interface Damaged {
  store: StoreName;
  key: IDBValidKey;
  /** Its content as text, as far as the browser can read it. */
  text: string;
}

let now = $state.raw<ReadonlyMap<string, Trouble>>(new Map());
let rows = $state.raw<readonly Damaged[]>([]);
const retries = new Set<() => unknown>();

const isSame = (one: Damaged, other: Damaged): boolean =>
  one.store === other.store && indexedDB.cmp(one.key, other.key) === 0;

/** What is wrong with the storage now. */
export const troubles = {
  /** The first trouble, until what failed works again. */
  get now(): Trouble | null {
    return [...now.values()][0] ?? null;
  },
  /** The damaged rows that were found. */
  get damaged(): readonly Damaged[] {
    return rows;
  },
  /** Notes how the last use of a store went, or of the whole database. */
  note(used: StoreName | typeof DATABASE, trouble: Trouble | null): void {
    if ((now.get(used) ?? null) === trouble) return;
    const next = new Map(now);
    if (trouble) next.set(used, trouble);
    else next.delete(used);
    now = next;
  },
  /** Notes the damaged rows of a store in place of those that were noted before. */
  noteDamaged(store: StoreName, found: readonly Damaged[]): void {
    const others = rows.filter((row) => row.store !== store);
    if (others.length < rows.length || found.length > 0) rows = [...others, ...found];
  },
  /** Forgets a damaged row that was deleted. */
  dropDamaged(gone: Damaged): void {
    rows = rows.filter((row) => !isSame(row, gone));
  },
  /** Tries everything again that failed or waits. */
  retry(): void {
    now = new Map();
    retries.forEach((retry) => void retry());
  },
  /** Calls back when the person tries again. Calling the returned function stops this. */
  onRetry(retry: () => unknown): () => void {
    retries.add(retry);
    return () => retries.delete(retry);
  },
};
