import type { Calls, GivenEvent, ListedReport, Reports } from './calls.js';

export type * from './calls.js';

/** A call that was refused: `code` is for programs, `help` says what would help. */
export class MusterFault extends Error {
  code: string;
  help: string | null;
}

export interface CheckOptions {
  /** An event whose house rules count: `{name}` of one at hand, or `{name, text}` of its file. */
  event?: GivenEvent | null;
}

/** A list in any form that Muster reads, or a file with such a text. */
export type ListText = string | { name: string; text: string };

/** Loads the module. Calls do it by themselves; a program that cannot wait at its first call does it before. */
export function ready(): Promise<void>;

/** Answers a call by its name. Throws a MusterFault if it is refused. */
export function call<K extends keyof Calls>(name: K, args?: Calls[K]['args']): Promise<Calls[K]['answer']>;

/** The reports on all lists in texts and files. */
export function check(files: ListText | ListText[], options?: CheckOptions): Promise<Reports>;

/** The report on one list: a text in any form that Muster reads, or a list as an object. Of several lists in a text, the
 * first. A text without a list has an unreadable report. */
export function judge(list: string | object, options?: CheckOptions): Promise<ListedReport>;
