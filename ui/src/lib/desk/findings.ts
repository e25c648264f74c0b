// What a desk asks of findings.

import type { Candidate, FindingInfo, Judged } from '../api/types';

export const isProblem = (finding: FindingInfo): boolean =>
  finding.severity === 'error' || finding.severity === 'undetermined' || finding.severity === 'warning';

/** Whether a candidate brings a list nearer to the mend of a problem, and causes no other. */
export const isFor = (candidate: Candidate, finding: FindingInfo): boolean =>
  candidate.may && candidate.helps.includes(finding.rule);

/** Findings that wait for something unknown, and one sentence for all of them. */
export interface Waiting {
  words: string;
  findings: FindingInfo[];
}

export function waitingOf(judgement: Judged | null): Waiting | null {
  if (!judgement?.waiting) return null;
  const { words, findings } = judgement.waiting;
  return { words, findings: findings.map((place) => judgement.findings[place]!) };
}
