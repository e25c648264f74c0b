// The rows of the table of submissions: one for each list that was handed in.

import type { FindingInfo, HandedIn, ListWords, Sender, ShownSubmission, Submission, Verdict } from '../api/types';
import type { Handed } from './store';

export interface Row {
  /** The name of the file, and the numbers of the outcome in the file and of the list in the outcome. */
  key: string;
  /** The file that was brought. */
  file: string;
  place: string;
  submission: Submission;
  words: ListWords;
  /** As it was handed in, if it is corrected. */
  original: Submission;
  /** Whether the organiser looked at it and corrected it or took it as it is. */
  corrected: boolean;
  /** The id of the kept list that belongs to it. */
  kept: string | null;
  player: string;
  nation: string;
  /** The place of the list that counts in its place; null if it counts or stands for itself. */
  under: string | null;
  doubts: CitedFinding[];
  /** The finding that decides the verdict. */
  first: CitedFinding | null;
}

/** A file that holds no list. */
export interface Other {
  file: string;
  why: string;
}

/** A finding with its book and page. */
export type CitedFinding = Omit<FindingInfo, 'to-do' | 'local' | 'overlay'>;

export const finding = ({ report }: Submission, { cited }: ListWords, place: number): CitedFinding => ({
  ...report.findings[place]!,
  cited: cited[place] ?? null,
});

const senderOf = ({ came }: Submission): Sender | null => came.sender ?? null;

function row(
  file: string,
  key: string,
  original: Submission,
  words: ListWords,
  kept: Handed['corrected'][string] | undefined,
): Row {
  const now = kept?.judged ?? { submission: original, words };
  return { key, file, original, corrected: !!kept?.judged, kept: kept?.list ?? null, ...shownIn(now) };
}

/** What a row shows of a submission. */
const shownIn = ({ submission, words }: ShownSubmission) => ({
  place: placeOf(submission),
  submission,
  words,
  player: submission.report.player ?? senderOf(submission)?.name ?? '',
  nation: words.nation ?? '',
  under: submission.came['version-of'],
  doubts: words.doubts.map((place) => finding(submission, words, place)),
  first: words.first === null ? null : finding(submission, words, words.first),
});

/** Puts into the row whether its list counts. The answer has no text, so the row keeps its own. */
export const withVersion = (row: Row, now: ShownSubmission): Row => ({
  ...row,
  ...shownIn({ ...now, submission: { ...now.submission, text: row.submission.text } }),
});

/** The file of a list, and its document if it is not the first. */
export const placeOf = ({ report }: { report: { file: string; document: number } }): string =>
  report.document === 0 ? report.file : `${report.file}, document ${report.document}`;

const listsOf = (handed: HandedIn): Submission[] => ('lists' in handed ? handed.lists : []);

/** A key is part of an address, so it has no slash. */
export const keyOf = (file: string, place: string): string => encodeURIComponent(`${place} ${file}`);

/** All lists in the order in which they were handed in. */
export const rowsOf = (handed: readonly Handed[]): Row[] =>
  handed.flatMap((file) =>
    file.outcomes.flatMap((outcome, n) =>
      listsOf(outcome['handed-in']).flatMap((list, m) => {
        const place = `${n}.${m}`;
        return file.hidden.includes(place)
          ? []
          : [row(file.name, keyOf(file.name, place), list, outcome.words[m]!, file.corrected[place])];
      }),
    ),
  );

/** The place in its file that a key names. */
export const placeIn = (key: string): string => decodeURIComponent(key).split(' ', 1)[0]!;

export const othersOf = (handed: readonly Handed[]): Other[] =>
  handed.flatMap(({ outcomes }) =>
    outcomes.flatMap(({ 'handed-in': one }) =>
      'no-list' in one ? [{ file: one['no-list'].file, why: one['no-list'].why }] : [],
    ),
  );

/** Everything that was handed in, with the corrected lists in place of those that were. */
export const handedIn = (handed: readonly Handed[]): HandedIn[] =>
  handed.flatMap((file) =>
    file.outcomes.flatMap(({ 'handed-in': one }, n): HandedIn[] => {
      if (!('lists' in one)) return [one];
      const lists = one.lists.flatMap((list, m) => {
        const place = `${n}.${m}`;
        return file.hidden.includes(place) ? [] : [lean(file.corrected[place]?.judged?.submission ?? list)];
      });
      return lists.length > 0 ? [{ lists }] : [];
    }),
  );

/** Without the text, which no page and no mail shows. */
export const lean = (list: Submission): Submission => ({ ...list, text: null });

export type Column = 'verdict' | 'player' | 'nation' | 'points' | 'doubts' | 'terms' | 'file';
export interface Order {
  by: Column;
  down: boolean;
}

const RANKS: { [verdict in Verdict]: number } = { unreadable: 0, illegal: 1, undetermined: 2, legal: 3 };

const words = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

const compare: { [column in Column]: (one: Row, other: Row) => number } = {
  // The worst first, and those with doubts before others.
  verdict: (one, other) =>
    RANKS[one.submission.report.verdict] - RANKS[other.submission.report.verdict] ||
    Number(one.doubts.length === 0) - Number(other.doubts.length === 0),
  player: (one, other) => Number(!one.player) - Number(!other.player) || words.compare(one.player, other.player),
  nation: (one, other) => Number(!one.nation) - Number(!other.nation) || words.compare(one.nation, other.nation),
  points: (one, other) => (one.submission.report.points ?? -1) - (other.submission.report.points ?? -1),
  doubts: (one, other) => other.doubts.length - one.doubts.length,
  // Lists that set something for themselves stand first.
  terms: (one, other) =>
    Number(!one.submission.report.terms.words) - Number(!other.submission.report.terms.words) ||
    words.compare(one.submission.report.terms.words ?? '', other.submission.report.terms.words ?? ''),
  file: (one, other) => words.compare(one.place, other.place),
};

/** The rows in an order. Rows that are equal in it stand by player, and versions below the list that counts in their place. */
export function sorted(rows: readonly Row[], { by, down }: Order): Row[] {
  const turn = down ? -1 : 1;
  const places = new Set(rows.map((row) => row.place));
  const isBelow = (row: Row): boolean => row.under !== null && places.has(row.under);
  const below = new Map<string, Row[]>();
  for (const row of rows.filter(isBelow)) below.set(row.under!, [...(below.get(row.under!) ?? []), row]);
  return rows
    .filter((row) => !isBelow(row))
    .sort((one, other) => turn * compare[by](one, other) || compare.player(one, other))
    .flatMap((row) => [row, ...(below.get(row.place) ?? [])]);
}

export type Which = Verdict | 'all' | 'doubts' | 'corrected' | 'versions';

/** Whether a row is among those that are asked for. */
export const isOf = (row: Row, which: Which): boolean =>
  which === 'all' ||
  (which === 'versions'
    ? row.under !== null
    : which === 'doubts'
      ? row.doubts.length > 0
      : which === 'corrected'
        ? row.corrected
        : row.under === null && row.submission.report.verdict === which);

/** Whether every word of a search is somewhere in the row. */
export function has(row: Row, search: string): boolean {
  const text = [row.player, row.nation, row.place, row.submission.report.name, row.first?.message]
    .join(' ')
    .toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
