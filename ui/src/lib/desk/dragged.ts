// What a person drags over the rows of a list, as the drag carries it.

import type { UnitInfo } from '../api/types';
import type { Joining } from './attaching.svelte';

export type Dragged = Joining;

/** What a drag carries; null if it is nothing for a list. */
export function draggedIn(data: { readonly [key: string | symbol]: unknown }): Dragged | null {
  if (typeof data.squadron === 'string') return { squadron: data.squadron };
  return typeof data.unit === 'object' && data.unit !== null ? { unit: data.unit as UnitInfo } : null;
}
