// Whether the program answers. While it does not, no screen shows a verdict or points: nobody judged what is shown.

let silent = $state.raw<string | null>(null);
const watchers = new Set<() => unknown>();
let timer: ReturnType<typeof setTimeout> | null = null;
let tries = 0;
let ask: () => Promise<unknown> = () => Promise.resolve();

/** So many milliseconds, and twice as many each time, until the program is asked again. */
const SOON = 2000;
const LATEST = 30_000;

function tryLater(): void {
  if (timer !== null) return;
  timer = setTimeout(
    () => {
      timer = null;
      tries++;
      void program.tryNow();
    },
    Math.min(LATEST, SOON * 2 ** tries),
  );
}

export const program = {
  /** Why there are no answers; null if there are. */
  get silent(): string | null {
    return silent;
  },
  /** Notes whether a call was answered: `why` says why it was not, and is null if it was. `again` makes any call, to see
   * whether the program answers again. */
  note(why: string | null, again: () => Promise<unknown>): void {
    ask = again;
    const before = silent;
    silent = why;
    if (why !== null) return tryLater();
    if (timer !== null) clearTimeout(timer);
    timer = null;
    tries = 0;
    if (before !== null) watchers.forEach((watcher) => void watcher());
  },
  /** Asks the program whether it answers again. */
  tryNow: (): Promise<unknown> => ask().catch(() => undefined),
  /** Calls back when the program answers again. Calling the returned function stops this. */
  watch(watcher: () => unknown): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** Points and other words of a judgement, as they are shown: not while the program does not answer. */
export const shown = (words: string): string => (silent === null ? words : '–');
