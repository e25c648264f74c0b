// A person's own units: catalogues for each game, stored in both shells and sent along with every call.

import type { OwnFile, ReadUnit } from '../api/types';
import { Store } from '../storage/database';
import { isFields } from '../storage/sound';

/** A stored file of units. */
export interface OwnKept {
  /** The id of its game. */
  ruleset: string;
  /** Its name, which is unique in the game. */
  name: string;
  /** Its catalogues as YAML. */
  text: string;
  units: ReadUnit[];
}

/** The name of the file that the forms write. */
export const BY_FORM = 'Your own units';

const store = new Store<OwnKept>('own-units', (row) =>
  isFields(row) && typeof row.text === 'string' && Array.isArray(row.units) ? (row as unknown as OwnKept) : null,
);

let files = $state.raw<OwnKept[]>([]);
const channel = new BroadcastChannel('muster-own');
const watchers = new Set<() => void>();

export const own = {
  get files(): readonly OwnKept[] {
    return files;
  },
  of: (ruleset: string, name: string): OwnKept | undefined =>
    files.find((file) => file.ruleset === ruleset && file.name === name),
  /** The files as calls take them. */
  along: (): OwnFile[] => files.map(({ ruleset, text }) => ({ ruleset, text })),
};

/** Whether the forms wrote something about a unit. */
export const isByForm = (ruleset: string, unit: string): boolean =>
  own.of(ruleset, BY_FORM)?.units.some(({ id }) => id === unit) ?? false;

/** Loads the stored files. Call it before the first call to the program, because the answers depend on them. The file
 * of the forms comes last, because it may state prices of units of the others. */
export async function load(): Promise<void> {
  const all = await store.rows();
  files = all.sort((one, other) => Number(one.name === BY_FORM) - Number(other.name === BY_FORM));
}

/** Stores a file, in place of one with the same name. */
export async function put(file: OwnKept): Promise<void> {
  await store.put(file);
  await changed();
}

export async function remove({ ruleset, name }: OwnKept): Promise<void> {
  await store.delete([ruleset, name]);
  await changed();
}

async function changed(): Promise<void> {
  await load();
  channel.postMessage('changed');
  watchers.forEach((watcher) => watcher());
}

channel.addEventListener('message', () => void load().then(() => watchers.forEach((watcher) => watcher())));

/** Calls back after each change, also by another window. Calling the returned function stops this. */
export function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
