// The shell around the screens: the desktop app (Tauri), a browser served by `muster serve`, or a browser with the static
// edition, which brings the program along. No other file knows it.

import { invoke, isTauri } from '@tauri-apps/api/core';
import { listen, TauriEvent } from '@tauri-apps/api/event';
import { ask } from '../static/program';
import { program } from './api/answering.svelte';
import type { Fault as FaultShape } from './api/types';
import { baseName } from './words';

export const desktop = isTauri();

/** Whether this is the bundle of the static edition. */
export const isStatic = import.meta.env.MODE === 'static';

/** Whether a link to this page may lead others to it: neither in the app nor where the page was opened from a folder. */
export const hasAddress = (): boolean => !desktop && location.protocol !== 'file:';

/** The program's message if it cannot answer. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly help: string | null = null,
  ) {
    super(message);
  }
}

const refusal = (told: unknown): Refusal => {
  // Over HTTP, a fault is a problem (RFC 9457), whose message is called `detail`.
  const { code, message, detail, help } = (
    typeof told === 'object' && told !== null ? told : {}
  ) as Partial<FaultShape> & {
    detail?: string;
  };
  return new Refusal(code ?? 'unknown', message ?? detail ?? String(told), help ?? null);
};

async function command<T>(name: string, args?: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(name, args);
  } catch (told) {
    throw refusal(told);
  }
}

/** Calls the program. */
export async function call<T>(name: string, args: object): Promise<T> {
  const again = (): Promise<unknown> => call('version', {});
  try {
    const answer = await answerTo<T>(name, args);
    program.note(null, again);
    return answer;
  } catch (told) {
    const { code, message } = told as Refusal;
    program.note(code === 'unreachable' ? message : null, again);
    throw told;
  }
}

async function answerTo<T>(name: string, args: object): Promise<T> {
  if (desktop) return command<T>('call', { name, args: JSON.stringify(args) });
  if (isStatic) return inWorker<T>(name, args);
  return posted<T>(`/api/${name}`, args);
}

/** Asks the desk of `muster serve --submissions`: what players handed in, for judges. Refused with `no-desk` by any other program. */
export async function atDesk<T>(what: 'handed-in' | 'unlock', args: object): Promise<T> {
  if (desktop || isStatic) throw new Refusal('no-desk', 'Only `muster serve` shows the lists of an event.');
  return posted<T>(`/desk/${what}`, args);
}

/** Sends a question to `muster serve`. */
async function posted<T>(path: string, args: object): Promise<T> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    body = await response.json().catch((told: unknown) => {
      // What is not JSON is not from the program.
      if (told instanceof SyntaxError) return undefined;
      throw told;
    });
  } catch {
    throw new Refusal(
      'unreachable',
      'The program does not answer.',
      'Start `muster serve` again; your lists are kept in this browser.',
    );
  }
  if (response.ok && body !== undefined) return body as T;
  throw refusal(
    body ?? {
      code: String(response.status),
      message: `The program answered ${response.status} ${response.statusText}.`,
    },
  );
}

/** Calls the program that the static edition brings along. */
async function inWorker<T>(name: string, args: object): Promise<T> {
  const { ok, answer } = await ask(name, JSON.stringify(args)).catch((told: Error) => {
    throw new Refusal('unreachable', `The program could not be loaded (${told.message}).`, 'Load this page again.');
  });
  const body: unknown = JSON.parse(answer);
  if (!ok) throw refusal(body);
  return body as T;
}

/** A file as it was read. It has a stamp only if the file can be written again. */
export interface TextFile {
  name: string;
  /** The file's text. */
  text: string;
  /** The text is in base 64, because the file is not text. */
  packed: boolean;
  path: string | null;
  stamp: string | null;
}

export interface Place {
  path: string;
  /** The state of the file that was last read or written; null overwrites any state. */
  stamp: string | null;
}

/** A file as the app reads it. */
interface AppFile {
  path: string;
  text: string;
  packed: boolean;
  stamp: string;
}

const named = (file: AppFile): TextFile => ({ ...file, name: baseName(file.path) });

/** Lets the person choose files to open. */
export async function pickOpen(): Promise<TextFile[]> {
  if (desktop) return ((await command<AppFile[] | null>('pick_open')) ?? []).map(named);
  const input = document.createElement('input');
  Object.assign(input, {
    type: 'file',
    multiple: true,
    accept: '.yaml,.yml,.json,.txt,.text,.md,.bbcode,.ros,.rosz,.csv,.tsv,.eml,.mbox,.zip,.docx,.html,.htm,.pdf',
  });
  const files = await new Promise<File[]>((done) => {
    input.addEventListener('change', () => done([...(input.files ?? [])]));
    input.addEventListener('cancel', () => done([]));
    input.click();
  });
  return readFiles(files);
}

/** A file that can be read when it is needed. */
export interface Brought {
  /** Its name, with the folders in which it lies below the one that was chosen. */
  name: string;
  /** Its content; `packed` in base 64, because the file is not text. */
  read: () => Promise<{ text: string; packed: boolean }>;
}

export const broughtFile = (name: string, file: File): Brought => ({ name, read: () => contentOf(file) });

