// Kills the app at random moments while a list is being edited, many times. After each kill every list must be readable, with
// all edits but those of the last second. It is no part of the tests, because it takes minutes:
//
//   MUSTER_APP=target/release/muster-desktop KILLS=200 xvfb-run -a -s "-screen 0 1360x860x24" node src-tauri/e2e/kill-app.mjs

import { setTimeout as wait } from 'node:timers/promises';
import { Session, home } from './session.mjs';

const KILLS = Number(process.env.KILLS ?? 200);
/** What may be lost, in milliseconds. */
const LOST = 1000;
/** Squadrons before an older list is left alone and a new one is begun. */
const MANY = 60;

/** Everything that is stored, read without the screens: each list with its squadrons and its number of steps. */
const STORED = `const done = arguments[arguments.length - 1];
  const opening = indexedDB.open('muster');
  opening.onerror = () => done({ fault: String(opening.error) });
  opening.onsuccess = () => {
    const reading = opening.result.transaction(['lists', 'steps']);
    const lists = reading.objectStore('lists').getAll();
    const steps = reading.objectStore('steps').getAll();
    reading.onerror = () => done({ fault: String(reading.error) });
    reading.oncomplete = () => {
      opening.result.close();
      done({ lists: lists.result.map(({ id, list, steps: count }) => ({
        id, units: list.squadrons.length, count, steps: steps.result.filter((row) => row.list === id).length,
      })) });
    };
  };`;

/** Adds squadrons by clicks inside the page, one each few milliseconds, and notes each as soon as it is painted. */
const EDIT = `window.painted = { units: 0, when: 0 };
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  (async () => {
    for (;;) {
      const add = [...document.querySelectorAll('button[aria-label^="Add "]')].find((button) => !button.disabled);
      const before = document.querySelectorAll('[data-at] .main').length;
      add?.click();
      await frame();
      const units = document.querySelectorAll('[data-at] .main').length;
      if (units > before) window.painted = { units, when: Date.now() };
      await new Promise((done) => setTimeout(done, 20 + Math.random() * 200));
    }
  })();`;

const faults = [];
const fault = (told) => {
  faults.push(told);
  console.log(`FAULT ${told}`);
};
/** What was painted of each list: the number of squadrons, and when it was seen. */
const known = new Map();
const place = home();
let session = await Session.start({ folder: place.folder });
let [current, killed, edits, lost] = [null, 0, 0, 0];

/** Opens the screen at an address. */
const go = (hash) => session.run('location.hash = arguments[0]', hash);

/** Begins a list, or goes on with the last one. */
async function work() {
  if (current && known.get(current).at(-1)?.units < MANY) {
    await go(current);
  } else {
    await go('#/');
    await session.button('New list');
    await session.click('label', 'Dystopian Wars 2.5', '[role=dialog]');
    await session.choose('Nation', 'Kingdom of Britannia');
    await session.button('Begin the list');
    await session.verdict();
    current = await session.run('return location.hash');
    known.set(current, []);
  }
  await session.verdict();
}

/** The part of an address that names the list. */
const id = (address) => address.split('/').at(-1);

/** Compares what is stored with what was painted before the kill. */
async function compare(at) {
  const answer = await session.command('POST', '/execute/async', {
    script: STORED,
    args: [],
  });
  if (answer.fault) return fault(answer.fault);
  const found = new Map(answer.lists.map((list) => [list.id, list]));
  for (const [address, painted] of known) {
    const list = found.get(id(address));
    const before = painted.filter((one) => one.when <= at - LOST).at(-1)?.units ?? 0;
    if (!list) {
      if (before > 0) fault(`the list ${id(address)} is gone, with ${before} squadrons`);
      known.delete(address);
      if (current === address) current = null;
      continue;
    }
    if (list.units < before) fault(`${list.units} squadrons are stored; ${before} were there a second before the kill`);
    if (list.count !== list.steps) fault(`${list.steps} steps are stored and ${list.count} are named`);
    lost += Math.max((painted.at(-1)?.units ?? 0) - list.units, 0);
    known.set(address, [{ units: list.units, when: 0 }]);
  }
  return current && found.get(id(current)).units;
}

while (killed < KILLS) {
  await work();
  const painted = known.get(current);
  await session.run(EDIT);
  for (const end = Date.now() + 200 + Math.random() * 3000; Date.now() < end;) {
    const seen = await session.run('return window.painted');
    if (seen.units > (painted.at(-1)?.units ?? 0)) {
      painted.push(seen);
      edits++;
    }
    await wait(20);
  }
  const at = Date.now();
  session.kill();
  killed++;
  session = await Session.start({ folder: place.folder });
  const left = await compare(at);
  if (current) {
    await go(current);
    await session.verdict();
    const rows = await session.run(`return document.querySelectorAll('[data-at] .main').length`);
    if (rows !== left) fault(`${rows} squadrons are shown, ${left} are stored`);
  }
  if (killed % 10 === 0) console.log(`${killed} kills, ${edits} edits, ${known.size} lists, ${lost} edits lost`);
}
console.log(
  `${killed} kills of the app, ${edits} edits, ${known.size} lists: ${lost} edits lost, all of the last second`,
);
await session.stop();
place.remove();
if (faults.length > 0) {
  console.log(`${faults.length} faults`);
  process.exit(1);
}
