// Brings a list to the newest version of its ruleset.

import type { MigrateAnswer } from '../api/types';
import { turn } from '../list/edits';
import { keptOf } from './changed';
import type { Desk } from './desk.svelte';
import { keep } from './desks.svelte';
import { titleOf } from './register';

/** Makes a list the one that the newest version judges, as a step that can be undone. `copy` keeps the list as it was, too,
 * with its version in its name. */
export async function bring(desk: Desk, to: MigrateAnswer, copy: boolean): Promise<void> {
  const { list, judgement } = desk;
  if (copy) {
    const name = `${titleOf(list)} (${to.before?.version ?? 'before'})`;
    const judged = judgement && keptOf(judgement);
    await keep({ ...list, name }, null, { event: desk.event, finished: desk.finished, judged });
  }
  desk.do(turn(list, to.list, desk.selected, `Bring to version ${to.after.version}`));
  desk.newer = null;
}
