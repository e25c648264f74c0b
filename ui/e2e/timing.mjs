// What the three scripts that measure for docs/performance.md share: the list, the edits of it, and times in words.

/** A list of 60 squadrons, the size for which figures are given. */
export const SIXTY = {
  muster: 1,
  name: 'Sixty',
  ruleset: 'dw-2.5',
  nation: 'kingdom-of-britannia',
  mfv: 10000,
  squadrons: Array.from({ length: 60 }, (_, n) => ({
    unit: n % 2 ? 'tribal-class-cruiser' : 'attacker-class-frigate',
    models: 2,
  })),
};

/** So many edits bring that list back to what it was. */
export const EDITS = 1200;

/**
 * Makes edits in the open list, each after the verdict on the one before. An edit adds or removes one model of the next
 * squadron, so that it is a step of its own. Runs in the page, so it uses nothing of this file.
 */
export const edit = async ([from, to]) => {
  for (let n = from; n < to; n++) {
    const row = document.querySelector(`[data-at="/squadrons/${n % 60}"]`);
    row.querySelector(`button[aria-label^="One ${Math.floor(n / 60) % 2 ? 'fewer' : 'more'}"]`).click();
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    while (document.querySelector('.sum.stale')) await new Promise((painted) => requestAnimationFrame(painted));
  }
};

/** Times in milliseconds, in words: the best, the median and the worst. */
export function told(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const words = (time) => time.toFixed(time < 100 ? 1 : 0);
  return `${words(sorted[0])} ms at best, median ${words(sorted[sorted.length >> 1])} of ${sorted.length}, ${words(sorted.at(-1))} at worst`;
}

/** The times of some runs, in words. */
export async function timed(runs, run) {
  const times = [];
  for (let n = 0; n < runs; n++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return told(times);
}
