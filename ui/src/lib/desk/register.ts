// The register of stored lists: what each says of itself, which are found, and in which order they stand.

import type { ArmyList, NationInfo, RulesetInfo } from '../api/types';
import { squadrons } from '../list/edits';
import { fold } from '../search';
import type { Kept } from './store';

export const rulesetOf = (list: ArmyList): string =>
  typeof list.ruleset === 'string' ? list.ruleset : list.ruleset.id;

/** The name of a list on screens. */
export const titleOf = (list: ArmyList): string => list.name || list.player || 'Unnamed list';

export const orders = { changed: 'last changed', name: 'by name', game: 'by game', points: 'by points' } as const;
export type Order = keyof typeof orders;

/** A stored list with the words that the register shows. */
export interface Entry {
  kept: Kept;
  name: string;
  game: string;
  nation: string;
  /** Its nation as the ruleset has it; undefined if that is not known. */
  look: NationInfo | undefined;
  /** Everything that the search looks in, without case and accents. */
  text: string;
}

export function entryOf(kept: Kept, games: readonly RulesetInfo[]): Entry {
  const { list, judged } = kept;
  const known = games.find((one) => one.id === rulesetOf(list));
  const game = known?.name ?? rulesetOf(list);
  const look = known?.nations.find((one) => one.id === list.nation || one.name === judged?.nation);
  const nation = judged?.nation ?? look?.name ?? list.nation ?? '';
  const name = titleOf(list);
  const units = [...squadrons(list)].flatMap(({ squadron }) => [squadron.name ?? '', squadron.unit]);
  const lines = (judged?.lines ?? []).map((line) => line.name);
  const words = [name, list.player ?? '', game, nation, ...(kept.tags ?? []), ...lines, ...units];
  return { kept, name, game, nation, look, text: fold(words.join(' · ')) };
}

/** The entries that have every word of the query and the tag. */
export function found(entries: readonly Entry[], query: string, tag: string | null): Entry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return entries.filter(
    ({ kept, text }) => (tag === null || (kept.tags ?? []).includes(tag)) && words.every((word) => text.includes(word)),
  );
}

/** Sorts entries. Those that are equal stand with the one that was changed last first. */
export function sorted(entries: readonly Entry[], order: Order): Entry[] {
  const by: { [key in Order]: (a: Entry, b: Entry) => number } = {
    changed: () => 0,
    name: (a, b) => a.name.localeCompare(b.name),
    game: (a, b) => a.game.localeCompare(b.game) || a.nation.localeCompare(b.nation),
    points: (a, b) => (b.kept.judged?.points ?? -1) - (a.kept.judged?.points ?? -1),
  };
  return [...entries].sort((a, b) => by[order](a, b) || b.kept.updated - a.kept.updated);
}

/** All tags with the number of lists that have them, by name. */
export function tagsOf(lists: readonly Kept[]): { tag: string; lists: number }[] {
  const counts = new Map<string, number>();
  for (const tag of lists.flatMap((kept) => kept.tags ?? [])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, lists]) => ({ tag, lists })).sort((a, b) => a.tag.localeCompare(b.tag));
}
