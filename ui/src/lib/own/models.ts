// The models of a game that people own, under the headings of the catalogue, and the lists that need them.

import * as api from '../api/api';
import type { CollectionFile, RulesetInfo, UnitInfo } from '../api/types';
import { storedSheet } from '../campaign/link';
import { rulesetOf, titleOf } from '../desk/register';
import type { Kept } from '../desk/store';
import { fold, index } from '../search';
import { shelves } from '../shelves';
import { plainName } from '../words';
import { emptyOf } from './collection.svelte';

export interface Model {
  /** Its name in a collection. */
  of: string;
  name: string;
  /** The id of its nation; null for models of no nation. */
  nation: string | null;
  /** The heading that it stands under. */
  type: string;
  drawing: string | null;
  /** What the search looks in. */
  text: string;
}

/** What one list needs of a model. */
export interface ListNeed {
  id: string;
  title: string;
  models: number;
}

const UNKNOWN = 'Not in the catalogue';

/** All models by nation and type, each once. Models that a collection has and the catalogue has not come last. */
export function modelsOf(game: RulesetInfo, units: readonly UnitInfo[], collection: CollectionFile | null): Model[] {
  const owners = new Map<string, { unit: UnitInfo; name: string }>();
  for (const unit of units) {
    for (const { of, name } of unit.miniatures) {
      // The unit that is the model itself says what it looks like.
      if (!owners.has(of) || (unit.name === name && owners.get(of)!.unit.name !== name)) owners.set(of, { unit, name });
    }
  }
  const ofUnit = new Map<UnitInfo, Model[]>();
  for (const [of, { unit, name }] of owners) {
    const isItself = unit.miniatures.length === 1 || unit.name === name;
    const model: Model = {
      of,
      name,
      nation: unit.nation,
      type: '',
      drawing: isItself ? unit.drawing : null,
      text: fold([name, ...(isItself ? unit.aliases : [unit.name])].join(' · ')),
    };
    ofUnit.set(unit, [...(ofUnit.get(unit) ?? []), model]);
  }
  const known = [...game.nations.map(({ id }) => id), null].flatMap((nation) =>
    shelves(index([...ofUnit.keys()].filter((unit) => unit.nation === nation)), game, null, new Map()).flatMap(
      ({ title, units }) =>
        units
          .flatMap(({ unit }) => ofUnit.get(unit)!)
          .map((model) => ({ ...model, type: title }))
          .sort((one, other) => one.name.localeCompare(other.name)),
    ),
  );
  const others = Object.keys(collection?.models ?? {}).filter((of) => !owners.has(of));
  const unknown = others.map((of): Model => {
    const name = plainName(of.split(':').at(-1)!);
    return { of, name, nation: null, type: UNKNOWN, drawing: null, text: fold(name) };
  });
  return [...known, ...unknown];
}

/** What the lists of a game need, by model. A list that cannot be judged needs nothing. */
export async function needsOf(game: RulesetInfo, lists: readonly Kept[]): Promise<Map<string, ListNeed[]>> {
  const needs = new Map<string, ListNeed[]>();
  for (const { id, list, event } of lists.filter((kept) => rulesetOf(kept.list) === game.id)) {
    const judged = await storedSheet(list)
      .then((sheet) => api.judge(list, event?.given ?? null, sheet, emptyOf(game)))
      .catch(() => null);
    for (const { of, models } of judged?.owned?.needs ?? []) {
      needs.set(of, [...(needs.get(of) ?? []), { id, title: titleOf(list), models }]);
    }
  }
  return needs;
}

/** A list that needs more models than are owned. */
export interface ShortList {
  id: string;
  title: string;
  /** How many models are missing. */
  short: number;
}

/** The lists that need more than is owned, with those first that lack least. */
export function shortLists(
  needs: ReadonlyMap<string, readonly ListNeed[]>,
  owned: (model: string) => number,
): ShortList[] {
  const lists = new Map<string, ShortList>();
  for (const [of, each] of needs) {
    for (const { id, title, models } of each) {
      const short = Math.max(0, models - owned(of)) + (lists.get(id)?.short ?? 0);
      if (short > 0) lists.set(id, { id, title, short });
    }
  }
  return [...lists.values()].sort((one, other) => one.short - other.short);
}
