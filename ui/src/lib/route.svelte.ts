// The current screen. It is stored in the address after #, so that reload and the back button work.

export type Page = 'fleet' | 'overview' | 'decks' | 'terms' | 'print' | 'play';
const pages: readonly Page[] = ['overview', 'decks', 'terms', 'print', 'play'];
export type Route =
  | { screen: 'start' }
  | { screen: 'settings' }
  | { screen: 'submissions'; row: string | null }
  | { screen: 'judge'; row: string | null }
  | { screen: 'collection'; game: string | null }
  | { screen: 'list'; id: string; page: Page }
  | { screen: 'sheet'; id: string }
  | { screen: 'shared'; word: string };

function parse(hash: string): Route {
  const [screen, id, page] = hash.replace(/^#\/?/, '').split('/');
  if (screen === 'settings') return { screen };
  if (screen === 'submissions') return { screen, row: id || null };
  if (screen === 'judge') return { screen, row: id || null };
  if (screen === 'collection') return { screen, game: id || null };
  if (screen === 'list' && id) return { screen, id, page: pages.find((one) => one === page) ?? 'fleet' };
  if (screen === 'sheet' && id) return { screen, id };
  // Some chat programs encode the colons of a link.
  if (screen === 'shared' && id) return { screen, word: id.replace(/%3a/gi, ':') };
  return { screen: 'start' };
}

let now = $state.raw<Route>(parse(location.hash));
addEventListener('hashchange', () => (now = parse(location.hash)));

export const route = {
  get now(): Route {
    return now;
  },
};

export const href = (to: Route): string =>
  to.screen === 'list'
    ? `#/list/${to.id}${to.page === 'fleet' ? '' : `/${to.page}`}`
    : to.screen === 'sheet'
      ? `#/sheet/${to.id}`
      : to.screen === 'shared'
        ? `#/shared/${to.word}`
        : (to.screen === 'submissions' || to.screen === 'judge') && to.row
          ? `#/${to.screen}/${to.row}`
          : to.screen === 'collection' && to.game
            ? `#/collection/${to.game}`
            : to.screen === 'start'
              ? '#/'
              : `#/${to.screen}`;

/** What a person is at: a screen, or a list with all its pages. */
export const placeOf = (to: Route): string => href(to.screen === 'list' ? { ...to, page: 'fleet' } : to);

/** The place that the address names. The screen follows a moment later. */
export const placeNow = (): string => placeOf(parse(location.hash));

export const go = (to: Route): void => {
  location.hash = href(to);
};
