// Measures the static edition for docs/performance.md: how soon a page from a disk can be used, and how long the modules
// take for an edit and for a print. The figures are printed, not judged. `make web-figures` runs it.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browser, sixty } from './muster.mjs';
import { servePlain } from './plain-server.mjs';
import { edit, timed, told } from './timing.mjs';
import { wasmModule } from './wasm-module.mjs';

const { MUSTER_STATIC: FOLDER, MUSTER_MODULES: MODULES } = process.env;
const ROOT = new URL('../..', import.meta.url).pathname;

const module = (name) => join(MODULES, `${name}.wasm.gz`);
const megabytes = (file) => `${(statSync(file).size / 1e6).toFixed(2)} MB`;

/** Calls a module, which must answer. */
function call(module, name, args) {
  const { ok, bytes } = module(name, args);
  if (!ok) throw new Error(`${bytes}`);
  return bytes;
}

/** In the page: notes when each call goes to a worker and when its answer comes. */
function watchWorkers() {
  globalThis.calls = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (asked, ...rest) {
    const call = { name: asked.name, start: performance.now() };
    if (call.name) {
      const answered = ({ data }) => {
        if (data.id !== asked.id) return;
        this.removeEventListener('message', answered);
        globalThis.calls.push({ ...call, end: performance.now() });
      };
      this.addEventListener('message', answered);
    }
    return post.call(this, asked, ...rest);
  };
}

/** How long the worker takes for each of some edits of 60 squadrons: from the first call to the last answer. */
async function edits(count) {
  const server = await servePlain(FOLDER);
  const chrome = await browser();
  await chrome.context.addInitScript(watchWorkers);
  const page = await chrome.page();
  await page.goto(server.url);
  await sixty(page);
  const times = [];
  for (let n = 0; n < count; n++) {
    await page.evaluate(() => void (globalThis.calls = []));
    await page.evaluate(edit, [n, n + 1]);
    await page.waitForFunction(() => globalThis.calls.some(({ name }) => name === 'candidates'));
    const calls = await page.evaluate(() => globalThis.calls);
    times.push(Math.max(...calls.map(({ end }) => end)) - Math.min(...calls.map(({ start }) => start)));
  }
  await chrome.stop();
  await server.stop();
  return times;
}

/** Starts a browser without any cache, and waits until an example is on the screen and judged. */
async function coldStart() {
  const chrome = await browser();
  const page = await chrome.page();
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(pathToFileURL(join(FOLDER, 'index.html')).href);
  await page.locator('details').first().waitFor();
  const took = performance.now() - start;
  await chrome.stop();
  return took;
}

const starts = [];
for (let n = 0; n < 5; n++) starts.push(await coldStart());
console.log(`cold start from a disk: ${told(starts)}`);

console.log(`an edit of 60 squadrons in the worker, judge and candidates: ${told(await edits(240))}`);

const desk = await wasmModule(module('desk'));
const answer = (name, args) => JSON.parse(call(desk, name, args));
const fleet = answer('read', { text: readFileSync(join(ROOT, 'tests/benches/fleet.yaml'), 'utf8') }).documents[0].list;
const squadrons = Array.from({ length: 60 }, (_, n) => fleet.squadrons[n % fleet.squadrons.length]);
const list = { ...fleet, squadrons, mfv: 8000 };
console.log(`small module: ${megabytes(module('desk'))}`);
console.log(`judge, 60 squadrons: ${await timed(40, () => call(desk, 'judge', { list }))}`);
const candidates = { list, nation: fleet.nation };
console.log(
  `judge and candidates, 60 squadrons: ${await timed(40, () => [call(desk, 'judge', { list }), call(desk, 'candidates', candidates)])}`,
);

const full = await wasmModule(module('full'));
const print = { list: fleet, layouts: ['force-list', 'stat-cards'], paper: 'A4', private: true };
console.log(`full module: ${megabytes(module('full'))}`);
console.log(`first print of 25 squadrons with cards: ${await timed(1, () => call(full, 'print', print))}`);
console.log(`the same again: ${await timed(10, () => call(full, 'print', print))}`);
