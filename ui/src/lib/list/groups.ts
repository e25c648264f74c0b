// Kinds of groups, and who may use them.

import type { GroupKindInfo, RulesetInfo } from '../api/types';

/** The kinds of groups that units of a nation may stand in; all kinds if the nation is not known. */
export const kindsFor = (game: RulesetInfo, nation: string | null): GroupKindInfo[] => {
  const open = game['group-kinds'].filter((kind) => nation === null || (kind.nations?.includes(nation) ?? true));
  return open.length > 0 ? open : game['group-kinds'];
};
