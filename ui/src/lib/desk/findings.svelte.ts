// The findings about an open list, by what the person can do about them.

import type { Candidate, FindingInfo, Judged } from '../api/types';
import { oncePerCard } from '../list/deck';
import { home } from '../list/pointer';
import { type Tone, toneOf } from './standing';

export const isProblem = (finding: FindingInfo): boolean =>
  finding.severity === 'error' || finding.severity === 'undetermined' || finding.severity === 'warning';

/** Whether a candidate brings a list nearer to the mend of a problem, and causes no other. */
export const isFor = (candidate: Candidate, finding: FindingInfo): boolean =>
  candidate.may && candidate.helps.includes(finding.rule);

/** The finding of a newer judgement that is the same as one of an older; null if there is none. */
export const sameAmong = (findings: readonly FindingInfo[], known: FindingInfo | null): FindingInfo | null =>
  findings.find((finding) => finding.rule === known?.rule && finding.at[0] === known.at[0]) ?? null;

/** The list that they are about. */
interface Open {
  readonly judgement: Judged | null;
  readonly finished: boolean;
}

export class Findings {
  readonly #open: Open;

  constructor(open: Open) {
    this.#open = open;
  }

  get #all(): FindingInfo[] {
    return this.#open.judgement?.findings ?? [];
  }

  tone(finding: FindingInfo): Tone {
    return toneOf(finding, this.#open.finished);
  }

  /** The findings that wait for something unknown, and one sentence for all of them. */
  readonly waiting: { words: string; findings: FindingInfo[] } | null = $derived.by(() => {
    const waiting = this.#open.judgement?.waiting;
    return waiting ? { words: waiting.words, findings: waiting.findings.map((place) => this.#all[place]!) } : null;
  });
  /** The findings that need attention, without those that wait for something unknown, and with one for a card of
   * which something is not known. */
  readonly attention: FindingInfo[] = $derived(
    oncePerCard(this.#all.filter((finding) => isProblem(finding) && !this.waiting?.findings.includes(finding))),
  );
  /** What adding to the list would mend. */
  readonly toDo: FindingInfo[] = $derived(this.attention.filter((finding) => this.tone(finding) === 'to-do'));
  readonly problems: FindingInfo[] = $derived(this.attention.filter((finding) => this.tone(finding) !== 'to-do'));
  readonly notes: FindingInfo[] = $derived(this.#all.filter((finding) => !isProblem(finding)));
  /** The problems of each squadron and group. Only the main place breaks the rule: the others were counted, too, or
   * are ways to fix it. */
  readonly #marks: ReadonlyMap<string, FindingInfo[]> = $derived.by(() => {
    const marks = new Map<string, FindingInfo[]>();
    for (const finding of this.attention) {
      const place = finding.local ? home(finding.at[0] ?? '') : null;
      if (place !== null) marks.set(place, [...(marks.get(place) ?? []), finding]);
    }
    return marks;
  });

  /** The problems of the squadron or group at a place. */
  at(place: string): FindingInfo[] {
    return this.#marks.get(place) ?? [];
  }
}
