// How a list stands: its verdict, or while it is still being built, what the program says of it.

import { program } from '../api/answering.svelte';
import type { FindingInfo, Noun, Severity, Standing, SummaryInfo, Verdict } from '../api/types';
import { figureOf } from './changed';
import type { Kept } from './store';

/** The severity of a finding, or that it is only still to do. */
export type Tone = Severity | 'to-do';

/** A list that is said to be finished stands as its verdict says. An empty one is never called legal. */
export const standingOf = (verdict: Verdict, standing: Standing | undefined, finished: boolean): Standing =>
  standing === undefined || (finished && !(standing === 'empty' && verdict === 'legal')) ? verdict : standing;

/** What is shown of a stored list's judgement. */
interface JudgedList {
  shown: Standing;
  terms: string | null;
  figure: string;
}

/** The judgement of a stored list; null if the list is not judged as it is now, or the program does not answer. */
export function judgedOf({ judged, unjudged, finished }: Kept): JudgedList | null {
  if (!judged || unjudged || program.silent !== null) return null;
  return {
    shown: standingOf(judged.verdict, judged.standing, finished ?? false),
    terms: judged.terms ?? null,
    figure: figureOf(judged),
  };
}

export const toneOf = (finding: FindingInfo, finished: boolean): Tone =>
  finding['to-do'] && !finished ? 'to-do' : finding.severity;

const count = (number: number, one: string, many: string): string | null =>
  number === 0 ? null : `${number} ${number === 1 ? one : many}`;

/** What a verdict waits for that depends on prices: `2 squadrons have no price`. Null if all prices are known. */
export function priceless(summary: SummaryInfo | null, { one, many }: Noun): string | null {
  const { length } = (summary?.squadrons ?? []).filter(({ points }) => points === null);
  return count(length, `${one} has no price`, `${many} have no price`);
}

/** How many findings there are of each tone: `2 errors, 3 to do`. */
export function tally(tones: readonly Tone[]): string {
  const of = (wanted: Tone): number => tones.filter((tone) => tone === wanted).length;
  const parts = [
    count(of('error'), 'error', 'errors'),
    count(of('to-do'), 'to do', 'to do'),
    count(of('undetermined'), 'thing not known', 'things not known'),
    count(of('warning'), 'warning', 'warnings'),
  ];
  return parts.filter((part) => part !== null).join(', ') || 'no problems';
}
