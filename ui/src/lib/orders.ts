// The order of nations and of the values of traits, the same on every screen.

import type { TraitInfo } from './api/types';

/** Nations by their names. */
export const byName = <Nation extends { name: string }>(nations: readonly Nation[]): Nation[] =>
  [...nations].sort((a, b) => a.name.localeCompare(b.name));

/** The values of a trait as books list them. Rulesets declare sizes from small to large, and books list the large ones
 * first. */
export const inBook = (trait: Pick<TraitInfo, 'values'> | undefined): TraitInfo['values'] =>
  [...(trait?.values ?? [])].reverse();
