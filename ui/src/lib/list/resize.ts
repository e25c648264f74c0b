// A list as one of another size.

import type { ArmyList } from '../api/types';

/** The list with another maximum force value. A number in its name that is the old one becomes the new one. */
export function resized(list: ArmyList, mfv: number): ArmyList {
  const { name, mfv: old } = list;
  const renamed = name && old ? name.replace(new RegExp(`(?<!\\d)${old}(?!\\d)`, 'g'), String(mfv)) : name;
  // A player's sum and the date are about the list as it was.
  const { points: _, ...rest } = list;
  delete rest.date;
  return { ...rest, ...(renamed ? { name: renamed === name ? `${name}, ${mfv}` : renamed } : {}), mfv };
}
