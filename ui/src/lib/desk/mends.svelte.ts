// The ways to mend the problems of a list. They are asked for one after the other, and kept until the list changes.

import * as api from '../api/api';
import type { ArmyList, FindingInfo, GivenEvent, MendInfo, MendsAnswer } from '../api/types';
import { told } from '../words';

/** How many ways are shown at first, and how many if more are wanted. */
export const USUAL = 3;
const MORE = 12;

/** What mends are about: the list and its findings. */
interface About {
  readonly list: ArmyList;
  readonly given: GivenEvent | null;
  readonly findings: { readonly attention: FindingInfo[] };
}

interface Known {
  /** The list that the answer is about. */
  list: ArmyList;
  answer: MendsAnswer;
}

interface Wanted {
  finding: FindingInfo | null;
  most: number;
}

/** What a finding is known by; null for the whole list. */
const keyOf = (finding: FindingInfo | null): string =>
  finding === null ? '' : JSON.stringify([finding.rule, finding.at]);

export class Mends {
  readonly #about: About;
  #known = $state.raw<ReadonlyMap<string, Known>>(new Map());
  #wanted: Wanted[] = [];
  #asking = false;

  constructor(about: About) {
    this.#about = about;
  }

  /** The ways to mend a problem, or all problems for null. Null if they are not known. */
  of(finding: FindingInfo | null): MendsAnswer | null {
    return this.#known.get(keyOf(finding))?.answer ?? null;
  }

  /** Whether the known ways are about the list as it is. Others must not be used. */
  isFresh(finding: FindingInfo | null): boolean {
    return this.#known.get(keyOf(finding))?.list === this.#about.list;
  }

  /** Asks for the ways to mend a problem, unless they are known. */
  want(finding: FindingInfo | null, most = USUAL): void {
    if (this.isFresh(finding) && most <= USUAL) return;
    this.#wanted.push({ finding, most });
    void this.#ask();
  }

  /** Asks for more of them. */
  wantMore(finding: FindingInfo | null): void {
    this.want(finding, MORE);
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let next = this.#wanted.shift(); next; next = this.#wanted.shift()) {
      const { finding, most } = next;
      const { list, given, findings } = this.#about;
      // The problem may be gone since it was asked for.
      if (finding !== null && !findings.attention.some((one) => keyOf(one) === keyOf(finding))) continue;
      if (this.isFresh(finding) && most <= USUAL) continue;
      // A list for which no changes are looked for has no ways.
      const none: MendsAnswer = { mends: [], more: false, judged: 0, bounded: false };
      const problem = finding && { rule: finding.rule, at: finding.at };
      const answer = await api.mends(list, problem, most, given).catch(() => none);
      if (list !== this.#about.list) continue;
      const current = new Set(this.#about.findings.attention.map(keyOf));
      const kept = [...this.#known].filter(([key, known]) => current.has(key) || known.list === list);
      this.#known = new Map([...kept, [keyOf(finding), { list, answer }]]);
    }
    this.#asking = false;
  }
}

/** What a way does, as the name of a step. */
export const nameOf = (mend: MendInfo): string =>
  told(mend.changes.length === 1 ? mend.changes[0]! : `${mend.changes[0]}, and ${mend.changes.length - 1} more`);

/** The points that a way adds: `+45`. Empty if they stay. */
export const gainOf = (mend: MendInfo): string => signed(mend.gain);

/** Points with their sign: `+45`, `−5`. Empty for none, and if they are not known. */
export const signed = (points: number | null): string => (points ? `${points > 0 ? '+' : '−'}${Math.abs(points)}` : '');
