import { expect, test } from 'vitest';
import { changed, figureOf, keptOf } from './changed';
import type { Judged } from './store';
import { NO_TERMS } from '../terms';

const judged = (more: Partial<Judged>): Judged => ({
  version: '1.0.0',
  digest: 'a',
  verdict: 'legal',
  points: 100,
  figure: '100',
  lines: [{ name: 'One', points: 100 }],
  ...more,
});

test('newer data with another result is a change; the same result or an edited list is not', () => {
  expect(changed(null, judged({}))).toBeNull();
  expect(changed(judged({}), judged({ points: 90 }))).toBeNull();
  expect(changed(judged({}), judged({ digest: 'b' }))).toBeNull();
  for (const more of [{ points: 90 }, { verdict: 'illegal' as const }, { lines: [{ name: 'Uno', points: 100 }] }]) {
    expect(changed(judged({}), judged({ digest: 'b', ...more }))?.now).toMatchObject(more);
  }
});

test('a list that cannot be read tells nothing about the data', () => {
  const report = {
    file: '',
    document: 0,
    name: null,
    player: null,
    events: [],
    settings: {},
    consents: [],
    terms: NO_TERMS,
    points: null,
    mfv: null,
    fingerprint: null,
    findings: [],
  };
  expect(
    keptOf({
      report: { ...report, ruleset: null, verdict: 'unreadable' },
      standing: 'unreadable',
      findings: [],
      waiting: null,
      summary: null,
      'needs-salt': false,
      owned: null,
    }),
  ).toBeNull();
  const ruleset = { id: 'r', version: '1.0.0', edition: '1', digest: 'a' };
  expect(
    keptOf({
      report: { ...report, ruleset, verdict: 'unreadable' },
      standing: 'unreadable',
      findings: [],
      waiting: null,
      summary: null,
      'needs-salt': false,
      owned: null,
    }),
  ).toBeNull();
  expect(
    keptOf({
      report: { ...report, ruleset, verdict: 'legal', points: 5 },
      standing: 'legal',
      findings: [],
      waiting: null,
      summary: null,
      'needs-salt': false,
      owned: null,
    }),
  ).toEqual({
    version: '1.0.0',
    digest: 'a',
    verdict: 'legal',
    standing: 'legal',
    terms: null,
    points: 5,
    figure: '?',
    nation: null,
    lines: [],
  });
});

test('points are shown in the words of the program', () => {
  expect(figureOf({ points: null, figure: 'at least 90' })).toBe('at least 90');
  // As older versions kept them.
  expect([figureOf({ points: 90 }), figureOf({ points: null })]).toEqual(['90', '?']);
});
