// A verdict that a person thinks is wrong: what it was told of, and what can be expected instead.

import type { About, ArmyList, CaseArgs, GivenEvent, SheetFile, Verdict } from './api/types';

/** What was told, and all that judged it. */
export interface ToldVerdict {
  list: ArmyList;
  verdict: Verdict;
  /** The finding that is wrong; null if the verdict is. */
  finding: (About & { message: string }) | null;
  event: GivenEvent | null;
  /** The sheet that the list points at. */
  sheet: SheetFile | null;
}

/** What a person says of it. */
export interface Said {
  /** The verdict that was expected; null if the finding alone is wrong. */
  verdict: Verdict | null;
  page: string;
  why: string;
}

const VERDICTS: Verdict[] = ['legal', 'illegal', 'undetermined'];

/** The verdicts that can be expected instead of one. */
export const others = (verdict: Verdict): Verdict[] => VERDICTS.filter((one) => one !== verdict);

/** The arguments of the call that makes the file. Empty words are left out. */
export function caseOf({ list, finding, event, sheet }: ToldVerdict, { verdict, page, why }: Said): CaseArgs {
  const about = finding && { rule: finding.rule, at: finding.at };
  return { list, verdict, finding: about, page: page.trim() || null, why: why.trim() || null, event, sheet };
}

/** The name of the file: what it is about, and nothing of the list's name or player. */
export function fileName({ list, verdict, finding }: ToldVerdict): string {
  const ruleset = typeof list.ruleset === 'string' ? list.ruleset : list.ruleset.id;
  return `case-${ruleset}-${finding?.rule ?? verdict}.yaml`.replace(/[^a-zA-Z0-9.-]+/g, '-');
}
