// What the program says of an open list.

import type { ArmyList, Candidate, Candidates, Judged, SheetFile, Squadron, SquadronInfo } from '../api/types';
import { at as resolve } from '../list/pointer';

export interface Answer {
  /** The list that it is about. */
  list: ArmyList;
  /** The sheet that the list points at, as it was then. */
  sheet: SheetFile | null;
  judgement: Judged;
  /** What adding a unit would do, by the unit's id. */
  candidates: ReadonlyMap<string, Candidate>;
  /** The array that those would be added to. */
  array: string;
  /** The group that must be added along with one; null if none must. */
  group: Candidates['group'];
  /** The lines by squadron object. They are still found after squadrons moved. */
  lines: ReadonlyMap<Squadron, SquadronInfo>;
  /** The unit ids for the words that the list uses, or used, for units. */
  unitIds: ReadonlyMap<string, string>;
}

/** Puts an answer together. If the list cannot be read now, its last known summary and lines stay visible. */
export function answerOf(
  list: ArmyList,
  sheet: SheetFile | null,
  judgement: Judged,
  offered: Pick<Candidates, 'candidates' | 'group'>,
  array: string,
  last: Answer | null,
): Answer {
  const candidates = new Map(offered.candidates.map((candidate) => [candidate.unit, candidate]));
  const { summary } = judgement;
  const lines = new Map<Squadron, SquadronInfo>(summary ? [] : last?.lines);
  const unitIds = new Map(last?.unitIds);
  for (const line of summary?.squadrons ?? []) {
    const squadron = resolve(list, line.at) as Squadron | undefined;
    if (!squadron) continue;
    lines.set(squadron, line);
    if (line['unit-id']) unitIds.set(squadron.unit, line['unit-id']);
  }
  const known = summary ?? last?.judgement.summary ?? null;
  const { group } = offered;
  return { list, sheet, judgement: { ...judgement, summary: known }, candidates, array, group, lines, unitIds };
}
