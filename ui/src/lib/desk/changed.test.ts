import { expect, test } from 'vitest';
import { changed, keptOf } from './changed';
import type { Judged } from './store';

const judged = (more: Partial<Judged>): Judged => ({
  version: '1.0.0',
  digest: 'a',
  verdict: 'legal',
  points: 100,
  atLeast: null,
  lines: [{ name: 'One', points: 100 }],
  ...more,
});

test('newer data that says something else is a change, other data or another list is none', () => {
  expect(changed(null, judged({}))).toBeNull();
  expect(changed(judged({}), judged({ points: 90 }))).toBeNull();
  expect(changed(judged({}), judged({ digest: 'b' }))).toBeNull();
  for (const more of [{ points: 90 }, { verdict: 'illegal' as const }, { lines: [{ name: 'Uno', points: 100 }] }]) {
    expect(changed(judged({}), judged({ digest: 'b', ...more }))?.now).toMatchObject(more);
  }
});

test('a list that cannot be read says nothing about data', () => {
  const report = {
    file: '',
    document: 0,
    name: null,
    player: null,
    events: [],
    settings: {},
    consents: [],
    terms: { waived: [], settings: {}, 'own-units': [], words: null },
    points: null,
    mfv: null,
    fingerprint: null,
    findings: [],
  };
  expect(
    keptOf({ report: { ...report, ruleset: null, verdict: 'unreadable' }, waiting: null, summary: null }),
  ).toBeNull();
  const ruleset = { id: 'r', version: '1.0.0', edition: '1', digest: 'a' };
  expect(keptOf({ report: { ...report, ruleset, verdict: 'unreadable' }, waiting: null, summary: null })).toBeNull();
  expect(keptOf({ report: { ...report, ruleset, verdict: 'legal', points: 5 }, waiting: null, summary: null })).toEqual(
    { version: '1.0.0', digest: 'a', verdict: 'legal', terms: null, points: 5, atLeast: null, lines: [] },
  );
});
