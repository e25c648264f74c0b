// The static edition, as `make web` builds it: it works without a network after the first visit, and also from a folder
// without any server.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { build, fleets } from './fleets.mjs';
import { handsAt } from './hands-at.mjs';
import { add, begin, browser, example, picture, points, stage, verdict } from './muster.mjs';
import { servePlain } from './plain-server.mjs';

const FOLDER = process.env.MUSTER_STATIC;
const ROOT = new URL('../..', import.meta.url).pathname;
const skip = !FOLDER && 'MUSTER_STATIC names no folder of the static edition';

/** Waits until the page would also load without a network. */
const ready = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

test('the static edition works without a network after the first visit', { skip }, async () => {
  const server = await servePlain(FOLDER);
  const chrome = await browser();
  const page = await chrome.page();
  const broken = [];
  page.on('console', (message) => message.type() === 'error' && broken.push(message.text()));
  await page.goto(server.url);
  await ready(page);
  await server.stop();
  await page.reload();
  await example(page, 'Dystopian Wars 2.5', /./);
  assert.equal(await verdict(page), 'Legal');
  const before = await points(page);
  await page.keyboard.press('Control+f');
  await page.locator('.units .add').first().click();
  assert.notEqual(await points(page), before);
  // The typesetter is loaded now, from what the browser kept.
  await page.keyboard.press('Control+p');
  await page.getByRole('img', { name: /^Page 1 of/ }).waitFor();
  await picture(page, 'static-print');
  assert.deepEqual(broken, []);
  await chrome.stop();
});

test('the static edition works from a folder, without a server', { skip }, async () => {
  const chrome = await browser();
  const page = await chrome.page();
  await page.goto(pathToFileURL(`${FOLDER}/index.html`).href);
  await example(page, 'Dystopian Wars 2.5', /./);
  assert.equal(await verdict(page), 'Legal');
  await picture(page, 'static-folder');
  await chrome.stop();
});

test('the folder has the licences of what it is built of', { skip }, () => {
  for (const file of ['NOTICE', 'LICENCES.txt', 'LICENSE-MIT', 'LICENSE-APACHE'])
    assert.deepEqual(readFileSync(join(FOLDER, file)), readFileSync(join(ROOT, file)), file);
});

/** Writes the folder anew as a later version: other names for its script and its cache, the same content. */
function laterVersion() {
  const folder = mkdtempSync(join(tmpdir(), 'muster-later-'));
  cpSync(FOLDER, folder, { recursive: true });
  const script = readdirSync(join(folder, 'assets')).find((name) => name.endsWith('.js'));
  renameSync(join(folder, 'assets', script), join(folder, 'assets', 'later.js'));
  for (const name of ['index.html', 'service-worker.js']) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8').replaceAll(script, 'later.js');
    writeFileSync(file, text.replace('`muster-${', '`muster-later-${'));
  }
  return folder;
}

test('a new version takes the place of the old one, and lists stay', { skip }, async () => {
  const later = laterVersion();
  const chrome = await browser();
  let server = await servePlain(FOLDER);
  const { port, href } = new URL(server.url);
  const scripts = (page) => page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').at(-1)));
  // The browser is online here: the network is what brings the new version.
  const visit = async () => {
    const page = await chrome.context.newPage();
    await page.goto(href);
    await ready(page);
    return page;
  };
  const first = await visit();
  await begin(first, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia' });
  await add(first, 'Ruler Class Battleship');
  const before = await points(first);
  await first.getByText('Saved', { exact: true }).waitFor();
  await server.stop();
  server = await servePlain(later, Number(port));
  // The old version goes on until its last page is closed, while the new one comes.
  await first.reload();
  assert.ok(!(await scripts(first)).includes('later.js'));
  await first.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting);
  await first.close();
  // A browser may notice only after a moment that the page is closed.
  let second = await visit();
  while (!(await scripts(second)).includes('later.js')) {
    await second.close();
    second = await visit();
  }
  await second.waitForFunction(async () => (await caches.keys()).length === 1);
  await server.stop();
  await second.reload();
  await second.locator('.stored a.entry').click();
  assert.equal(await points(second), before);
  await chrome.stop();
  rmSync(later, { recursive: true });
});

const { start } = skip ? {} : stage();

for (const fleet of fleets) {
  test(`${fleet.game}, from nothing to print, on a phone without a network`, { skip }, async () => {
    const page = await start();
    await page.setViewportSize({ width: 400, height: 800 });
    if (fleet.own) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Open a file' }).click(),
      ]);
      await chooser.setFiles(join(ROOT, fleet.own));
      await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: fleet.game });
      await page.getByRole('button', { name: 'Keep them' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await build(handsAt(page, true), fleet);
    await picture(page, `static-phone-${fleet.ruleset}`);
    assert.deepEqual([await verdict(page), await points(page)], ['Legal', fleet.points]);
    await page.keyboard.press('Control+p');
    await page.getByRole('img', { name: /^Page 1 of/ }).waitFor();
    await picture(page, `static-phone-print-${fleet.ruleset}`);
    await page.close();
  });
}
