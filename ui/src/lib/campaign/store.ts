// The stored sheets: what players keep between the games of a campaign.

import type { SheetFile, Standing } from '../api/types';
import { Documents, type Stored } from '../document/documents';
import { isFields, isRuleset, isStanding, isStored } from '../storage/sound';

export interface KeptSheet extends Stored {
  sheet: SheetFile;
  /** The name of its file. Lists point at the sheet by it, so it stays the same if the sheet gets another name. */
  file: string;
  /** How it stood when it was judged last. */
  standing: Standing | null;
}

/** A row as it may be used. */
function sound(row: unknown): KeptSheet | null {
  if (!isStored(row) || !isFields(row.sheet)) return null;
  const { sheet, file, standing } = row;
  const { kind, rows, name } = sheet;
  const isSound =
    typeof kind === 'string' &&
    isRuleset(sheet.ruleset) &&
    typeof file === 'string' &&
    (name == null || typeof name === 'string') &&
    (rows == null || isFields(rows));
  return isSound ? ({ ...row, standing: isStanding(standing) ? standing : null } as unknown as KeptSheet) : null;
}

export const sheets = new Documents<KeptSheet>('sheets', 'sheet-steps', 'muster-sheets-unsaved ', sound);
