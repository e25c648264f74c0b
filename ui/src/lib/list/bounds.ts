// The bounds of numbers in a list. A list with numbers outside of them cannot be read. bounds.test.ts checks them
// against the list's schema.

export interface Bounds {
  min: number;
  max: number;
}

export const bounds = {
  mfv: { min: 1, max: 1_000_000 },
  models: { min: 1, max: 1_000 },
  turn: { min: 0, max: 1_000 },
  /** Numbers of a sheet. */
  field: { min: 0, max: 1_000_000 },
  /** Numbers that the format only requires to be whole. */
  whole: { min: 0, max: 4_294_967_295 },
} as const satisfies { [what: string]: Bounds };

/** The last date that a list can have. A date field accepts longer years unless it is given this maximum. */
export const LAST_DAY = '9999-12-31';

/** Whether a text is a date that a list can have, or empty. */
export const isDay = (text: string): boolean => /^(\d{4}-\d\d-\d\d)?$/.test(text);

/** The typed text as a whole number within bounds, null if it is empty, or a message why it is not valid. */
export function numberIn(
  text: string,
  { min, max }: Bounds,
  required: boolean,
): { number: number | null } | { wrong: string } {
  const wanted = `a whole number from ${min} to ${max}`;
  const trimmed = text.trim();
  if (trimmed === '') return required ? { wrong: `Needs ${wanted}.` } : { number: null };
  const number = Number(trimmed);
  if (!Number.isInteger(number) || number < min || number > max)
    return { wrong: `${trimmed} is not possible: it must be ${wanted}.` };
  return { number };
}
