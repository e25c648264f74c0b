// Many lists and sheets in one zip archive: a file for each, a hidden file with what is kept beside them, and another with
// everything else that this machine keeps. The program reads archives of players as well, but never so many files at once,
// and what is kept beside lists is not its business.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { isEvent, isFields, isText } from '../storage/sound';
import { type Rest, restOf } from './rest';
import type { Kept } from './store';

/** What is kept beside a list. */
export interface Beside {
  tags: string[];
  /** The person said that the list is finished. */
  finished: boolean;
  /** The event under which it is judged. */
  event: Kept['event'];
  /** When it was put into the bin. */
  deleted: number | null;
}

export interface Archive {
  files: ({ name: string; text: string } & Beside)[];
  /** Everything else; null in an archive of lists alone. */
  rest: Rest | null;
}

const BESIDE = '.muster-lists.json';
/** Older archives have only the tags, in a file of this name. */
const TAGS = '.muster-tags.json';
const REST = '.muster-settings.json';
/** Limits on what is read, in bytes. A list file is at most as large as the program takes it. */
const FILE_BYTES = 8 << 20;
const REST_BYTES = 64 << 20;
const BYTES = 256 << 20;
const FILES = 10_000;

/** Files of one name get numbers. */
export function pack({ files, rest }: Archive): Uint8Array {
  const packed: { [name: string]: Uint8Array } = {};
  const beside: { [name: string]: Partial<Beside> } = {};
  for (const file of files) {
    const [, base, ending] = /^(.*?)(\.[^.]*)?$/.exec(file.name)!;
    let name = file.name;
    for (let number = 2; name in packed; number++) name = `${base}-${number}${ending ?? ''}`;
    packed[name] = strToU8(file.text);
    const { tags, finished, event, deleted } = file;
    if (tags.length > 0 || finished || event || deleted !== null)
      beside[name] = {
        ...(tags.length > 0 ? { tags } : {}),
        ...(finished ? { finished } : {}),
        ...(event ? { event } : {}),
        ...(deleted === null ? {} : { deleted }),
      };
  }
  if (Object.keys(beside).length > 0) packed[BESIDE] = strToU8(JSON.stringify(beside));
  if (rest) packed[REST] = strToU8(JSON.stringify(rest));
  return zipSync(packed);
}

/** The list files of an archive, also those in folders. Null if it has none or cannot be read. Fails if it is too
 * large. */
export function unpack(bytes: Uint8Array): Archive | null {
  let total = 0;
  let number = 0;
  // Frozen archives alone end in `.muster` today; lists that older versions of the desktop app saved may end so too.
  const isList = (path: string): boolean => /(^|\/)[^./][^/]*\.(ya?ml|json|muster)$/i.test(path);
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!isList(name) && name !== BESIDE && name !== TAGS && name !== REST) return false;
    total += originalSize;
    if (originalSize > (name === REST ? REST_BYTES : FILE_BYTES) || total > BYTES || ++number > FILES)
      throw new TooLarge();
    return true;
  };
  let unpacked: { [path: string]: Uint8Array };
  try {
    unpacked = unzipSync(bytes, { filter: isWanted });
  } catch (told) {
    if (told instanceof TooLarge) throw told;
    return null;
  }
  const beside = besideIn(unpacked[BESIDE] ?? unpacked[TAGS]);
  const files = Object.keys(unpacked)
    .filter((path) => isList(path) && !path.startsWith('__MACOSX/'))
    .map((path) => ({
      name: path,
      text: strFromU8(unpacked[path]!),
      ...(beside.get(path) ?? NOTHING),
    }));
  const rest = unpacked[REST] ? restOf(readJson(unpacked[REST])) : null;
  return files.length > 0 || rest ? { files, rest } : null;
}

class TooLarge extends Error {
  override message = 'This archive is too large: at most 10,000 lists of 8 MiB, and 256 MiB in all, are read.';
}

const NOTHING: Beside = { tags: [], finished: false, event: null, deleted: null };

/** What is kept beside each file, as far as it is what it should be. */
function besideIn(bytes: Uint8Array | undefined): Map<string, Beside> {
  const read = bytes ? readJson(bytes) : null;
  return new Map(isFields(read) ? Object.entries(read).map(([path, value]) => [path, besideOf(value)]) : []);
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strFromU8(bytes));
  } catch {
    return null;
  }
}

function besideOf(value: unknown): Beside {
  const { tags, finished, event, deleted } = Array.isArray(value) ? { tags: value } : isFields(value) ? value : {};
  return {
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
    finished: finished === true,
    event: isEvent(event) ? eventOf(event as NonNullable<Beside['event']>) : null,
    deleted: typeof deleted === 'number' && Number.isFinite(deleted) ? deleted : null,
  };
}

/** An event without what does not belong to it. */
const eventOf = ({ title, given: { name, text } }: NonNullable<Beside['event']>): Beside['event'] => ({
  title,
  given: typeof text === 'string' ? { name, text } : { name },
});
