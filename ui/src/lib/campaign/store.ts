// The stored sheets: what players keep between the games of a campaign.

import type { SheetFile, Standing } from '../api/types';
import { Documents, type Stored } from '../desk/documents';
import type { Place } from '../shell';

export interface KeptSheet extends Stored {
  sheet: SheetFile;
  /** The name of its file. Lists point at the sheet by it, so it stays the same if the sheet gets another name. */
  file: string;
  /** The file in which it is saved, in the app. */
  place: Place | null;
  /** The revision that was saved to a file or read from one. */
  filed: number | null;
  /** How it stood when it was judged last. */
  standing: Standing | null;
}

export const sheets = new Documents<KeptSheet>('muster-sheets', 'sheets');