/** Lets the person choose files of any kind, or a folder with everything in it. */
export async function pickBrought(folder: boolean): Promise<Brought[]> {
  if (desktop) return broughtPaths((await command<string[] | null>('pick_brought', { folder })) ?? []);
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, webkitdirectory: folder });
  return new Promise((done) => {
    input.addEventListener('change', () =>
      done([...(input.files ?? [])].map((file) => broughtFile(file.webkitRelativePath || file.name, file))),
    );
    input.addEventListener('cancel', () => done([]));
    input.click();
  });
}

/** The files at these paths and in these folders, in the app. */
export async function broughtPaths(paths: string[]): Promise<Brought[]> {
  const files = await command<{ path: string; name: string }[]>('find_brought', { paths });
  return files.map(({ path, name }) => ({ name, read: () => command('read_brought', { path }) }));
}

/** Reads files that were picked or dropped. */
export const readFiles = (files: Iterable<File>): Promise<TextFile[]> =>
  Promise.all(
    [...files].map(async (file) => ({ name: file.name, ...(await contentOf(file)), path: null, stamp: null })),
  );

async function contentOf(file: File): Promise<{ text: string; packed: boolean }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), packed: false };
  } catch {
    return { text: toBase64(bytes), packed: true };
  }
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Reads a file again, in the app. The app only writes files that the person picked; this call makes the file
 * writable again after a restart. */
export const readFile = async (path: string): Promise<TextFile> => named(await command('read_file', { path }));

/** Listens for files that the app gets with their paths: at its start, by a double click later (on a Mac), or dropped
 * on its window. Some web views keep drops to themselves (main.rs says which). Those files reach the page as copies,
 * as in a browser. */
export function onBrought(take: (files: Promise<TextFile[]>) => void, drop: (paths: string[]) => void): void {
  if (!desktop) return;
  const ask = (): void => take(command<AppFile[]>('brought').then((files) => files.map(named)));
  void listen('brought', ask).then(ask);
  void listen<{ paths: string[] }>(TauriEvent.DRAG_DROP, ({ payload }) => drop(payload.paths));
}

/** Saves a new file where the person chooses, or downloads it; `packed` content is in base 64. Returns the message about
 * it, or null if the person cancels. */
export async function saveNew(name: string, text: string, packed = false): Promise<string | null> {
  if (desktop) {
    const path = await command<string | null>('pick_save', { name });
    if (path === null) return null;
    await command('write_file', { path, text, packed, stamp: null });
    return `Saved as ${path}`;
  }
  download(name, packed ? unpacked(text, 'application/octet-stream') : new Blob([text], { type: 'text/plain' }));
  return `Downloaded ${name}`;
}

/** Writes a list to a file. In the app, a file that was opened or saved before is written again, unless another
 * program changed it (a refusal with the code `changed`). In a browser it is a download, and no path is remembered. */
export async function save(name: string, text: string, place: Place | null): Promise<Place | null | 'cancelled'> {
  if (desktop) {
    const path = place?.path ?? (await command<string | null>('pick_save', { name }));
    if (path === null) return 'cancelled';
    const { stamp } = await command<{ stamp: string }>('write_file', {
      path,
      text,
      packed: false,
      stamp: place?.stamp ?? null,
    });
    return { path, stamp };
  }
  download(name, new Blob([text], { type: 'text/plain' }));
  return null;
}

function download(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const unpacked = (base64: string, type: string): Blob => new Blob([fromBase64(base64)], { type });

const pdfOf = (base64: string): Blob => unpacked(base64, 'application/pdf');

/** Saves a PDF where the person chooses. Returns the message about it, or null if the person cancels. */
export async function savePdf(name: string, pdf: string): Promise<string | null> {
  if (desktop) {
    const path = await command<string | null>('save_pdf', { name, pdf });
    return path === null ? null : `Saved as ${path}`;
  }
  download(name, pdfOf(pdf));
  return `Downloaded ${name}`;
}

/** Whether the system has a sheet through which things are handed to other programs, as phones have. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens that sheet. Nothing happens if the person closes it. */
export async function share(what: ShareData): Promise<void> {
  try {
    await navigator.share(what);
  } catch (told) {
    if ((told as Error).name !== 'AbortError') throw told;
  }
}

/** Shows a PDF in the system's PDF viewer, or in a browser tab. */
export async function openPdf(name: string, pdf: string): Promise<string | null> {
  if (desktop) await command('open_pdf', { name, pdf });
  else if (!open(URL.createObjectURL(pdfOf(pdf)))) return 'The browser blocks new tabs here: save the file instead.';
  return null;
}

/** A person's own files: a folder of rulesets that is searched before the built-in ones, and files of units. Only in
 * the app; `muster serve` gets them at its start. */
export interface Own {
  rulesets: string | null;
  units: string[];
}

export const pickRulesets = (): Promise<string | null> => command('pick_folder');
export const pickUnits = (): Promise<string[] | null> => command('pick_units');

/** Starts using a person's own files. If some of them cannot be used, nothing changes. */
export const setOwn = ({ rulesets, units }: Own): Promise<void> => command('set_own', { rulesets, units });
