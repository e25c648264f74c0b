// The edits that IndexedDB does not have yet, in localStorage. That is written at once, so it also has the edit that is
// followed by a reload or a closed window; and it is small, so each document has at most one entry, for a moment.

import type { Step } from '../list/history';

/** The state of a document that is being written. */
export interface Entry<K> {
  id: string;
  /** The window that has edited. */
  by: string;
  when: number;
  /** The revision that the edits are about. */
  base: number;
  kept: K;
  /** Its steps from this one on. */
  from: number;
  steps: readonly Step[];
}

export class Journal<K> {
  readonly #prefix: string;

  /** The prefix of the keys in localStorage must stay as it is, or entries of an earlier version are not found. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Notes a state. False if there is no room for it, or the browser allows none. */
  note(entry: Entry<K>): boolean {
    try {
      localStorage.setItem(this.#prefix + entry.id, JSON.stringify(entry));
      return true;
    } catch {
      this.drop(entry.id, entry.by);
      return false;
    }
  }

  /** Forgets the state of a document, if this window has noted it; with `when` only the state of that time. */
  drop(id: string, by: string, when?: number): void {
    try {
      const noted = this.#read(this.#prefix + id);
      if (noted?.by === by && (when ?? noted.when) === noted.when) localStorage.removeItem(this.#prefix + id);
    } catch {
      // Then nothing was noted either.
    }
  }

  /** Forgets the states of documents that are deleted. */
  forget(ids: readonly string[]): void {
    try {
      for (const id of ids) localStorage.removeItem(this.#prefix + id);
    } catch {
      // Then nothing was noted either.
    }
  }

  /** All states that were noted and not forgotten. */
  all(): Entry<K>[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(this.#prefix))
        .flatMap((key) => this.#read(key) ?? []);
    } catch {
      return [];
    }
  }

  #read(key: string): Entry<K> | null {
    try {
      const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as Entry<K> | null;
      return entry && Array.isArray(entry.steps) && entry.kept ? entry : null;
    } catch {
      return null;
    }
  }
}
