// The search for units to add to an open list: by words, bounds and traits, and by what the list has room for.

import * as api from '../api/api';
import type { Candidate, NationInfo, UnitInfo } from '../api/types';
import { timesOf } from '../list/numbers';
import { owned } from '../own/collection.svelte';
import { prefs, settle } from '../prefs.svelte';
import { type Facets, facetsOf, find, type Indexed, index, named, order, type Sort, sunk } from '../search';
import { groupedBy, type Shelf, shelves } from '../shelves';
import { counted } from '../words';
import type { Desk } from './desk.svelte';
import { isFor } from './findings.svelte';
import { needed } from './needed';

/** With fewer hits than this, a search goes on in the other nations. It begins with this many letters. */
const FEW_HITS = 3;
const LETTERS = 3;
/** At most this many units of other nations are shown. */
const MOST = 20;

/** What hides units. */
interface Hider {
  keeps: (candidate: Candidate | undefined, unit: UnitInfo) => boolean;
  /** Why none is left, if it hides all. */
  why: string;
}

const NO_MATCH = 'No unit matches.';

export class UnitSearch {
  readonly #desk: Desk;
  query = $state('');
  sort = $state<Sort>('book');
  facets = $state.raw<Facets>(new Map());
  affordable = $state(false);
  fitting = $state(false);
  /** The units of all other nations, once they are wanted. */
  #foreign = $state.raw<Indexed[]>([]);
  /** What adding units of other nations would do, by nation and unit. */
  #tried = $state.raw<ReadonlyMap<string, Candidate>>(new Map());

