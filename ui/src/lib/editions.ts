// The order of games: editions of one game side by side, the newest first.

/** The name and the number in an id such as `name-2.5`. */
function parts(id: string): { name: string; number: number } {
  const found = /^(.*)-(\d+(?:\.\d+)?)$/.exec(id);
  return found ? { name: found[1]!, number: Number(found[2]) } : { name: id, number: 0 };
}

/** The games with the newest edition of each first. Games stay in the order of their first edition. */
export function newestFirst<T extends { id: string }>(games: readonly T[]): T[] {
  const names = games.map(({ id }) => parts(id).name);
  const place = (game: T): number => names.indexOf(parts(game.id).name);
  return [...games].sort((a, b) => place(a) - place(b) || parts(b.id).number - parts(a.id).number);
}
