// Kills the browser or the server at random moments while a list is being edited, dozens of times. After each kill every
// list must be readable, with all edits but those of the last second. It is no part of the tests, because it takes minutes:
//
//   cd ui && MUSTER_BIN=../target/release/muster KILLS=40 node e2e/kill-browser.mjs
//   cd ui && MUSTER_BIN=../target/release/muster WHAT=server KILLS=20 node e2e/kill-browser.mjs
//   cd ui && MUSTER_STATIC=../target/web/muster KILLS=40 node e2e/kill-browser.mjs

import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { addSquadrons, KeptLists, stored } from './kept-lists.mjs';
import { begin, browser, pid, serve, verdict } from './muster.mjs';

const KILLS = Number(process.env.KILLS ?? 40);
const WHAT = process.env.WHAT ?? 'browser';

let server = await serve();
const kept = new KeptLists();
let chrome = await browser();
const { folder } = chrome;
let page = null;

async function open() {
  page = await chrome.page();
  await page.exposeFunction('told', (painted) => kept.paint(painted));
  await page.goto(server.url);
}

/** Begins a list, or goes on with the last one. */
async function work() {
  if (kept.hasRoom) {
    await page.goto(kept.current);
  } else {
    await page.goto(`${server.url}#/`);
    await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia' });
    kept.begin(page.url());
  }
  await verdict(page);
}

await open();
for (let killed = 1; killed <= KILLS; killed++) {
  await work();
  const editing = page.evaluate(addSquadrons).catch(() => undefined);
  await wait(200 + Math.random() * 3000);
  let at;
  if (WHAT === 'server') {
    await server.stop('SIGKILL');
    // The list can be edited on, and what is edited is stored.
    await wait(300 + Math.random() * 1000);
    server = await serve([], Number(new URL(server.url).port));
    at = Date.now();
    await page.close();
    await editing;
  } else {
    at = Date.now();
    process.kill(pid(folder), 'SIGKILL');
    await chrome.context.close().catch(() => undefined);
    await editing;
    chrome = await browser({ folder });
  }
  await open();
  const left = kept.compare(await page.evaluate(stored), at);
  if (kept.current) {
    await page.goto(kept.current);
    await verdict(page);
    const rows = await page.locator('[data-at] .main').count();
    if (rows !== left) kept.fault(`${rows} squadrons are shown, ${left} are stored`);
  }
  if (killed % 10 === 0 || killed === KILLS) kept.tell(`${killed} kills of the ${WHAT}`);
}
await chrome.stop();
rmSync(folder, { recursive: true, force: true });
await server.stop();
process.exit(kept.faults.length > 0 ? 1 : 0);
