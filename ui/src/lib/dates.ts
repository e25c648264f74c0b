// Dates and hours as people write them, in the language of the machine.

const DAY = { dateStyle: 'medium' } as const;
const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const words = (options: Intl.DateTimeFormatOptions, time: number): string =>
  new Intl.DateTimeFormat(undefined, options).format(time);

/** The day of a time in milliseconds. */
export const day = (time: number): string => words(DAY, time);

/** The day and the hour of a time in milliseconds. */
export const moment = (time: number): string => words(MOMENT, time);

/** A deadline as an event states it, such as `2026-11-24T23:59 Europe/London`, with the hour and the zone that it states.
 * Other texts stay as they are. */
export function deadlineWords(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?)?\s*(.*)$/.exec(text.trim());
  const time = found ? Date.parse(`${found[1]}T${found[2] ?? '00:00'}Z`) : NaN;
  if (!found || Number.isNaN(time)) return text;
  const zone = found[3] === 'Z' ? 'UTC' : (found[3] ?? '').replace(/^(?=[+-])/, 'UTC').replaceAll('_', ' ');
  // The clock is that of the stated zone, so it is shown as it is.
  return words({ ...(found[2] ? MOMENT : DAY), timeZone: 'UTC' }, time) + (zone && ` (${zone})`);
}
