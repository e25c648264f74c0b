// Which lists stand for rows of which sheets. A list names the file of its sheet; the stored sheet with a file of that
// name is meant.

import * as api from '../api/api';
import type { ArmyList, SheetFile } from '../api/types';
import { keptOf } from '../desk/changed';
import { type Kept, lists } from '../desk/store';
import { difference } from '../list/difference';
import { squadrons } from '../list/edits';
import { baseName, slug } from '../words';
import { rulesetOf } from './sheet';
import { type KeptSheet, sheets } from './store';

/** Whether a list points at a sheet. */
export const pointsAt = (list: ArmyList, { file, sheet }: Pick<KeptSheet, 'file' | 'sheet'>): boolean =>
  list.sheet != null && baseName(list.sheet.file) === file && rulesetOf(list) === rulesetOf(sheet);

/** The sheet that a list points at, among those that are stored. If several have that file, the one that was changed
 * last. */
export const sheetOf = (list: ArmyList, stored: readonly KeptSheet[]): KeptSheet | null =>
  stored.find((kept) => pointsAt(list, kept)) ?? null;

/** The stored sheet that a list points at; null if it points at none. */
export const storedSheet = async (list: ArmyList): Promise<SheetFile | null> =>
  list.sheet ? (sheetOf(list, await sheets.all().catch(() => []))?.sheet ?? null) : null;

/** Compares a list with its sheet as it is now, and stores the verdict for the register. */
export async function compare({ id, rev, list, event, judged }: Kept, sheet: SheetFile): Promise<void> {
  const now = keptOf(await api.judge(list, event?.given ?? null, sheet));
  if (now && difference(judged, now).length > 0) await lists.remember(id, rev, { judged: now });
}

/** A list that belongs to a sheet, with the names by which it stands for rows. */
export interface Linked {
  kept: Kept;
  names: ReadonlySet<string>;
}

/** The lists that point at a sheet. */
export const listsOf = (sheet: Pick<KeptSheet, 'file' | 'sheet'>, stored: readonly Kept[]): Linked[] =>
  stored
    .filter(({ list }) => pointsAt(list, sheet))
    .map((kept) => ({
      kept,
      names: new Set([
        ...(kept.list.sheet?.rows ?? []).map(slug),
        ...[...squadrons(kept.list)].map(({ squadron }) => slug(squadron.name ?? '')),
      ]),
    }));
