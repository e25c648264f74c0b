// The bounds of numbers in a list: beyond them a list cannot be read. bounds.test.ts holds them to the list's schema.

export interface Bounds {
  min: number;
  max: number;
}

export const bounds = {
  mfv: { min: 1, max: 1_000_000 },
  models: { min: 1, max: 1_000 },
  turn: { min: 0, max: 1_000 },
  /** Numbers of which the format says no more than that they are whole. */
  whole: { min: 0, max: 4_294_967_295 },
} as const satisfies { [what: string]: Bounds };

/** The last day that a list can be dated; a field for dates takes longer years where it is not told otherwise. */
export const LAST_DAY = '9999-12-31';

/** A day that a list can be dated, or none. */
export const isDay = (text: string): boolean => /^(\d{4}-\d\d-\d\d)?$/.test(text);

const spell = (number: number): string => number.toLocaleString('en');

/** What was typed, as a whole number within bounds, null where nothing was; or the words for why it is none. */
export function numberIn(
  text: string,
  { min, max }: Bounds,
  required: boolean,
): { number: number | null } | { wrong: string } {
  const wanted = `a whole number from ${spell(min)} to ${spell(max)}`;
  const trimmed = text.trim();
  if (trimmed === '') return required ? { wrong: `Needs ${wanted}.` } : { number: null };
  const number = Number(trimmed);
  if (!Number.isInteger(number) || number < min || number > max)
    return { wrong: `${trimmed} cannot be: needs ${wanted}.` };
  return { number };
}
