// A judge at the tables: `muster serve --submissions` on a phone.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { audit, browser, picture, serveProgram } from './muster.mjs';

const root = join(import.meta.dirname, '../..');
const EVENT = join(root, 'examples/events/channel-cup-2026.yaml');
const folder = mkdtempSync(join(tmpdir(), 'muster-judge-'));
const tables = `${folder}-tables.csv`;
const skip = process.env.MUSTER_STATIC ? 'the static edition reads no folder' : false;
let server, chrome;

before(async () => {
  if (skip) return;
  cpSync(join(root, 'examples/submissions'), folder, { recursive: true });
  writeFileSync(tables, 'Table,Player 1,Player 2\n12,Marjorie Pym,Nobody\n');
  server = await serveProgram(['--tables', tables, '--submissions', folder, '--event', EVENT, '--host', '127.0.0.1']);
  chrome = await browser({ context: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true } });
});
after(async () => {
  await chrome?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(tables, { force: true });
});

test('a judge types the PIN, finds a list and compares a print with it', { skip }, async () => {
  const page = await chrome.page();
  await page.goto(`${server.url}#/judge`);
  await page.getByLabel('PIN').fill('0000 0000');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText('this is not the PIN').waitFor();
  await picture(page, 'judge-pin');
  await page.getByLabel('PIN').fill(await server.pin());
  await page.getByRole('button', { name: 'Open' }).click();
  const search = page.getByRole('searchbox');
  await search.waitFor();
  const rows = page.locator('.rows li');
  assert.ok((await rows.count()) > 20);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'judge-lists');
  await search.fill('marjorie');
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1);
  await rows.getByText('Table 12').waitFor();
  await search.fill('table 12');
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  await rows.getByRole('link').click();
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
  await page.getByText(/605 of at most 600/).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px are beyond the screen`);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'judge-list');
  // The rule in words, with its page.
  await page.getByRole('button', { name: 'See the rule' }).first().click();
  await page.getByRole('dialog').getByText('id', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  const code = await page.locator('code').last().innerText();
  const compare = async (text) => {
    await page.getByLabel('The code at the foot of a print').fill(text);
    await page.getByRole('button', { name: 'Compare' }).click();
    return page.locator('.answer');
  };
  await (await compare(code.toUpperCase())).getByText('It is this list').waitFor();
  await (await compare(code.slice(0, 16))).getByText('It is this list').waitFor();
  await (await compare('aaaaaaaaaaaaaaaa')).getByText('It is not this list').waitFor();
  await (await compare('12')).getByText('no fingerprint', { exact: false }).waitFor();
  // The code finds the list, and what comes into the folder is found.
  await page.getByRole('link', { name: 'All lists' }).click();
  await search.fill(code);
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  writeFileSync(
    join(folder, 'late.yaml'),
    'muster: 1\nname: Latecomers\nplayer: Zoe Late\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\nsquadrons: []\n',
  );
  await search.fill('zoe');
  await page.getByRole('button', { name: 'Look for new lists' }).click();
  await page.getByText('Zoe Late').waitFor();
  // A page that was closed and opened again in its tab needs no PIN.
  await page.reload();
  await search.waitFor();
  assert.equal(await page.getByLabel('PIN').count(), 0);
});
