// Kinds of groups and who may use them, and the names of groups.

import type { ArmyList, Group, GroupKindInfo, RulesetInfo } from '../api/types';

/** The kinds of groups that units of a nation may stand in; all kinds if the nation is not known. */
export const kindsFor = (game: RulesetInfo, nation: string | null): GroupKindInfo[] => {
  const open = game['group-kinds'].filter((kind) => nation === null || (kind.nations?.includes(nation) ?? true));
  return open.length > 0 ? open : game['group-kinds'];
};

/** The names of a list's groups: the player's own, else the title of their kind. Groups of one name are numbered. */
export function groupTitles(game: RulesetInfo | undefined, list: ArmyList): string[] {
  const nameOf = (group: Group): string =>
    group.name ?? game?.['group-kinds'].find((kind) => kind.id === group.kind)?.title ?? group.kind;
  const names = (list.groups ?? []).map(nameOf);
  return names.map((name, index) => {
    const alike = names.flatMap((other, place) => (other === name ? [place] : []));
    return alike.length > 1 ? `${name} ${alike.indexOf(index) + 1}` : name;
  });
}
