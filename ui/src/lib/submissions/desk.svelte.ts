// What a judge sees on the phone: everything in the organiser's folder, as `muster serve --submissions` reads it. Nothing is stored but
// the pass, as long as this page is open in its tab.

import { shown } from '../api/answering.svelte';
import * as api from '../api/api';
import { Refusal } from '../shell';
import { type Other, othersOf, type Row, rowsOf } from './rows';
import type { Handed } from './store';

const PASS = 'muster-judge';

let handed = $state.raw<Handed[]>([]);
let locked = $state(false);
let loaded = $state(false);
let tables = $state.raw(new Map<string, string>());
let noTables = $state.raw<string | null>(null);
let refusal = $state.raw<{ message: string; help?: string | null } | null>(null);

const rows = $derived(rowsOf(handed));
const others = $derived(othersOf(handed));

const passNow = (): string => sessionStorage.getItem(PASS) ?? '';

/** What was found, each under the name of its file. Versions part the lists of one file, so a number tells its parts apart. */
function filesOf(all: Handed['outcomes'][]): Handed[] {
  const parts = new Map<string, number>();
  return all.map((outcomes) => {
    const first = outcomes[0]?.['handed-in'];
    const file = (!first ? null : 'lists' in first ? first.lists[0]?.came.file : first['no-list'].file) ?? '';
    const part = (parts.get(file) ?? 0) + 1;
    parts.set(file, part);
    return { name: part === 1 ? file : `${file} (${part})`, outcomes, corrected: {}, hidden: [] };
  });
}

async function look(): Promise<void> {
  try {
    const answer = await api.atDesk(passNow());
    handed = filesOf(answer.files);
    tables = new Map(Object.entries(answer.tables));
    noTables = answer['no-tables'];
    locked = false;
    loaded = true;
    refusal = null;
  } catch (told) {
    const { code, message, help } = told as Refusal;
    locked = code === 'locked';
    // What was read stays, so that a judge goes on where the network is bad.
    refusal = locked ? null : { message, help };
  }
}

async function unlock(pin: string): Promise<void> {
  try {
    sessionStorage.setItem(PASS, await api.unlocked(pin));
  } catch (told) {
    refusal = told as Refusal;
    return;
  }
  await look();
}

/** The table at which the player of a list sits. */
const tableOf = (row: Row): string | undefined => tables.get(row.player.trim().toLowerCase());

/** What stands below the player of a list: table, name, nation and points. */
export const about = (row: Row): string =>
  [
    tableOf(row) && `Table ${tableOf(row)}`,
    row.player && row.submission.report.name,
    row.nation,
    shown(row.words.points),
  ]
    .filter(Boolean)
    .join(' · ');

/** Whether a search asks for the table of a list: `12`, `table 12`. */
export const hasTable = (row: Row, search: string): boolean => {
  const asked = search
    .trim()
    .toLowerCase()
    .replace(/^(table|board|tisch)\s*/, '');
  return asked !== '' && tableOf(row)?.toLowerCase() === asked;
};

/** The letters of a fingerprint that a person typed. */
export const codeOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a text has at least 16 letters, and the first 16 are the half of the list's fingerprint that is about the list. */
export const hasCode = (row: Row, text: string): boolean => {
  const code = codeOf(text);
  return code.length >= 16 && codeOf(row.submission.report.fingerprint ?? '').startsWith(code.slice(0, 16));
};

export const judgeDesk = {
  get rows(): Row[] {
    return rows;
  },
  get others(): Other[] {
    return others;
  },
  /** Whether the PIN must be typed. */
  get locked(): boolean {
    return locked;
  },
  /** What is wrong with the file of the tables. */
  get noTables(): string | null {
    return noTables;
  },
  get loaded(): boolean {
    return loaded;
  },
  get refusal() {
    return refusal;
  },
  look,
  unlock,
};
