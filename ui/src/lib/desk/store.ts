// The stored lists.

import type { ArmyList, GivenEvent, Standing, Verdict } from '../api/types';
import type { Step } from '../list/history';
import type { Place } from '../shell';
import { Documents, type Gone, type Stored } from './documents';

export { newId, Stale } from './documents';

/** The last judgement, so that a later start can tell what newer data changed. */
export interface Judged {
  version: string;
  digest: string;
  verdict: Verdict;
  /** How the list stood while it was being built. */
  standing?: Standing;
  /** The terms that the list sets for itself, as text. */
  terms?: string | null;
  points: number | null;
  /** The points in words, such as `at least 985`. */
  figure?: string;
  /** The printed name of the list's nation. */
  nation?: string | null;
  lines: { name: string; points: number | null; figure?: string }[];
}

export interface Kept extends Stored {
  list: ArmyList;
  selected: string | null;
  /** The file that the list came from or was saved to, and the state of that file. */
  file: string | null;
  place: Place | null;
  /** The revision that is in the file. */
  filed: number | null;
  judged: Judged | null;
  /** The event under which it is judged. */
  event?: { given: GivenEvent; title: string } | null;
  /** The person said that the list is finished. Then what it lacks is an error. */
  finished?: boolean;
  /** The row of the submission that it corrects. */
  submission?: string | null;
  /** Words by which the person finds it again. They are kept beside the list, not in it. */
  tags?: string[];
}

/** A deleted list with all its steps. */
export type Deleted = Gone<Kept>;

const lists = new Documents<Kept>('muster', 'lists');

export const all = (): Promise<Kept[]> => lists.all();
export const load = (id: string): Promise<Deleted | null> => lists.load(id);

/** Writes a list whose newest revision is `kept.rev - 1`, with the steps from `from` on. Older steps and tags stay as
 * they are. */
export const save = (kept: Kept, steps: readonly Step[], from: number): Promise<void> =>
  lists.save(kept, steps, from, (kept, now) => (now.tags ? { ...kept, tags: now.tags } : kept));

/** Stores a judgement with the revision that it is about. If the stored revision is another one, nothing is written,
 * because the judgement would be wrong for it. */
export const remember = (id: string, rev: number, judged: Judged): Promise<void> =>
  lists.change([id], (now) => (now.rev === rev ? { ...now, judged } : null));

/** Deletes lists. Returns them as they were. */
export const forget = (ids: readonly string[]): Promise<Deleted[]> => lists.forget(ids);

/** Puts deleted lists back with their steps. */
export const restore = (deleted: readonly Deleted[]): Promise<void> => lists.restore(deleted);

/** Gives lists a tag, or takes it from them. */
export const tag = (ids: readonly string[], word: string, on: boolean): Promise<void> =>
  lists.change(ids, (now) => {
    const others = (now.tags ?? []).filter((other) => other !== word);
    return { ...now, tags: on ? [...others, word].sort((a, b) => a.localeCompare(b)) : others };
  });

/** Calls back after each change that this window makes to stored lists. Calling the returned function stops this. */
export const watch = (watcher: () => void): (() => void) => lists.watch(watcher);
