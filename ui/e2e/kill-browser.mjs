// Kills the browser or the server at random moments while a list is being edited, dozens of times. After each kill every
// list must be readable, with all edits but those of the last second. It is no part of the tests, because it takes minutes:
//
//   cd ui && MUSTER_BIN=../target/release/muster KILLS=40 node e2e/kill-browser.mjs
//   cd ui && MUSTER_BIN=../target/release/muster WHAT=server KILLS=20 node e2e/kill-browser.mjs
//   cd ui && MUSTER_STATIC=../target/web/muster KILLS=40 node e2e/kill-browser.mjs

import { rmSync } from 'node:fs';
import { begin, browser, pid, serve, verdict } from './muster.mjs';

const KILLS = Number(process.env.KILLS ?? 40);
const WHAT = process.env.WHAT ?? 'browser';
/** What may be lost, in milliseconds. */
const LOST = 1000;
/** Edits before an older list is left alone and a new one is begun. */
const MANY = 60;

let state = Number(process.env.SEED ?? 1);
/** A number from 0 up to, but not including, 1. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Everything that is stored, read without the screens: each list with its units and its number of steps. */
const stored = (page) =>
  page.evaluate(
    () =>
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
              lists.result.map(({ id, list, steps: count }) => ({
                id,
                units: list.squadrons.length,
                count,
                steps: steps.result.filter((row) => row.list === id).length,
              })),
            );
          };
        };
      }),
  );

/** Adds squadrons by clicks inside the page, one each few milliseconds, and tells each as soon as it is painted. */
async function edit(page, told) {
  await page.exposeFunction('told', told).catch(() => undefined);
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (;;) {
      const add = [...document.querySelectorAll('button[aria-label^="Add "]')].find((button) => !button.disabled);
      const before = document.querySelectorAll('[data-at] .main').length;
      add?.click();
      await frame();
      const units = document.querySelectorAll('[data-at] .main').length;
      if (units > before) await window.told(units);
      await new Promise((done) => setTimeout(done, 20 + Math.random() * 200));
    }
  });
}

let server = await serve();
const faults = [];
const fault = (told) => {
  faults.push(told);
  console.log(`FAULT ${told}`);
};
/** The lists that must be there, with the edits of each: the number of squadrons, and when it was painted. */
const known = new Map();
let chrome = await browser();
const { folder } = chrome;
let [page, current, killed, edits, lost] = [null, null, 0, 0, 0];

async function open() {
  page = await chrome.page();
  await page.goto(server.url);
}

/** Begins a list, or goes on with the last one. */
async function work() {
  if (current && known.get(current).length < MANY) {
    await page.goto(current);
  } else {
    await page.goto(`${server.url}#/`);
    await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia' });
    current = page.url();
    known.set(current, []);
  }
  await verdict(page);
}

/** The part of an address that names the list. */
const id = (address) => address.split('/').at(-1);

/** Compares what is stored with what was painted before the kill. Returns how many squadrons of the current list are stored. */
async function compare(at) {
  const found = new Map((await stored(page)).map((list) => [list.id, list]));
  for (const [address, painted] of known) {
    const list = found.get(id(address));
    const before = painted.filter((one) => one.when <= at - LOST).at(-1)?.units ?? 0;
    if (!list) {
      if (before > 0) fault(`the list ${id(address)} is gone, with ${before} squadrons`);
      known.delete(address);
      if (current === address) current = null;
      continue;
    }
    const most = painted.at(-1)?.units ?? 0;
    if (list.units < before) fault(`${list.units} squadrons are stored; ${before} were there a second before the kill`);
    if (list.units > most + 1) fault(`${list.units} squadrons are stored; ${most} were painted`);
    if (list.count !== list.steps) fault(`${list.steps} steps are stored and ${list.count} are named`);
    lost += Math.max(most - list.units, 0);
    known.set(
      address,
      painted.filter((one) => one.units <= list.units),
    );
  }
  return current && found.get(id(current)).units;
}

await open();
while (killed < KILLS) {
  await work();
  const painted = known.get(current);
  const editing = edit(page, (units) => {
    painted.push({ units, when: Date.now() });
    edits++;
  }).catch(() => undefined);
  await wait(200 + random() * 3000);
  killed++;
  let at;
  if (WHAT === 'server') {
    await server.stop('SIGKILL');
    // The list can be edited on, and what is edited is stored.
    await wait(300 + random() * 1000);
    server = await serve([], Number(new URL(server.url).port));
    at = Date.now();
    await page.close();
    await editing;
    await open();
  } else {
    at = Date.now();
    process.kill(pid(folder), 'SIGKILL');
    await chrome.context.close().catch(() => undefined);
    await editing;
    chrome = await browser({ folder });
    await open();
  }
  const left = await compare(at);
  if (current) {
    await page.goto(current);
    await verdict(page);
    const rows = await page.locator('[data-at] .main').count();
    if (rows !== left) fault(`${rows} squadrons are shown, ${left} are stored`);
  }
  if (killed % 10 === 0) console.log(`${killed} kills, ${edits} edits, ${known.size} lists, ${lost} edits lost`);
}
console.log(
  `${killed} kills of the ${WHAT}, ${edits} edits, ${known.size} lists: ${lost} edits lost, all of the last second`,
);
await chrome.stop();
rmSync(folder, { recursive: true, force: true });
await server.stop();
if (faults.length > 0) {
  console.log(`${faults.length} faults`);
  process.exit(1);
}
