// A squadron's line in words, beside its name, models and points.

import type { RulesetInfo, SquadronInfo } from '../api/types';
import { plainName } from '../words';

/** The name of a squadron, and its unit if it has a name of its own. */
export const lineName = ({ name, unit }: SquadronInfo): string =>
  name === unit ? plainName(name) : `${name} · ${plainName(unit)}`;

/** What a line says beyond its name; `home` is the id of the list's nation. */
export function lineWords(line: SquadronInfo, game: RulesetInfo | undefined, home: string | null): string[] {
  const foreign = line.nation !== null && line['nation-id'] !== home;
  const standard = game?.allocations[0]?.title;
  const turn = line['entry-turn'] ? `, turn ${line['entry-turn']}` : '';
  return [
    foreign ? line.nation : null,
    ...line.roles,
    ...line.options,
    line.allocation !== standard ? line.allocation + turn : null,
    line.slot,
    line['brought-by'] ? `brought by ${line['brought-by']}` : null,
    ...line['carried-by'].map((name) => `aboard ${name}`),
  ].filter((word) => word != null && word !== '') as string[];
}
