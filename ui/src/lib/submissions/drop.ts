// Finds the files in what was dropped on the page, also those in folders.

import { type Brought, broughtFile } from '../shell';

/** The files in a drop. The browser lets go of a drop when its event ends, so this must be called within the event. */
export function dropped(data: DataTransfer): Promise<Brought[]> {
  const found = [...data.items].map((item): Promise<Brought[]> => {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry ? within(entry) : Promise.resolve(file ? [broughtFile(file.name, file)] : []);
  });
  return Promise.all(found).then((all) => all.flat());
}

/** Whether a folder is in a drop. */
export const hasFolder = (data: DataTransfer): boolean =>
  [...data.items].some((item) => item.webkitGetAsEntry()?.isDirectory);

async function within(entry: FileSystemEntry): Promise<Brought[]> {
  // The path of an entry begins with a slash.
  if (isFile(entry))
    return [broughtFile(entry.fullPath.slice(1), await new Promise<File>((done, fail) => entry.file(done, fail)))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Brought[] = [];
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return found;
    for (const inner of some) found.push(...(await within(inner)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
