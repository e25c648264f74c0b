// What a person has selected in an open list, the unit that is shown, and what units are looked for.

import type { ArmyList, Candidate, FindingInfo, Judged, UnitInfo } from '../api/types';
import { arrayFor } from '../list/edits';
import { at as resolve } from '../list/pointer';
import { type Way, wayOf } from '../list/ways';
import { type Findings, isFor, sameAmong } from './findings.svelte';

/** The list in which something is selected. */
interface Open {
  readonly list: ArmyList;
  /** The place that is selected. It is stored with the list. */
  selected: string | null;
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly findings: Findings;
  readonly judging: { ask(): void };
}

const isSquadron = (at: string | null): string[] =>
  at !== null && /\/\d+$/.test(at) && !/^\/groups\/\d+$/.test(at) ? [at] : [];

export class Selection {
  readonly #open: Open;
  /** The catalogue unit that is shown, if it was selected after the squadron. */
  unit = $state.raw<UnitInfo | null>(null);
  /** The unit under the resting pointer. */
  peeked = $state.raw<UnitInfo | null>(null);
  /** The squadrons that are selected together, and the list in which they have these places. */
  #several = $state.raw<{ list: ArmyList; places: readonly string[] } | null>(null);
  /** Whether a tap on a row selects it beside the others, as where there are no keys for it. */
  choosing = $state.raw(false);
  /** The row from which rows are selected together. */
  #from: string | null = null;
  /** The slot that units are looked for: only those that fit it are offered. */
  slot = $state.raw<{ group: string; id: string; title: string } | null>(null);
  problem = $state.raw<FindingInfo | null>(null);
  /** The problem that units are looked for: only those that bring the list nearer to its mend are offered. */
  purpose = $state.raw<FindingInfo | null>(null);

  constructor(open: Open) {
    this.#open = open;
  }

  /** The group that is selected, or has what is selected; null if there is none. */
  get groupAt(): string | null {
    const group = /^\/groups\/\d+/.exec(this.#open.selected ?? '')?.[0];
    return group !== undefined && resolve(this.#open.list, group) ? group : null;
  }

  /** The array that new squadrons go into. */
  get array(): string {
    return arrayFor(this.#open.list, this.#open.selected);
  }

  /** The kind of the group that new squadrons go into. */
  get groupKind(): string | undefined {
    const { list } = this.#open;
    const group = /^\/groups\/(\d+)\/squadrons$/.exec(this.array)?.[1];
    return group === undefined ? undefined : list.groups?.[Number(group)]?.kind;
  }

  select(at: string | null): void {
    this.closeUnit();
    const before = this.array;
    this.#open.selected = at;
    if (this.slot && !at?.startsWith(`${this.slot.group}/`) && at !== this.slot.group) this.slot = null;
    // Another group takes other units, and lacks others.
    if (this.array !== before) this.#open.judging.ask();
  }

  /** The squadrons that are selected together. Any other edit of the list ends that. */
  get several(): readonly string[] {
    return this.#several?.list === this.#open.list ? this.#several.places : [];
  }
  set several(places: readonly string[]) {
    this.#several = { list: this.#open.list, places };
  }

  /** Selects only one again. */
  single(): void {
    this.#several = this.#from = null;
    this.choosing = false;
  }

  /** Selects a row beside the others, or not any more. */
  toggle(at: string): void {
    const { several } = this;
    const before = several.length > 0 || this.choosing ? several : isSquadron(this.#open.selected);
    this.several = before.includes(at) ? before.filter((other) => other !== at) : [...before, at];
    this.#from = at;
    this.select(at);
  }

  /** Selects all rows from the one where this began to another. `rows` are the rows as they are shown. */
  extend(at: string, rows: readonly string[]): void {
    this.#from ??= this.#open.selected;
    const ends = [rows.indexOf(this.#from ?? at), rows.indexOf(at)].sort((a, b) => a - b);
    this.several = rows.slice(Math.max(0, ends[0]!), ends[1]! + 1);
    this.select(at);
  }

  look(unit: UnitInfo): void {
    this.unit = unit;
  }

  closeUnit(): void {
    this.unit = this.peeked = null;
  }

  /** Offers the units that fit a slot of a group. */
  fill(group: string, id: string, title: string): void {
    this.select(group);
    this.slot = { group, id, title };
    this.purpose = null;
  }

  /** Offers all units. */
  offerAll(): void {
    this.slot = this.purpose = null;
  }

  /** Selects a problem and returns where it leads. What a group lacks leads to the units. If there are units that help,
   * only those are offered. */
  jump(finding: FindingInfo): Way {
    const { list, candidates, findings } = this.#open;
    this.problem = finding;
    this.purpose = [...candidates.values()].some((candidate) => isFor(candidate, finding)) ? finding : null;
    if (this.purpose) this.slot = null;
    const way = wayOf(list, finding.at);
    if (way.to !== 'row') return way;
    this.select(way.at);
    return findings.tone(finding) === 'to-do' && /^\/groups\/\d+$/.test(way.at) ? { to: 'units' } : way;
  }

  /** The next or the previous problem. */
  cycle(by: 1 | -1): FindingInfo | null {
    const { problems, toDo } = this.#open.findings;
    const all = [...problems, ...toDo];
    const now = this.problem ? all.indexOf(this.problem) : -1;
    return all[now < 0 ? (by > 0 ? 0 : all.length - 1) : (now + by + all.length) % all.length] ?? null;
  }

  /** Keeps what a newer judgement still speaks of. */
  renew({ findings, summary }: Judged): void {
    this.problem = sameAmong(findings, this.problem);
    this.purpose = sameAmong(findings, this.purpose);
    // Nothing more is looked for a slot that is full.
    const slots = summary?.groups.find((one) => one.at === this.slot?.group)?.slots;
    if (slots?.find((one) => one.slot === this.slot?.id)?.room === 0) this.slot = null;
  }
}
