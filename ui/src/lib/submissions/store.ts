// Stores what players handed in, in IndexedDB, until the organiser clears it. The content of a file is stored apart from
// what was found in it, because it is needed only to read the file again.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CorrectAnswer, GivenEvent, HandedInInfo } from '../api/types';

/** A list that the organiser corrected. */
export interface Correction {
  /** The id of the kept list; null if the organiser took the list as it was read. */
  list: string | null;
  /** The revision of that list that was judged. */
  rev: number;
  /** The judgement; null while the list is not changed. */
  judged: CorrectAnswer | null;
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

interface Schema extends DBSchema {
  handed: { key: string; value: Handed };
  contents: { key: string; value: Content };
  choice: { key: string; value: Choice };
}

let database: Promise<IDBPDatabase<Schema>> | null = null;

const open = (): Promise<IDBPDatabase<Schema>> =>
  (database ??= openDB<Schema>('muster-submissions', 1, {
    upgrade(db) {
      db.createObjectStore('handed', { keyPath: 'name' });
      db.createObjectStore('contents', { keyPath: 'name' });
      db.createObjectStore('choice');
    },
  }));

/** Everything that was handed in, by the names of the files. */
export const all = async (): Promise<Handed[]> => (await open()).getAll('handed');

export const choice = async (): Promise<Choice> =>
  (await (await open()).get('choice', 'now')) ?? { judge: '', event: null, own: [] };

export const choose = async (next: Choice): Promise<void> => void (await (await open()).put('choice', next, 'now'));

/** Stores an event of the person's own, in place of one from a file of the same name. */
export async function keepOwn(own: OwnEvent): Promise<void> {
  const now = await choice();
  await choose({ ...now, own: [...now.own.filter(({ event }) => event.name !== own.event.name), own] });
}

export const content = async (name: string): Promise<Content | undefined> => (await open()).get('contents', name);

/** Stores what was found in files, with their contents if these are new. */
export async function save(handed: readonly Handed[], contents: readonly Content[] = []): Promise<void> {
  const tx = (await open()).transaction(['handed', 'contents'], 'readwrite');
  await Promise.all([
    ...handed.map((one) => tx.objectStore('handed').put(one)),
    ...contents.map((one) => tx.objectStore('contents').put(one)),
    tx.done,
  ]);
}

export async function remove(name: string): Promise<void> {
  const tx = (await open()).transaction(['handed', 'contents'], 'readwrite');
  await Promise.all([tx.objectStore('handed').delete(name), tx.objectStore('contents').delete(name), tx.done]);
}

export async function clear(): Promise<void> {
  const tx = (await open()).transaction(['handed', 'contents'], 'readwrite');
  await Promise.all([tx.objectStore('handed').clear(), tx.objectStore('contents').clear(), tx.done]);
}
