// Attaches units and squadrons to other squadrons. The program says what may be attached to what.

import * as api from '../api/api';
import type { ArmyList, Candidate, GivenEvent, Squadron, UnitInfo } from '../api/types';
import { say } from '../dialogs.svelte';
import { append, type Edit, move, squadrons } from '../list/edits';
import { apply } from '../list/ops';
import { at as resolve, parent, without } from '../list/pointer';

/** The list in which something is attached. */
interface Open {
  readonly list: ArmyList;
  readonly given: GivenEvent | null;
  unitOf(squadron: Squadron): UnitInfo | null;
  titleOf(squadron: Squadron): string;
  isChoice(squadron: Squadron): boolean;
  do(made: Edit | null): void;
}

/** What is to be attached: a unit of the catalogue, or a squadron of the list by its place. */
export type Joining = { unit: UnitInfo } | { squadron: string };

export interface Answer {
  /** Whether the squadron can have it, whatever the rest of the list is. */
  can: boolean;
  /** Why not, or which rule the list would break with it. */
  why: string | null;
  /** The squadron of a unit to attach. */
  squadron: Squadron | null;
}

/** Whether a squadron may not have a candidate, whatever the rest of the list is. */
export const refused = (candidate: Candidate, host: string): boolean =>
  candidate.findings.some((finding) => finding.at.some((place) => place === host || place.startsWith(`${host}/`)));

const unitOf = (open: Open, joining: Joining): UnitInfo | null => {
  if ('unit' in joining) return joining.unit;
  const squadron = resolve(open.list, joining.squadron) as Squadron | undefined;
  return squadron ? open.unitOf(squadron) : null;
};

/** Whether something can be attached to a squadron at all: not to itself, and not where it is attached already. */
const isHost = (host: string, joining: Joining): boolean =>
  'unit' in joining || (without(host, joining.squadron) !== null && parent(parent(joining.squadron)) !== host);

async function ask(open: Open, host: string, joining: Joining): Promise<Answer> {
  const unit = unitOf(open, joining);
  const title = open.titleOf(resolve(open.list, host) as Squadron);
  const no = (why: string): Answer => ({ can: false, why, squadron: null });
  if (!unit) return no('No catalogue has its unit.');
  // A squadron of the list is tried without the one that is there.
  let [list, at]: [ArmyList, string | null] = [open.list, host];
  if ('squadron' in joining) {
    list = apply(list, [{ op: 'remove', at: joining.squadron }]).root;
    at = without(host, joining.squadron);
  }
  if (at === null) return no('A squadron is not attached to itself.');
  try {
    const { candidates } = await api.attachables(list, at, open.given, unit.nation);
    const found = candidates.find((candidate) => candidate.unit === unit.id && candidate.nation === unit.nation);
    if (!found) return no(`${unit.name} cannot be attached to ${title}.`);
    return { can: !refused(found, at), why: found.findings[0]?.message ?? null, squadron: found.squadron };
  } catch (told) {
    return no((told as Error).message);
  }
}

/** Attaches something to a squadron, or says why that is not possible. */
export async function attach(open: Open, host: string, joining: Joining, known?: Answer): Promise<void> {
  const list = open.list;
  const { can, why, squadron } = known ?? (await ask(open, host, joining));
  if (open.list !== list) return;
  if (!can) return say(why ?? 'It cannot be attached.');
  const name = `Attach ${unitOf(open, joining)?.name ?? ''}`;
  const array = `${host}/attached`;
  if ('unit' in joining) open.do(squadron && { ...append(list, array, squadron, name), select: host });
  else {
    const length = (resolve(list, array) as unknown[] | undefined)?.length ?? 0;
    const made = move(list, joining.squadron, array, length, '');
    open.do(made && { ...made, name });
  }
}

/** What is dragged, and to which squadrons it may be attached. They are asked for one after the other. */
export class Attaching {
  readonly #open: Open;
  #joining = $state.raw<Joining | null>(null);
  #answers = $state.raw<ReadonlyMap<string, Answer>>(new Map());
  #left: string[] = [];

  constructor(open: Open) {
    this.#open = open;
  }

  begin(joining: Joining): void {
    this.#joining = joining;
    this.#answers = new Map();
    this.#left = [...squadrons(this.#open.list)]
      .filter(({ at, squadron }) => !this.#open.isChoice(squadron) && isHost(at, joining))
      .map(({ at }) => at);
    void this.#go(joining);
  }

  end(): void {
    this.#joining = null;
    this.#left = [];
  }

  /** What is known of a squadron for what is dragged. */
  answer(at: string): Answer | null {
    return this.#joining ? (this.#answers.get(at) ?? null) : null;
  }

  /** Whether what is dragged could be dropped on a squadron to attach it. */
  isHost(at: string): boolean {
    return this.#joining !== null && isHost(at, this.#joining);
  }

  /** Asks about this squadron next. */
  hasten(at: string): void {
    if (this.#left.includes(at)) this.#left = [at, ...this.#left.filter((other) => other !== at)];
  }

  /** Attaches what is dragged to a squadron. */
  drop(at: string, joining: Joining): void {
    void attach(this.#open, at, joining, this.#answers.get(at));
  }

  async #go(joining: Joining): Promise<void> {
    for (let at = this.#left.shift(); at !== undefined; at = this.#left.shift()) {
      const answer = await ask(this.#open, at, joining);
      if (this.#joining !== joining) return;
      this.#answers = new Map([...this.#answers, [at, answer]]);
    }
  }
}
