// About: the version, and what Muster is built of with all licences, which are fetched when they are wanted.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { example, picture, stage, verdict } from './muster.mjs';

const { start } = stage();
const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the menu tells the version and the licences', async () => {
  const page = await start();
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/api/licences') && asked.push(request.url()));
  await example(page, 'Dystopian Wars 2.5', /./);
  await verdict(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  // What players do with a list comes first, and what only organisers need last.
  const items = await page.getByRole('menuitem').allInnerTexts();
  assert.deepEqual(items.slice(1, 3), ['Share', 'Print']);
  assert.equal(items.at(-1), 'For organisers: submissions');
  await page.getByRole('menuitem', { name: 'About Muster' }).click();
  const about = page.getByRole('dialog', { name: 'About Muster' });
  const version = /^version = "(.+)"$/m.exec(read('Cargo.toml'))[1];
  await about.getByText(`Version ${version}.`).waitFor();
  assert.deepEqual(asked, []);
  await picture(page, 'about');

  await about.getByRole('button', { name: 'Show the licences' }).click();
  const text = about.getByRole('textbox');
  await text.waitFor();
  assert.equal(await text.inputValue(), read('LICENCES.txt'));
  await page.waitForFunction(() => document.activeElement?.matches('textarea'));
  await picture(page, 'licences');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    about.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'LICENCES.txt');
  assert.equal(readFileSync(await download.path(), 'utf8'), read('LICENCES.txt'));
  await page.keyboard.press('Escape');
  await about.waitFor({ state: 'detached' });
  assert.equal(await verdict(page), 'Legal');
  await page.close();
});

test('a program that does not answer is told, and asked again', async () => {
  const page = await start();
  await page.getByRole('button', { name: 'About Muster' }).click();
  const about = page.getByRole('dialog', { name: 'About Muster' });
  await about.getByText(/^Version /).waitFor();
  await page.route('**/api/licences', (route) => route.abort());
  // The static edition brings the program along.
  if (!process.env.MUSTER_STATIC) {
    await about.getByRole('button', { name: 'Show the licences' }).click();
    await about.getByRole('alert').getByText('The program does not answer.').waitFor();
  }
  await page.unroute('**/api/licences');
  await about.getByRole('button', { name: 'Show the licences' }).click();
  await about.getByRole('textbox').waitFor();
  await page.close();
});
