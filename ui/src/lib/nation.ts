// The nation that a screen shows or chooses first.

import type { RulesetInfo } from './api/types';
import { prefs } from './prefs.svelte';

/** The id of the nation that was used last in a game, or else of the one with the most units; empty if there is none. */
export function firstNation({ id, nations }: Pick<RulesetInfo, 'id' | 'nations'>): string {
  const used = nations.find((one) => one.id === prefs.nations[id]);
  return (used ?? [...nations].sort((a, b) => b.units - a.units)[0])?.id ?? '';
}
