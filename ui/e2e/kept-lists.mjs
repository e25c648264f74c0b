// For the scripts that kill the browser or the app while squadrons are added: adds squadrons, reads what is stored, and
// compares it with what was painted.

/** What may be lost, in milliseconds. */
const LOST = 1000;
/** Squadrons before a list is left alone and a new one is begun. */
const MANY = 60;

/**
 * Reads the storage without the screens: each list with its revision, its squadrons and its number of steps. Runs in the page, so it
 * uses nothing of this file.
 */
export const stored = () =>
  new Promise((done, failed) => {
    const opening = indexedDB.open('muster');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction(['lists', 'steps']);
      const lists = reading.objectStore('lists').getAll();
      const steps = reading.objectStore('steps').getAll();
      reading.onerror = () => failed(reading.error);
      reading.oncomplete = () => {
        opening.result.close();
        done(
          lists.result.map(({ id, rev, list, steps: count }) => ({
            id,
            rev,
            units: list.squadrons.length,
            count,
            steps: steps.result.filter((row) => row.list === id).length,
          })),
        );
      };
    };
  });

/**
 * Adds squadrons by clicks until the page is gone, one each few milliseconds. Notes each in `window.painted` as soon as it
 * is painted, and waits for `window.told`, which the caller defines. Runs in the page.
 */
export const addSquadrons = async () => {
  window.painted = { units: 0, when: 0 };
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (;;) {
    const add = [...document.querySelectorAll('button[aria-label^="Add "]')].find((button) => !button.disabled);
    const before = document.querySelectorAll('[data-at] .main').length;
    add?.click();
    await frame();
    const units = document.querySelectorAll('[data-at] .main').length;
    if (units > before) {
      window.painted = { units, when: Date.now() };
      await window.told(window.painted);
    }
    await new Promise((done) => setTimeout(done, 20 + Math.random() * 200));
  }
};

/** The lists that must be kept, by their addresses, and what was painted of each. */
export class KeptLists {
  #painted = new Map();
  faults = [];
  edits = 0;
  lost = 0;

  /** The address of the list that is edited, or null. */
  current = null;

  /** Whether the current list has room for more squadrons. */
  get hasRoom() {
    return this.current !== null && (this.#painted.get(this.current).at(-1)?.units ?? 0) < MANY;
  }

  begin(address) {
    this.current = address;
    this.#painted.set(address, []);
  }

  /** Notes how many squadrons of the current list were painted, and when. */
  paint({ units, when }) {
    const painted = this.#painted.get(this.current);
    if (units > (painted.at(-1)?.units ?? 0)) {
      painted.push({ units, when });
      this.edits++;
    }
  }

  /** Compares what is stored with what was painted before a kill. Returns the squadrons of the current list, or null. */
  compare(lists, killed) {
    for (const [address, painted] of this.#painted) {
      const id = address.split('/').at(-1);
      const list = lists.find((list) => list.id === id);
      const before = painted.filter((one) => one.when <= killed - LOST).at(-1)?.units ?? 0;
      if (!list) {
        if (before > 0) this.fault(`the list ${id} is gone, with ${before} squadrons`);
        this.#painted.delete(address);
        if (this.current === address) this.current = null;
        continue;
      }
      const most = painted.at(-1)?.units ?? 0;
      if (list.units < before)
        this.fault(`${list.units} squadrons are stored; ${before} were there a second before the kill`);
      if (list.units > most + 1) this.fault(`${list.units} squadrons are stored; ${most} were painted`);
      if (list.count !== list.steps) this.fault(`${list.steps} steps are stored and ${list.count} are named`);
      this.lost += Math.max(most - list.units, 0);
      // What was stored once must stay.
      this.#painted.set(address, [{ units: list.units, when: 0 }]);
    }
    const id = this.current?.split('/').at(-1);
    return lists.find((list) => list.id === id)?.units ?? null;
  }

  fault(told) {
    this.faults.push(told);
    console.log(`FAULT ${told}`);
  }

  /** Prints what was found so far, with these words before it. */
  tell(words) {
    console.log(
      `${words}, ${this.edits} edits, ${this.#painted.size} lists, ${this.lost} edits lost, ${this.faults.length} faults`,
    );
  }
}
