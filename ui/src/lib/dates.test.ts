import { expect, test } from 'vitest';
import { deadlineWords } from './dates';

/** The same by the language of the machine that runs the test. */
const said = (time: string, hour: boolean): string =>
  new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    ...(hour && { timeStyle: 'short' }),
    timeZone: 'UTC',
  }).format(Date.parse(time));

test('a deadline is said with the clock and the zone that the event states', () => {
  const evening = said('2026-12-01T18:00Z', true);
  expect(deadlineWords('2026-12-01T18:00+01:00')).toBe(`${evening} (UTC+01:00)`);
  expect(deadlineWords('2026-12-01 18:00 -03:00')).toBe(`${evening} (UTC-03:00)`);
  expect(deadlineWords('2026-12-01T18:00 America/New_York')).toBe(`${evening} (America/New York)`);
  expect(deadlineWords('2026-12-01T18:00:30Z')).toBe(`${evening} (UTC)`);
  expect(deadlineWords('2026-12-01T18:00')).toBe(evening);
});

test('a day without an hour has none', () => {
  expect(deadlineWords('2027-03-06')).toBe(said('2027-03-06T00:00Z', false));
  expect(deadlineWords('2027-03-06 Europe/London')).toBe(`${said('2027-03-06T00:00Z', false)} (Europe/London)`);
});

test('what is no date stays as it is', () => {
  for (const text of ['', 'soon', '2026-13-40', 'the 6th of March']) expect(deadlineWords(text)).toBe(text);
});
