// Many lists in one zip archive: a list file for each, and a hidden file with their tags. The program reads archives of
// players as well, but never so many files at once, and tags are not its business.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

export interface Archive {
  files: { name: string; text: string; tags: string[] }[];
}

const TAGS = '.muster-tags.json';
/** Limits on what is read, in bytes. A list file is at most as large as the program takes it. */
const FILE_BYTES = 8 << 20;
const BYTES = 256 << 20;
const FILES = 10_000;

/** Files of one name get numbers. */
export function pack({ files }: Archive): Uint8Array {
  const packed: { [name: string]: Uint8Array } = {};
  const tags: { [name: string]: string[] } = {};
  for (const file of files) {
    const [, base, ending] = /^(.*?)(\.[^.]*)?$/.exec(file.name)!;
    let name = file.name;
    for (let number = 2; name in packed; number++) name = `${base}-${number}${ending ?? ''}`;
    packed[name] = strToU8(file.text);
    if (file.tags.length > 0) tags[name] = file.tags;
  }
  if (Object.keys(tags).length > 0) packed[TAGS] = strToU8(JSON.stringify(tags));
  return zipSync(packed);
}

/** The list files of an archive, also those in folders. Null if it has none or cannot be read. Fails if it is too
 * large. */
export function unpack(bytes: Uint8Array): Archive | null {
  let total = 0;
  let number = 0;
  const isList = (path: string): boolean => /(^|\/)[^./][^/]*\.(ya?ml|json|muster)$/i.test(path);
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!isList(name) && name !== TAGS) return false;
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
  const tags = tagsIn(unpacked[TAGS]);
  const files = Object.keys(unpacked)
    .filter((path) => isList(path) && !path.startsWith('__MACOSX/'))
    .map((path) => ({
      name: path.split('/').at(-1)!,
      text: strFromU8(unpacked[path]!),
      tags: tags.get(path) ?? [],
    }));
  return files.length > 0 ? { files } : null;
}

class TooLarge extends Error {
  override message = 'This archive is too large: at most 10,000 lists of 8 MiB, and 256 MiB in all, are read.';
}

/** The tags of each file, as far as they are tags. */
function tagsIn(bytes: Uint8Array | undefined): Map<string, string[]> {
  if (!bytes) return new Map();
  try {
    const read: unknown = JSON.parse(strFromU8(bytes));
    if (typeof read !== 'object' || read === null) return new Map();
    return new Map(
      Object.entries(read).map(([path, words]: [string, unknown]) => [
        path,
        Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [],
      ]),
    );
  } catch {
    return new Map();
  }
}
