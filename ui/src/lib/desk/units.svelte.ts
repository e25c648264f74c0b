// The catalogue units that an open list needs: those on offer, and those of its squadrons.

import * as api from '../api/api';
import type { ArmyList, GivenEvent, RulesetInfo, UnitInfo } from '../api/types';
import { squadrons } from '../list/edits';
import { Refusal } from '../shell';

/** What the units are for: a list of a game. */
interface For {
  readonly game: RulesetInfo;
  readonly list: ArmyList;
  readonly given: GivenEvent | null;
}

export class Units {
  readonly #for: For;
  readonly #refused: (told: unknown) => void;
  /** The nation whose units are offered. */
  #nation = $state.raw<string | null>(null);
  #offered = $state.raw<UnitInfo[] | null>(null);
  #known = $state.raw<ReadonlyMap<string, UnitInfo>>(new Map());
  /** The number of requests that are not answered yet. */
  #fetching = $state.raw(0);
  /** The ruleset, the event and the nations whose units were asked for last. */
  #asked = '';

  constructor(list: For, refused: (told: unknown) => void) {
    this.#for = list;
    this.#refused = refused;
    this.#nation = list.list.nation ?? null;
  }

  get nation(): string | null {
    return this.#nation;
  }
  /** The units of that nation; null while they are loaded for the first time. */
  get offered(): UnitInfo[] | null {
    return this.#offered;
  }
  /** The loaded units by id: those of the list's nation, of its allies, and of the nation that is offered. */
  get known(): ReadonlyMap<string, UnitInfo> {
    return this.#known;
  }
  get busy(): boolean {
    return this.#fetching > 0;
  }

  /** Offers the units of a nation. */
  offer(nation: string | null): Promise<void> {
    this.#nation = nation;
    return this.load();
  }

  /** Loads the units if the list needs others than before. */
  async renew(): Promise<void> {
    if (this.#needed() !== this.#asked) await this.load();
  }

  async load(): Promise<void> {
    const needed = this.#needed();
    this.#asked = needed;
    const nation = this.#nation;
    this.#fetching++;
    try {
      const answers = await Promise.all([...this.#nations()].map(async (id) => [id, await this.#unitsOf(id)] as const));
      if (this.#asked !== needed) return;
      this.#offered = answers.find(([id]) => id === nation)?.[1] ?? [];
      const known = new Map<string, UnitInfo>();
      for (const [, units] of answers) {
        for (const unit of units) if (!known.has(unit.id)) known.set(unit.id, unit);
      }
      this.#known = known;
    } catch (told) {
      if (this.#asked !== needed) return;
      // The ruleset does not know the nation. The verdict says so.
      if (told instanceof Refusal && told.code !== 'unreachable') this.#offered ??= [];
      else this.#refused(told);
    } finally {
      this.#fetching--;
    }
  }

  /** The nations whose units are needed: the list's, those of its allies, and the one that is offered. */
  #nations(): Set<string | null> {
    const { list } = this.#for;
    return new Set([
      this.#nation,
      list.nation ?? null,
      ...[...squadrons(list)].map(({ squadron }) => squadron.nation ?? list.nation ?? null),
    ]);
  }

  #needed(): string {
    return JSON.stringify([
      this.#ruleset(),
      this.#for.given,
      this.#nation,
      [...this.#nations()].map((one) => one ?? '').sort(),
    ]);
  }

  /** The ruleset with the versions that the list asks for. */
  #ruleset(): string {
    const { ruleset } = this.#for.list;
    const version = typeof ruleset === 'string' ? null : ruleset.version;
    return version ? `${this.#for.game.id}@${version}` : this.#for.game.id;
  }

  #unitsOf(name: string | null): Promise<UnitInfo[]> {
    const { game, given } = this.#for;
    // Without a nation, the units of no nation are still needed. They come with the units of any nation.
    const nation = name ?? game.nations[0]?.id;
    if (nation === undefined) return Promise.resolve([]);
    const units = api.units(this.#ruleset(), nation, given);
    return name === null ? units.then((all) => all.filter((unit) => unit.nation === null)) : units;
  }
}
