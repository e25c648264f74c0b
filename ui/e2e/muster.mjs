// Starts the real program and a real browser, with the few moves that every test makes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { BASE, servePlain } from './plain-server.mjs';
import { SIXTY } from './timing.mjs';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const { MUSTER_BIN: BIN, MUSTER_STATIC: STATIC } = process.env;
if (!BIN && !STATIC) throw new Error('MUSTER_BIN names the program to test, such as ../target/release/muster');

/** The time limit of a wait. It is far longer than a busy machine needs, so only waits that would never end fail. */
const NEVER = 120_000;

/** Starts `muster serve` at a free port, or at that of an earlier one. Its address is in the first line that it
 * prints. If MUSTER_STATIC names the folder of the static edition, that is served as plain files instead. */
export async function serve(args = [], port = 0) {
  return STATIC && args.length === 0 ? servePlain(STATIC, port) : serveProgram(args, port);
}

/** Starts `muster serve`, also where the static edition is tested. */
export async function serveProgram(args = [], port = 0) {
  const child = spawn(BIN, ['serve', '--port', String(port), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  // Several lines may come at once.
  const told = new Promise((done) => lines.on('line', (line) => /PIN is/.test(line) && done(line)));
  const gone = new AbortController();
  child.once('exit', () => gone.abort(new Error('the program ended before it said its address')));
  const [line] = await once(lines, 'line', { signal: gone.signal });
  const url = /http:\/\/\S+\//.exec(line)?.[0];
  if (!url) throw new Error(`no address in “${line}”`);
  return {
    url,
    /** The PIN that it prints for judges. */
    pin: async () => /PIN is ([\d ]+)/.exec(await told)[1],
    async stop(signal) {
      child.kill(signal);
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** A browser with its own folder, so that a second start finds the stored data of the first. */
export async function browser(options = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'muster-e2e-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: false,
    viewport: { width: 1360, height: 860 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options.context,
  });
  context.setDefaultTimeout(NEVER);
  const faults = [];
  const watch = (page) => page.on('pageerror', (fault) => faults.push(fault));
  context.pages().forEach(watch);
  context.on('page', watch);
  return {
    context,
    folder,
    faults,
    page: async () => {
      const page = await context.newPage();
      return STATIC ? withoutNetwork(page) : page;
    },
    async stop(keep = false) {
      await context.close();
      if (!keep) rmSync(folder, { recursive: true, force: true });
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** The main process of the browser with this folder: the one that is no helper process. */
export function pid(folder) {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      if (args.includes(`--user-data-dir=${folder}`) && !args.some((arg) => arg.startsWith('--type=')))
        return Number(name);
    } catch {
      // This process ended in the meantime.
    }
  }
  throw new Error('the browser has no process');
}

/** Cuts the browser's network off as soon as the static edition was visited once. */
function withoutNetwork(page) {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    if (!args[0].startsWith('http') || !args[0].includes(BASE)) return answer;
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.context().setOffline(true);
    return answer;
  };
  return page;
}

/** The program and a browser for the tests of a file: started before them, stopped after them. `start` opens the start
 * screen in a new page. */
export function stage(args = []) {
  const [server, chrome] = [{}, {}];
  before(async () => {
    Object.assign(server, await serve(args));
    Object.assign(chrome, await browser());
  });
  after(async () => {
    await chrome.stop?.();
    await server.stop?.();
  });
  const start = async () => {
    const page = await chrome.page();
    await page.goto(server.url);
    return page;
  };
  return { server, chrome, start };
}

/** The verdict in the bar, once it is about the current list and all units are loaded. */
export async function verdict(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('.stamp')?.matches('.legal, .illegal, .undetermined, .unreadable, .empty, .to-do') &&
      !document.querySelector('.sum.stale, [aria-busy=true]'),
  );
  return (await page.locator('.stamp').innerText()).split('\n')[0];
}

/** Waits until everything that was edited is stored. A page that is closed or loaded again earlier loses its last edits. */
export async function stored(page) {
  await page.waitForFunction(() => !document.querySelector('.kept')?.textContent.startsWith('Saving'));
  // What is written now comes after all that is being written already.
  await page.evaluate(async () => {
    const write = ({ name }) =>
      new Promise((done, failed) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const writing = database.transaction(database.objectStoreNames, 'readwrite');
          writing.onabort = () => failed(writing.error);
          writing.oncomplete = () => done(database.close());
        };
      });
    await Promise.all((await indexedDB.databases()).map(write));
  });
}

export const points = async (page) => {
  await verdict(page);
  return Number(await page.locator('.total strong').innerText());
};

const EXAMPLES = join(import.meta.dirname, '../../examples');
/** The folders of the games whose examples tests open. */
const FOLDERS = {
  'Dystopian Wars 2.5': 'dw-2.5',
  'Dystopian Wars, third edition': 'dw-3',
  'Dystopian Wars, fourth edition': 'dw-4',
  'Fleet Action': 'fleet-action',
  'Dystopian Legions 2.0': 'legions-2.0',
};

/** Opens an example of a game as a file: the first whose name fits. */
export async function example(page, game, name) {
  const folder = join(EXAMPLES, FOLDERS[game]);
  const lists = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const texts = lists.map((file) => readFileSync(join(folder, file), 'utf8'));
  await open(
    page,
    texts.find((text) => name.test(/^name: *(.*)$/m.exec(text)?.[1] ?? '')),
  );
  await verdict(page);
}

/** Waits until the start screen has all it shows. */
export const started = (page) => page.locator('#games ~ ul button').first().waitFor();

/** Chooses a game and a nation in the dialog for a new list. */
export async function choose(dialog, { game, nation }) {
  // Whoever came from the card of a game has chosen it: the others are folded below its name.
  const [chosen, other] = [dialog.locator('summary', { hasText: game }), dialog.getByRole('radio', { name: game })];
  await chosen.or(other).first().waitFor();
  if (!(await chosen.isVisible())) await other.check();
  const radio = dialog.getByRole('radio', { name: new RegExp(`^${nation}( \\d+ units?| no units)?$`) });
  if (!(await radio.isVisible())) await dialog.getByText('of which Muster has no units').click();
  // What comes in meanwhile may move the radios away from the pointer.
  await radio.check().catch(() => radio.check());
}

/** Starts a new list from the start screen. */
export async function begin(page, { game, nation, mfv, settings = {} }) {
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, { game, nation });
  if (mfv) await dialog.locator('input[type=number]').first().fill(String(mfv));
  if (Object.keys(settings).length > 0) await dialog.getByText('Agreed for the game').click();
  for (const [title, value] of Object.entries(settings)) {
    const named = { name: new RegExp(`^${title}`) };
    if (typeof value === 'string') await dialog.getByRole('combobox', named).selectOption({ label: value });
    else if (typeof value === 'number') await dialog.getByRole('spinbutton', named).fill(String(value));
    else await dialog.getByRole('checkbox', named).setChecked(value);
  }
  await dialog.getByRole('button', { name: 'Begin the list' }).click();
  await verdict(page);
}

