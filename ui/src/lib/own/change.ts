// Changes a person's own units.

import * as api from '../api/api';
import type { OwnUnit, ReadUnitsAnswer, UnitChange } from '../api/types';
import type { TextFile } from '../shell';
import { BY_FORM, load, own, put, remove, type OwnKept } from './files.svelte';

/** Changes the file that the forms write. Returns the id of the unit. */
async function change(ruleset: string, nation: string | null, made: UnitChange): Promise<string> {
  // Another window may have written it since.
  await load();
  const before = own.of(ruleset, BY_FORM);
  const { text, unit } = await api.changeUnits({ ruleset, nation, text: before?.text ?? '', change: made });
  if (text) {
    const { units } = await api.readUnits(ruleset, null, [{ name: 'own.yaml', text, packed: false }]);
    await put({ ruleset, name: BY_FORM, text, units });
  } else if (before) await remove(before);
  return unit;
}

export const keepUnit = (ruleset: string, nation: string | null, unit: OwnUnit): Promise<string> =>
  change(ruleset, nation, { keep: unit });

/** States the price of a unit. */
export const keepPrice = (ruleset: string, nation: string | null, unit: string, points: number): Promise<string> =>
  change(ruleset, nation, { price: { unit, points } });

/** Removes an own unit, or a stated price. */
export const dropUnit = (ruleset: string, nation: string | null, unit: string): Promise<string> =>
  change(ruleset, nation, { drop: { unit } });

/** Stores a file that was read. */
export const keepFile = (
  ruleset: string,
  files: readonly Pick<TextFile, 'name'>[],
  { text, units }: ReadUnitsAnswer,
): Promise<void> => put({ ruleset, name: files.map(({ name }) => name).join(', '), text, units });

/** A name for a stored file on disk. */
export const fileName = ({ ruleset, name }: OwnKept): string =>
  `${name === BY_FORM ? `own-units-${ruleset}` : name.replace(/\.\w+$/, '')}.yaml`;
