// What a list needs first, as far as units on offer bring it.

import type { Candidate, FindingInfo, SlotLine } from '../api/types';
import type { Indexed } from '../search';
import type { Shelf } from '../shelves';
import { told } from '../words';
import { isFor } from './findings.svelte';

/** Whether a group needs a squadron in a slot. */
export const isLacking = (slot: SlotLine): boolean => slot.short || (slot.required && slot.filled.length === 0);

/** A slot in words: its name, and how many it has and may have where rules say it. */
export const slotWords = ({ title, count, filled, holds }: SlotLine): string =>
  count != null ? `${title} ${count}` : holds > 1 ? `${title} (${filled.length} of ${holds})` : title;

/** The units that meet a need, under each need: the slots that lack a squadron, then what else is to do. A unit stands
 * under the first need that it meets. What more than half of the units meet, such as points that are short, says
 * nothing about what to choose, so it is left out. */
export function needed(
  units: readonly Indexed[],
  slots: readonly SlotLine[],
  toDo: readonly FindingInfo[],
  candidates: ReadonlyMap<string, Candidate>,
): Shelf[] {
  const needs: [string, (candidate: Candidate) => boolean][] = [
    ...slots
      .filter(isLacking)
      .map((slot): (typeof needs)[number] => [
        slotWords(slot),
        (candidate) => candidate.may && candidate.slots.includes(slot.slot),
      ]),
    ...toDo.map((finding): (typeof needs)[number] => [told(finding.message), (candidate) => isFor(candidate, finding)]),
  ];
  const all = [...candidates.values()];
  let left = units;
  return needs.flatMap(([title, meets]) => {
    if (all.filter(meets).length * 2 > all.length) return [];
    const isOne = ({ unit }: Indexed): boolean => {
      const candidate = candidates.get(unit.id);
      return candidate?.nation === unit.nation && meets(candidate);
    };
    const found = left.filter(isOne);
    left = left.filter((entry) => !isOne(entry));
    return found.length > 0 ? [{ title, units: found }] : [];
  });
}
