// The stored lists.

import type { ArmyList, GivenEvent, Standing, Verdict } from '../api/types';
import type { Step } from '../list/history';
import { Documents, type Stored } from '../document/documents';
import { isEvent, isJudged, isList, isStored, isTexts } from '../storage/sound';

export { newId, Stale } from '../document/documents';

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
  judged: Judged | null;
  /** The event under which it is judged. */
  event?: { given: GivenEvent; title: string } | null;
  /** The person said that the list is finished. Then what it lacks is an error. */
  finished?: boolean;
  /** It is a starter fleet. It stands among the person's lists once it is changed. */
  starter?: boolean;
  /** The row of the submission that it corrects. */
  submission?: string | null;
}

/** A row as it may be used. */
function sound(row: unknown): Kept | null {
  if (!isStored(row) || !isList(row.list)) return null;
  const { judged, tags, event } = row;
  // What is only kept beside the list is left out if it is damaged.
  return {
    ...(row as unknown as Kept),
    judged: isJudged(judged) ? (judged as Kept['judged']) : null,
    event: isEvent(event) ? (event as Kept['event']) : null,
    ...(tags === undefined || isTexts(tags) ? {} : { tags: [] }),
  };
}

export const lists = new Documents<Kept>('lists', 'steps', 'muster-unsaved ', sound);

export const all = (): Promise<Kept[]> => lists.all();

/** Whether a list is the person's own: a starter fleet is none until it is changed. */
export const isOwn = (kept: Kept): boolean => kept.starter !== true || kept.steps > 0;
export const load = (id: string): Promise<{ kept: Kept; steps: Step[] } | null> => lists.load(id);

/** Writes a list whose newest revision is `kept.rev - 1`, with the steps from `from` on. Older steps stay as they are. */
export const save = (kept: Kept, steps: readonly Step[], from: number): Promise<number> =>
  lists.save(kept, steps, from);

/** Gives lists a tag, or takes it from them. */
export const tag = (ids: readonly string[], word: string, on: boolean): Promise<void> =>
  lists.change(ids, (now) => {
    const others = (now.tags ?? []).filter((other) => other !== word);
    return { ...now, tags: on ? [...others, word].sort((a, b) => a.localeCompare(b)) : others };
  });

/** Calls back after each change that this window makes to stored lists. Calling the returned function stops this. */
export const watch = (watcher: () => void): (() => void) => lists.watch(watcher);
