// Finds out what newer data changed in a list since it was last open.

import type { Judged as Judgement } from '../api/types';
import type { Judged } from './store';

export interface Changed {
  before: Judged;
  now: Judged;
}

/** The part of a judgement that is kept. Null for a list that could not be read, because that says nothing about the
 * data. */
export function keptOf({ report, standing, summary }: Judgement): Judged | null {
  if (!report.ruleset || report.verdict === 'unreadable') return null;
  return {
    version: report.ruleset.version,
    digest: report.ruleset.digest,
    verdict: report.verdict,
    standing,
    terms: report.terms.words,
    points: report.points,
    figure: summary?.figure ?? '?',
    nation: summary?.nation ?? null,
    lines: (summary?.squadrons ?? []).map(({ name, points, figure }) => ({ name, points, figure })),
  };
}

/** Points as the program words them. Judgements that were kept by older versions have the number alone. */
export const figureOf = ({ figure, points }: Pick<Judged, 'figure' | 'points'>): string => figure ?? `${points ?? '?'}`;

/** The differences between two judgements of one list. Null if its data are the same or lead to the same result. */
export function changed(before: Judged | null, now: Judged): Changed | null {
  const names = (judged: Judged): string => judged.lines.map((line) => line.name).join('\n');
  if (!before || before.digest === now.digest) return null;
  return before.points !== now.points || before.verdict !== now.verdict || names(before) !== names(now)
    ? { before, now }
    : null;
}
