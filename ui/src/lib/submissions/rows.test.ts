import { expect, test } from 'vitest';
import { arrivalFrom } from './arrival';
import type { Finding, ListWords, Submission, Verdict } from '../api/types';
import { handedIn, has, isOf, othersOf, placeIn, rowsOf, sorted } from './rows';
import type { Handed } from './store';
import { NO_TERMS } from '../terms';

const WORDS: ListWords = {
  nation: null,
  points: '',
  first: null,
  more: 0,
  doubts: [],
  concluded: [],
  waiting: [],
  cited: [],
  'sent-by': null,
  standing: null,
};

const submission = (file: string, player: string | null, verdict: Verdict, points: number | null): Submission => ({
  report: {
    file,
    document: 0,
    name: null,
    player,
    ruleset: null,
    events: [],
    settings: {},
    consents: [],
    terms: NO_TERMS,
    verdict,
    points,
    mfv: 1000,
    fingerprint: null,
    findings: [],
  },
  list: null,
  nation: null,
  'is-read': true,
  text: 'text',
  email: null,
  came: arrivalFrom(file),
});

const finding = { rule: 'cap', severity: 'error', message: 'Too much' } as Finding;

const file = (name: string, ...lists: Submission[]): Handed => ({
  name,
  outcomes: [{ 'handed-in': { lists }, words: lists.map(() => WORDS) }],
  corrected: {},
  hidden: [],
});

const photo: Handed = {
  name: 'in/photo of a/list.png',
  outcomes: [
    {
      'handed-in': {
        'no-list': { file: 'in/photo of a/list.png', 'packed-in': null, sender: null, why: 'a picture' },
      },
      words: [],
    },
  ],
  corrected: {},
  hidden: [],
};

test('the worst stands first, those with doubts before others, then by player', () => {
  const doubtful = file('d', submission('d', 'Dora', 'illegal', 5));
  doubtful.outcomes[0]!.words = [{ ...WORDS, doubts: [0], cited: [null] }];
  const lists = doubtful.outcomes[0]!['handed-in'] as { lists: Submission[] };
  lists.lists[0]!.report.findings = [finding];
  const rows = rowsOf([
    file('a', submission('a', 'Zoe', 'legal', 900)),
    file('b', submission('b', null, 'illegal', null)),
    file('c', submission('c', 'Åsa', 'illegal', 1000)),
    doubtful,
    file('e', submission('e', null, 'unreadable', null)),
    photo,
  ]);
  const order = (by: 'verdict' | 'points', down = false): string =>
    sorted(rows, { by, down })
      .map((row) => row.file)
      .join('');
  expect(order('verdict')).toBe('edcba');
  expect(order('points', true).slice(0, 3)).toBe('cad');
  expect(rows.filter((row) => isOf(row, 'doubts')).map((row) => row.file)).toEqual(['d']);
  expect(rows.filter((row) => has(row, 'ZO')).map((row) => row.file)).toEqual(['a']);
});

test('a corrected list stands in for what was handed in, and a hidden one is left out', () => {
  const two = file('a b/c.zip', submission('1', 'One', 'illegal', 1), submission('2', 'Two', 'legal', 2));
  const better = submission('1', 'One', 'legal', 3);
  two.corrected = { '0.0': { list: 'x', rev: 2, judged: { submission: better, words: WORDS } } };
  two.hidden = ['0.1'];
  const [row, ...others] = rowsOf([two, photo]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ corrected: true, kept: 'x', original: { report: { verdict: 'illegal' } } });
  expect(row!.key).not.toMatch(/\//);
  expect(placeIn(row!.key)).toBe('0.0');
  const all = handedIn([two, photo]);
  expect(all).toHaveLength(2);
  expect(all[0]).toEqual({ lists: [{ ...better, text: null }] });
  expect(othersOf([two, photo])).toEqual([{ file: 'in/photo of a/list.png', why: 'a picture' }]);
});

test('versions stand below the list that counts in their place', () => {
  const version = (name: string, under: string | null, verdict: Verdict): Handed => {
    const one = submission(name, name, verdict, 900);
    return file(name, {
      ...one,
      came: { ...one.came, counts: under === null ? 'counts' : 'earlier', 'version-of': under },
    });
  };
  const rows = rowsOf([version('a', 'z', 'illegal'), version('m', null, 'illegal'), version('z', null, 'legal')]);
  expect(sorted(rows, { by: 'verdict', down: false }).map(({ place }) => place)).toEqual(['m', 'z', 'a']);
  expect(sorted(rows, { by: 'player', down: true }).map(({ place }) => place)).toEqual(['z', 'a', 'm']);
  // Alone it stands for itself, and it is counted apart from the verdicts.
  expect(sorted(rows.slice(0, 1), { by: 'verdict', down: false })).toHaveLength(1);
  expect(rows.filter((row) => isOf(row, 'illegal')).map(({ place }) => place)).toEqual(['m']);
  expect(rows.filter((row) => isOf(row, 'versions')).map(({ place }) => place)).toEqual(['a']);
});