/** Opens files from the start screen. A text is the file's content; a list is written as JSON. */
export async function open(page, ...lists) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a file' }).click(),
  ]);
  const file = (list, n) => ({
    name: `${list.name ?? `list-${n}`}.yaml`,
    mimeType: 'application/yaml',
    buffer: Buffer.from(typeof list === 'string' ? list : JSON.stringify(list)),
  });
  await chooser.setFiles(lists.map(file));
}

/** Opens a list of 60 squadrons, the size for which figures are given. */
export async function sixty(page) {
  await open(page, SIXTY);
  await verdict(page);
  await row(page, '/squadrons/30').focus();
}

/** Adds a unit by searching for it. */
export async function add(page, name) {
  await page.locator('#unit-search').fill(name);
  await adder(page, name).click();
  await verdict(page);
}

/** The button that adds a unit. It is only called “Add”, as its row has the name. */
export const adder = (page, name) =>
  page
    .locator('.units li')
    .filter({ has: page.locator('.name').getByText(name, { exact: true }) })
    .getByRole('button', { name: 'Add', exact: true });

export const row = (page, at) => page.locator(`[data-at="${at}"] .main`).first();
export const rows = (page) => page.locator('[data-at] .main .name').allInnerTexts();

/** All violations that axe finds, as lines. */
export async function audit(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(' ')} ${node.any.concat(node.all, node.none)[0]?.message ?? ''}`,
    ),
  );
}

/** A screenshot for the README and for people who look at test results. */
export async function picture(page, name) {
  mkdirSync('shots', { recursive: true });
  await page.screenshot({ path: join('shots', `${name}.png`) });
}
