// Makes, copies and takes in sheets.

import * as api from '../api/api';
import type { RulesetInfo, SheetFile, SheetKindInfo, Standing } from '../api/types';
import { newId } from '../document/documents';
import { difference } from '../list/difference';
import { saveNew, type TextFile } from '../shell';
import { baseName, slug } from '../words';
import { titleOf } from './sheet';
import { type KeptSheet, sheets } from './store';

/** A name for the file of a sheet that no other stored sheet has. */
export async function freeFile(title: string): Promise<string> {
  const taken = new Set((await sheets.all()).map(({ file }) => file));
  const base = slug(title) || 'sheet';
  let name = `${base}.yaml`;
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}.yaml`;
  return name;
}

const standing = (sheet: SheetFile): Promise<Standing | null> =>
  api.sheet(sheet).then(
    (answer) => answer.standing,
    () => null,
  );

/** Stores a sheet and returns its id. A sheet of a file keeps the name of that file. */
export async function keepSheet(sheet: SheetFile, from: TextFile | null): Promise<string> {
  const id = newId();
  const kept: KeptSheet = {
    id,
    sheet,
    rev: 1,
    updated: Date.now(),
    at: 0,
    steps: 0,
    file: from ? baseName(from.name) : await freeFile(titleOf(sheet)),
    place: from?.path && from.stamp ? { path: from.path, stamp: from.stamp } : null,
    filed: from ? 1 : null,
    standing: await standing(sheet),
  };
  await sheets.save(kept, [], 0);
  return id;
}

/** Stores a sheet of a file, unless the same sheet of a file with that name is stored already. Returns its id, and
 * whether it is new here. */
export async function takeSheet(sheet: SheetFile, from: TextFile): Promise<{ id: string; fresh: boolean }> {
  const same = (await sheets.all()).find(
    (kept) => kept.file === baseName(from.name) && difference(kept.sheet, sheet).length === 0,
  );
  return same ? { id: same.id, fresh: false } : { id: await keepSheet(sheet, from), fresh: true };
}

export function createSheet(game: RulesetInfo, kind: SheetKindInfo, nation: string, name: string): Promise<string> {
  const sheet: SheetFile = {
    muster: 1,
    kind: kind.id,
    name: name || kind.title,
    ruleset: { id: game.id, version: game.range },
    ...(nation ? { nation } : {}),
  };
  return keepSheet(sheet, null);
}

/** Stores a copy of a sheet without its steps and its file. */
export const duplicateSheet = ({ sheet }: KeptSheet): Promise<string> =>
  keepSheet({ ...sheet, name: `${titleOf(sheet)} (copy)` }, null);

/** Saves a sheet where the person chooses. Returns the message about it, or null if the person cancels. */
export const saveSheet = async ({ sheet, file }: KeptSheet): Promise<string | null> =>
  saveNew(file, await api.writeSheet(sheet));
