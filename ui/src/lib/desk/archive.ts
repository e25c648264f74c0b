// Many lists in one zip archive: a list file for each, and a hidden file with what is kept beside the lists. The program
// reads archives of players as well, but never so many files at once, and what is kept beside lists is not its business.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Kept } from './store';

/** What is kept beside a list. */
export interface Beside {
  tags: string[];
  /** The person said that the list is finished. */
  finished: boolean;
  /** The event under which it is judged. */
  event: Kept['event'];
}

export interface Archive {
  files: ({ name: string; text: string } & Beside)[];
}

const BESIDE = '.muster-lists.json';
/** Older archives have only the tags, in a file of this name. */
const TAGS = '.muster-tags.json';
/** Limits on what is read, in bytes. A list file is at most as large as the program takes it. */
const FILE_BYTES = 8 << 20;
const BYTES = 256 << 20;
const FILES = 10_000;

/** Files of one name get numbers. */
export function pack({ files }: Archive): Uint8Array {
  const packed: { [name: string]: Uint8Array } = {};
  const beside: { [name: string]: Partial<Beside> } = {};
  for (const file of files) {
    const [, base, ending] = /^(.*?)(\.[^.]*)?$/.exec(file.name)!;
    let name = file.name;
    for (let number = 2; name in packed; number++) name = `${base}-${number}${ending ?? ''}`;
    packed[name] = strToU8(file.text);
    const { tags, finished, event } = file;
    if (tags.length > 0 || finished || event)
      beside[name] = {
        ...(tags.length > 0 ? { tags } : {}),
        ...(finished ? { finished } : {}),
        ...(event ? { event } : {}),
      };
  }
  if (Object.keys(beside).length > 0) packed[BESIDE] = strToU8(JSON.stringify(beside));
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
    if (!isList(name) && name !== BESIDE && name !== TAGS) return false;
    total += originalSize;
    if (originalSize > FILE_BYTES || total > BYTES || ++number > FILES) throw new TooLarge();
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
      name: path.split('/').at(-1)!,
      text: strFromU8(unpacked[path]!),
      ...(beside.get(path) ?? NOTHING),
    }));
  return files.length > 0 ? { files } : null;
}

class TooLarge extends Error {
  override message = 'This archive is too large: at most 10,000 lists of 8 MiB, and 256 MiB in all, are read.';
}

const NOTHING: Beside = { tags: [], finished: false, event: null };

/** What is kept beside each file, as far as it is what it should be. */
function besideIn(bytes: Uint8Array | undefined): Map<string, Beside> {
  if (!bytes) return new Map();
  try {
    const read: unknown = JSON.parse(strFromU8(bytes));
    return new Map(Object.entries(fieldsOf(read)).map(([path, value]) => [path, besideOf(value)]));
  } catch {
    return new Map();
  }
}

const fieldsOf = (value: unknown): { [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {};

function besideOf(value: unknown): Beside {
  const { tags, finished, event } = Array.isArray(value) ? { tags: value } : fieldsOf(value);
  return {
    tags: Array.isArray(tags) ? tags.filter((word) => typeof word === 'string') : [],
    finished: finished === true,
    event: eventOf(event),
  };
}

function eventOf(value: unknown): Beside['event'] {
  const { given, title } = fieldsOf(value);
  const { name, text } = fieldsOf(given);
  if (typeof title !== 'string' || typeof name !== 'string') return null;
  return { title, given: typeof text === 'string' ? { name, text } : { name } };
}
