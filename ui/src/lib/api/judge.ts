// By what a list or a sheet was judged.

import type { Report } from './types';

export interface Judge {
  /** The ruleset with its version: `dw-2.5@1.0.0`. */
  ruleset: string;
  /** The ids of the overlays that the list names itself. */
  overlays: string[];
}

/** By what a report was made. Before there is one, the newest version of the game. */
export const judgeOf = (report: Report | null | undefined, game: string): Judge => ({
  ruleset: report?.ruleset ? `${report.ruleset.id}@${report.ruleset.version}` : game,
  overlays: report?.terms.overlays.map(({ id }) => id) ?? [],
});
