// Dates and hours as people write them, in the language of the machine.

const DAY = { dateStyle: 'medium' } as const;
const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const words = (options: Intl.DateTimeFormatOptions, time: number): string =>
  new Intl.DateTimeFormat(undefined, options).format(time);

/** The day of a time in milliseconds. */
export const day = (time: number): string => words(DAY, time);

/** The day and the hour of a time in milliseconds. */
export const moment = (time: number): string => words(MOMENT, time);