  /** Its effects belong to the component that makes it. */
  constructor(desk: Desk) {
    this.#desk = desk;
    // What is looked for now has nothing to do with the words of an earlier search.
    $effect(() => {
      if (desk.selection.slot || desk.selection.purpose) this.query = '';
    });
    $effect(() => this.#askElsewhere());
    $effect(() => this.#tryElsewhere());
  }

  /** The nation whose units are offered. */
  readonly nation: NationInfo | undefined = $derived.by(() => {
    const id = this.#desk.nationId(this.#desk.nation);
    return this.#desk.game.nations.find((one) => one.id === id);
  });
  /** The units on offer. The chart of a group offers those without models, such as doctrines. */
  readonly units: Indexed[] = $derived.by(() => index((this.#desk.units ?? []).filter((unit) => unit['has-models'])));
  /** The traits in which they differ. */
  readonly traits = $derived.by(() =>
    facetsOf(
      this.units.map(({ unit }) => unit),
      this.#desk.game.traits,
    ),
  );
  /** How many values of traits are wanted. */
  readonly active: number = $derived([...this.facets.values()].reduce((sum, values) => sum + values.size, 0));
  /** The points left; null if not known. */
  readonly left: number | null = $derived.by(() => {
    const { mfv, points } = this.#desk.judgement?.report ?? {};
    return mfv == null || points == null ? null : mfv - points;
  });

  readonly #price = (unit: UnitInfo): number | null => this.#desk.candidates.get(unit.id)?.points ?? unit.points;

  readonly #hiders: Hider[] = $derived.by(() => {
    const { slot, purpose } = this.#desk.selection;
    const { left } = this;
    const hiders: (Hider | false | null)[] = [
      slot && {
        keeps: (candidate) => (candidate?.may && candidate.slots.includes(slot.id)) ?? false,
        why: `No unit here fits the slot ${slot.title} now.`,
      },
      this.fitting && {
        keeps: (candidate) => candidate?.may ?? false,
        why: 'No unit fits now: adding any of them would break a rule.',
      },
      prefs.onlyOwned && {
        keeps: (candidate) => candidate?.owned ?? false,
        why: owned.of(this.#desk.game.id)
          ? 'You own no more models for any unit here.'
          : 'You have not said which models you own: the card of a unit has a field for it.',
      },
      this.affordable &&
        left !== null && {
          keeps: (_, unit) => (this.#price(unit) ?? 0) <= left,
          why: left <= 0 ? 'No points are left.' : `No unit costs ${counted(left, 'point', 'points')} or less.`,
        },
      purpose && { keeps: (candidate) => candidate !== undefined && isFor(candidate, purpose), why: NO_MATCH },
    ];
    return hiders.filter((hider): hider is Hider => Boolean(hider));
  });

  #keeps(hider: Hider, { unit }: Indexed): boolean {
    return hider.keeps(this.#desk.candidates.get(unit.id), unit);
  }

  readonly #hits: Indexed[] = $derived.by(() => {
    const exact = find(this.units, this.query, this.facets, this.#price);
    return exact.length > 0 ? exact : find(named(this.units, this.query), '', this.facets, this.#price);
  });
  readonly shown: Indexed[] = $derived.by(() =>
    order(this.#hits, this.query, this.sort, this.#price, this.#desk.candidates).filter((entry) =>
      this.#hiders.every((hider) => this.#keeps(hider, entry)),
    ),
  );
  /** Why no unit is shown. The first thing that hides all that were left is named. */
  readonly nothing: string = $derived(
    this.#hits.length === 0
      ? NO_MATCH
      : (this.#hiders.find((hider) => !this.#hits.some((entry) => this.#keeps(hider, entry)))?.why ?? NO_MATCH),
  );
  /** The kind of the group that new squadrons go into. */
  readonly #kind = $derived.by(() => {
    const { game, selection } = this.#desk;
    return game['group-kinds'].find((one) => one.id === selection.groupKind) ?? null;
  });
  /** What units are grouped by. */
  readonly by: string | null = $derived.by(() => groupedBy(this.#desk.game, this.#kind));
  /** Whether the units stand in parts. Words look for certain units, so there the nearest stay first. */
  readonly #parted: boolean = $derived(this.query.trim() === '');
  /** What the list needs first. Who looks for a slot or for a way out of a problem sees nothing else anyway. */
  readonly needed: readonly Shelf[] = $derived.by(() => {
    const { selection, findings, judgement, candidates, finished } = this.#desk;
    if (!this.#parted || selection.slot || selection.purpose || finished) return [];
    const group = judgement?.summary?.groups.find(({ at }) => selection.array === `${at}/squadrons`);
    return needed(this.shown, group?.slots ?? [], findings.toDo, candidates);
  });
  /** The other rows: those that fit now, and below them those that do not. */
  readonly #rest: readonly Indexed[][] = $derived.by(() => {
    const above = new Set(this.needed.flatMap(({ units }) => units));
    const rest = this.shown.filter((entry) => !above.has(entry));
    return this.#parted ? sunk(rest, (unit) => this.isBarred(unit)) : [rest, []];
  });
  /** The rows of both parts under their headings. A search, and a slot that is looked for, have none. */
  readonly parts: readonly Shelf[][] = $derived.by(() => {
    const { game, selection, candidates } = this.#desk;
    const grouped = this.sort === 'book' && this.#parted && !selection.slot;
    return this.#rest.map((units) =>
      grouped ? shelves(units, game, this.#kind, candidates) : units.length > 0 ? [{ title: '', units }] : [],
    );
  });

  // --- Units of other nations ---

  /** Whether the search goes on in other nations. */
  readonly #isWide: boolean = $derived.by(() => {
    const { slot, purpose } = this.#desk.selection;
    return this.query.trim().length >= LETTERS && this.#hits.length < FEW_HITS && !slot && !purpose;
  });
  readonly elsewhere: Indexed[] = $derived.by(() =>
    this.#isWide
      ? order(named(this.#foreign, this.query), this.query, 'name', this.#price, this.#desk.candidates).slice(0, MOST)
      : [],
  );
  readonly #nations: string = $derived([...new Set(this.elsewhere.map(({ unit }) => unit.nation))].sort().join(' '));

  #askElsewhere(): (() => void) | void {
    if (!this.#isWide) return;
    const { game, given } = this.#desk;
    const nations = game.nations.filter(({ id, units }) => units > 0 && id !== this.nation?.id);
    let gone = false;
    Promise.all(nations.map(async ({ id }) => (await api.units(game.id, id, given)).filter((one) => one.nation === id)))
      .then((all) => {
        if (!gone) this.#foreign = index(all.flat().filter((unit) => unit['has-models']));
      })
      // The units of the shown nation say already that the program does not answer.
      .catch(() => undefined);
    return () => (gone = true);
  }

  #tryElsewhere(): (() => void) | void {
    if (this.#nations === '' || this.#desk.judging.stale) return;
    const { list, given, game, selection } = this.#desk;
    const [group, models] = [selection.groupAt, owned.of(game.id)];
    let gone = false;
    Promise.all(this.#nations.split(' ').map((id) => api.candidates(list, id, group, given, models))).then(
      (answers) => {
        const all = answers.flatMap(({ candidates }) => candidates);
        if (!gone) this.#tried = new Map(all.map((one) => [`${one.nation} ${one.unit}`, one]));
      },
      // Without an answer the rows have no mark.
      () => undefined,
    );
    return () => (gone = true);
  }

  // --- Single units ---

  candidateOf(unit: UnitInfo): Candidate | null {
    return this.#desk.candidateOf(unit) ?? this.#tried.get(`${unit.nation} ${unit.id}`) ?? null;
  }

  /** How many squadrons of each unit the list has, by nation and unit. */
  readonly #listed: ReadonlyMap<string, number> = $derived.by(() => {
    const { list, home } = this.#desk;
    return timesOf(list, (squadron) => {
      const nation = squadron.nation ? this.#desk.nationId(squadron.nation) : home;
      return `${nation} ${this.#desk.unitOf(squadron)?.id ?? squadron.unit}`;
    });
  });
  /** How many squadrons of a unit the list has. One of no nation counts as one of the list's. */
  listed({ nation, id }: UnitInfo): number {
    return this.#listed.get(`${nation ?? this.#desk.home} ${id}`) ?? 0;
  }

  /** Whether adding a unit would break a rule. */
  isBarred(unit: UnitInfo): boolean {
    return this.candidateOf(unit)?.may === false;
  }

  /** The nation of a unit that is not of the shown nation. */
  abroad(unit: UnitInfo): string | undefined {
    return unit.nation === null || unit.nation === this.nation?.id
      ? undefined
      : this.#desk.game.nations.find(({ id }) => id === unit.nation)?.name;
  }

  /** Wants units with a value of a trait, or does not want it any more. */
  toggle(trait: string, value: string): void {
    const values = new Set(this.facets.get(trait));
    if (!values.delete(value)) values.add(value);
    this.facets = new Map([...this.facets, [trait, values]]);
  }

  showAll(): void {
    this.query = '';
    this.facets = new Map();
    this.#desk.selection.offerAll();
    this.affordable = this.fitting = prefs.onlyOwned = false;
    settle();
  }
}
