// The one file that knows which shell the screens are in: the desktop app (Tauri) or a browser served by `muster serve`.

import { invoke, isTauri } from '@tauri-apps/api/core';
import { listen, TauriEvent } from '@tauri-apps/api/event';
import type { Fault as FaultShape } from './api/types';

export const desktop = isTauri();

/** What the program says when it cannot answer. */
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
  const { code, message, help } = (typeof told === 'object' && told !== null ? told : {}) as Partial<FaultShape> & {
    code?: string;
  };
  return new Refusal(code ?? 'unknown', message ?? String(told), help ?? null);
};

async function command<T>(name: string, args?: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(name, args);
  } catch (told) {
    throw refusal(told);
  }
}

/** Asks the program. */
export async function call<T>(name: string, args: object): Promise<T> {
  if (desktop) return command<T>('call', { name, args });
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
  } catch {
    throw new Refusal(
      'unreachable',
      'The program does not answer.',
      'Start `muster serve` again; your lists are kept in this browser.',
    );
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw refusal(
      body ?? {
        code: String(response.status),
        message: `The program answered ${response.status} ${response.statusText}.`,
      },
    );
  return body as T;
}

/** A file as it was read. A stamp is there only where the file can be written again. */
export interface TextFile {
  name: string;
  /** What is in it; of an archive, its bytes in base 64. */
  text: string;
  path: string | null;
  stamp: string | null;
}

export interface Place {
  path: string;
  /** Which state of the file was read or written last; null writes over whatever is there. */
  stamp: string | null;
}

/** A file as the app reads it. */
interface AppFile {
  path: string;
  text: string;
  stamp: string;
}

const named = (file: AppFile): TextFile => ({ ...file, name: file.path.split(/[/\\]/).at(-1) ?? file.path });

/** Lets the person choose files to open. */
export async function pickOpen(): Promise<TextFile[]> {
  if (desktop) return ((await command<AppFile[] | null>('pick_open')) ?? []).map(named);
  const input = document.createElement('input');
  Object.assign(input, {
    type: 'file',
    multiple: true,
    accept: '.yaml,.yml,.json,.muster,.txt,.text,.md,.bbcode,.ros,.rosz',
  });
  const files = await new Promise<File[]>((done) => {
    input.addEventListener('change', () => done([...(input.files ?? [])]));
    input.addEventListener('cancel', () => done([]));
    input.click();
  });
  return readFiles(files);
}

/** Reads files that were chosen or dropped. */
export const readFiles = (files: Iterable<File>): Promise<TextFile[]> =>
  Promise.all([...files].map(async (file) => ({ name: file.name, text: await textOf(file), path: null, stamp: null })));

async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  if (!isArchive) return new TextDecoder().decode(bytes);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** Reads a file of the app again; only what a person chose once may be written, and this makes it so after a restart. */
export const readFile = async (path: string): Promise<TextFile> => named(await command('read_file', { path }));

/** Hears of files that come to the app with their places: at its start, by a double click later (on a Mac), dropped on its window.
 * Where the web view keeps drops to itself (main.rs says where) they come to the page instead, as in a browser: as copies. */
export function onBrought(take: (files: Promise<TextFile[]>) => void): void {
  if (!desktop) return;
  const ask = (): void => take(command<AppFile[]>('brought').then((files) => files.map(named)));
  void listen('brought', ask).then(ask);
  void listen<{ paths: string[] }>(TauriEvent.DRAG_DROP, ({ payload }) =>
    take(Promise.all(payload.paths.map(readFile))),
  );
}

/** Writes a list to a file. In the app a file that was opened or saved before is written again, unless somebody else changed it
 * (a refusal with the code `changed`); in a browser it is a download, and there is no place to remember. */
export async function save(name: string, text: string, place: Place | null): Promise<Place | null | 'cancelled'> {
  if (desktop) {
    const path = place?.path ?? (await command<string | null>('pick_save', { name }));
    if (path === null) return 'cancelled';
    const { stamp } = await command<{ stamp: string }>('write_file', { path, text, stamp: place?.stamp ?? null });
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

const pdfOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'application/pdf' });

/** Saves a PDF where the person chooses; what to say of it, null where they cancel. */
export async function savePdf(name: string, pdf: string): Promise<string | null> {
  if (desktop) {
    const path = await command<string | null>('save_pdf', { name, pdf });
    return path === null ? null : `Saved as ${path}`;
  }
  download(name, pdfOf(pdf));
  return `Downloaded ${name}`;
}

/** Shows a PDF in the system's program for them, or in a tab of the browser. */
export async function openPdf(name: string, pdf: string): Promise<string | null> {
  if (desktop) await command('open_pdf', { name, pdf });
  else if (!open(URL.createObjectURL(pdfOf(pdf))))
    return 'The browser keeps new tabs closed here: save the file instead.';
  return null;
}

/** What a person brings: a folder of rulesets that goes before the built-in ones, and files of units. Only in the app; `muster serve`
 * is given them when it is started. */
export interface Own {
  rulesets: string | null;
  units: string[];
}

export const pickRulesets = (): Promise<string | null> => command('pick_folder');
export const pickUnits = (): Promise<string[] | null> => command('pick_units');

/** Makes what a person brings hold; where some of it cannot be used, all stays as it was. */
export const setOwn = ({ rulesets, units }: Own): Promise<void> => command('set_own', { rulesets, units });
