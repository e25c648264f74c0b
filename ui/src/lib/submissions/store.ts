// Stores what players handed in until the organiser clears it. The content of a file is stored apart from
// what was found in it, because it is needed only to read the file again.

import type { GivenEvent, HandedInInfo, ShownSubmission } from '../api/types';
import { Store, write } from '../storage/database';
import { isFields } from '../storage/sound';

/** A list that the organiser corrected. */
export interface Correction {
  /** The id of the kept list; null if the organiser took the list as it was read. */
  list: string | null;
  /** The revision of that list that was judged. */
  rev: number;
  /** The judgement; null while the list is not changed. */
  judged: ShownSubmission | null;
}

/** A file that was handed in. */
export interface Handed {
  name: string;
  outcomes: HandedInInfo[];
  /** Corrections, by the number of the outcome and of the list in it. */
  corrected: { [place: string]: Correction };
  /** The lists that another version took the place of, by the same numbers. */
  hidden: string[];
}

export interface Content {
  name: string;
  text: string;
  /** The text is in base 64. */
  packed: boolean;
}

/** The chosen event, and the files of events that the organiser added. */
export interface Choice {
  /** The program and the rulesets that judged last. */
  judge: string;
  event: GivenEvent | null;
  own: OwnEvent[];
}

/** An event from a file of the person's own. */
export interface OwnEvent {
  event: GivenEvent;
  title: string;
  /** The ids of the games that it is about; absent if they are not known. */
  rulesets?: string[];
}

const handed = new Store<Handed>('handed', (row) =>
  isFields(row) &&
  Array.isArray(row.outcomes) &&
  row.outcomes.every((one) => isFields(one) && isFields(one['handed-in'])) &&
  isFields(row.corrected) &&
  Array.isArray(row.hidden)
    ? (row as unknown as Handed)
    : null,
);

const contents = new Store<Content>('contents', (row) =>
  isFields(row) && typeof row.text === 'string' ? (row as unknown as Content) : null,
);

const choices = new Store<Choice>('choice', (row) =>
  isFields(row) && Array.isArray(row.own) && row.own.every((one) => isFields(one) && isFields(one.event))
    ? (row as unknown as Choice)
    : null,
);

/** Everything that was handed in, by the names of the files. */
export const all = (): Promise<Handed[]> => handed.rows();

export const choice = async (): Promise<Choice> => (await choices.row('now')) ?? { judge: '', event: null, own: [] };

export const choose = (next: Choice): Promise<void> => choices.put(next, 'now');

/** Stores an event of the person's own, in place of one from a file of the same name. */
export async function keepOwn(own: OwnEvent): Promise<void> {
  const now = await choice();
  await choose({ ...now, own: [...now.own.filter(({ event }) => event.name !== own.event.name), own] });
}

export const content = (name: string): Promise<Content | undefined> => contents.row(name);

/** Stores what was found in files, with their contents if these are new. */
export async function save(found: readonly Handed[], texts: readonly Content[] = []): Promise<void> {
  await write(['handed', 'contents'], (tx) =>
    Promise.all([
      ...found.map((one) => tx.objectStore('handed').put(one)),
      ...texts.map((one) => tx.objectStore('contents').put(one)),
    ]),
  );
}

export async function remove(name: string): Promise<void> {
  await write(['handed', 'contents'], (tx) =>
    Promise.all([tx.objectStore('handed').delete(name), tx.objectStore('contents').delete(name)]),
  );
}

export async function clear(): Promise<void> {
  await write(['handed', 'contents'], (tx) =>
    Promise.all([tx.objectStore('handed').clear(), tx.objectStore('contents').clear()]),
  );
}
