// The screen for organisers: what players handed in is dropped, judged under an event, corrected and answered.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { audit, browser, picture, serve, verdict } from './muster.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'examples/submissions');
const CUP = 'The Channel Cup 2026';
let server, chrome;
before(async () => {
  server = await serve();
  chrome = await browser();
});
after(async () => {
  await chrome?.stop();
  await server?.stop();
});

async function bring(page, path) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a folder' }).click(),
  ]);
  await chooser.setFiles(path);
}

const settled = (page) =>
  page.waitForFunction(() => document.querySelector('[data-tally]') && !document.querySelector('main progress'));

async function cup(page) {
  await page.goto(`${server.url}#/submissions`);
  await bring(page, folder);
  await settled(page);
  await page.getByRole('combobox', { name: /^Event/ }).selectOption({ label: CUP });
  await page.waitForFunction(() => /Commodore/.test(document.body.innerText));
  await settled(page);
}

const shown = (page) => page.locator('[data-row]');

test('a dropped folder is judged as on the command line', async () => {
  const page = await chrome.page();
  await cup(page);
  const { stdout } = spawnSync(
    process.env.MUSTER_BIN,
    ['check', folder, '--event', join(root, 'examples/events/channel-cup-2026.yaml'), '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const { reports } = JSON.parse(stdout);
  assert.equal(await shown(page).count(), reports.length);
  await picture(page, 'submissions');
  await page.close();
});
