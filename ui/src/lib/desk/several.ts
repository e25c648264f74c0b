// Does one thing with all selected squadrons. The person undoes it in one step. The screens load this file when a person
// selects several squadrons.

import { say } from '../dialogs.svelte';
import { duplicateAll, moveAll, removeAll, setAll, type SeveralEdit, tops } from '../list/several';
import { counted } from '../words';
import type { Desk } from './desk.svelte';

/** The chosen squadrons in words: `3 squadrons`. What is attached to one of them is not counted. */
export function wordsOf(desk: Desk): string {
  const { length } = tops(desk.selection.several);
  const { one, many } = desk.game.words.squadron;
  return counted(length, one, many);
}

/** Does an edit of the chosen squadrons, which stay chosen. */
function act(desk: Desk, made: SeveralEdit, done: string): void {
  desk.do(made);
  desk.selection.several = made.places;
  say(`${done}. Undo takes it back in one step.`, false);
}

export const several = {
  remove(desk: Desk): void {
    const words = wordsOf(desk);
    if (desk.selection.several.length > 0)
      act(desk, removeAll(desk.list, desk.selection.several, words), `Removed ${words}`);
  },
  duplicate(desk: Desk): void {
    const words = wordsOf(desk);
    act(desk, duplicateAll(desk.list, desk.selection.several, words), `Duplicated ${words}`);
  },
  /** Moves them into the group of this number. */
  move(desk: Desk, group: number): void {
    const words = wordsOf(desk);
    const made = moveAll(desk.list, desk.selection.several, `/groups/${group}/squadrons`, words);
    act(desk, made, `Moved ${words} to ${desk.groupTitles[group]}`);
  },
  allocate(desk: Desk, id: string): void {
    const words = wordsOf(desk);
    const title = desk.game.allocations.find((one) => one.id === id)?.title ?? id;
    const made = setAll(desk.list, desk.selection.several, 'allocation', id, `Allocation of ${words}`);
    act(desk, made, `Allocated ${words} to ${title}`);
  },
};
