// The models that a person owns: stated at a unit, taken from a file, compared with the list, saved as a file again.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { audit, example, open, picture, row, stage, stored, verdict } from './muster.mjs';

const examples = join(import.meta.dirname, '../../examples');
const folder = mkdtempSync(join(tmpdir(), 'muster-collection-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { server, start } = stage();

const short = (page) => page.locator('.problems [data-rule=collection-short] .message');

test('what is owned is compared with the list, and only that is offered', async () => {
  const page = await start();
  await open(page, readFileSync(join(examples, 'collection.yaml'), 'utf8'));
  await page.getByText('You own 7 kinds of models now').waitFor();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  assert.equal(await verdict(page), 'Legal');
  assert.deepEqual(await short(page).allInnerTexts(), [
    'Short of 1 Tribal Class Cruiser: the list has 5, the collection 4',
  ]);

  // One more of them is stated at the unit, and nothing is short.
  await page.locator('[data-unit=tribal-class-cruiser]').click();
  await page.getByText('the list has 5, short of 1').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'collection');
  await page.getByRole('button', { name: 'More: Models of Tribal Class Cruiser that you own' }).click();
  await short(page).waitFor({ state: 'detached' });
  await page.getByText('5 owned').waitFor();

  // Only units of which there are more models are offered and suggested.
  const before = await page.locator('[data-unit]').count();
  await page.getByRole('checkbox', { name: 'Owned' }).check();
  await page.waitForFunction((before) => document.querySelectorAll('[data-unit]').length < before, before);
  assert.deepEqual(
    (await page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.dataset.unit))).sort(),
    ['agincourt-class-gunship', 'attacker-class-frigate', 'bastion-class-escort', 'vulkan-class-repair-cruiser'],
  );
  await picture(page, 'collection-owned');
  await page.getByRole('button', { name: 'Suggest additions that you own' }).click();
  await page.getByText('Set Bastion Class Escort to 3 models instead of 2').waitFor();

  // It stays after a restart, and the file is the one that the command line takes.
  await stored(page);
  await page.goto(`${server.url}#/settings`);
  await page.reload();
  await page.getByText('My shelf · 7 kinds of models').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'collection-settings');
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Models that you own' }) });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const said = execFileSync(
    process.env.MUSTER_BIN ?? 'muster',
    ['check', join(examples, 'dw-2.5/channel-patrol.yaml'), '--collection', path],
    { encoding: 'utf8' },
  );
  assert.match(said, /^legal/);
  assert.doesNotMatch(said, /collection-short/);

  // What is forgotten comes back.
  await part.getByRole('button', { name: /^Forget what you own/ }).click();
  await part.getByText('None stated yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await part.getByText('My shelf').waitFor();
  await part.getByRole('button', { name: /^Forget what you own/ }).click();
  await part.getByText('None stated yet').waitFor();
  await stored(page);
  await page.close();
});

test('what a list needs is owned with one word, and a faulty file says why', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'I own these models' }).click();
  await page.getByText('You own all models of this list now').waitFor();
  await row(page, '/squadrons/0').click();
  assert.equal(
    await page.getByLabel('Models of Ruler Class Battleship that you own', { exact: true }).inputValue(),
    '2',
  );
  await short(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Less: Models of Ruler Class Battleship that you own' }).click();
  await page.getByText('short of 1 Ruler Class Battleship: the list has 2, the collection 1').waitFor();
  assert.equal(await verdict(page), 'Legal');

  await page.getByRole('link', { name: 'Your lists' }).click();
  await open(page, 'muster: 1\nkind: collection\nruleset: dw-2.5\nmodels: {tribal-class-cruser: 2}\n');
  await page.getByText('has no unit `tribal-class-cruser`').waitFor();
  await page.close();
});

test('a screen has all models of a game, with how many the lists need', async () => {
  const page = await start();
  await open(page, readFileSync(join(examples, 'collection.yaml'), 'utf8'));
  await page.getByText(/You own 7 kinds of models now/).waitFor();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await stored(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Models that you own' }).click();
  assert.match(page.url(), /#\/collection\/dw-2\.5$/);
  await page.getByText('My shelf · 7 kinds of models').waitFor();

  const model = (name) => page.locator('[data-model]', { hasText: name }).first();
  const nations = page.getByRole('list', { name: 'Nations' });
  // Nothing says which nation the person plays, so the one with the most units is shown.
  assert.match(await nations.locator('[aria-pressed=true]').innerText(), /^République of France/);
  await nations.getByRole('button', { name: /^Kingdom of Britannia/ }).click();
  await page.getByText('short of 1 model', { exact: true }).waitFor();
  assert.match(await model('Tribal Class Cruiser').innerText(), /Channel Patrol\s+needs 5/);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'collection-screen');
  await page.getByRole('button', { name: 'More: Models of Tribal Class Cruiser that you own' }).click();
  await page.getByText('short of 1 model', { exact: true }).waitFor({ state: 'detached' });
  await page.getByLabel('Models of Majesty Class Dreadnought that you own', { exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('My shelf · 8 kinds of models').waitFor();

  // Words and “Only mine” leave few; what other nations have is one step away.
  await page.getByRole('checkbox', { name: 'Only mine' }).check();
  await page.waitForFunction(() => document.querySelectorAll('[data-model]').length === 6);
  await page.getByRole('searchbox').fill('dreadn');
  await page.waitForFunction(() => document.querySelectorAll('[data-model]').length === 1);
  await page.getByRole('searchbox').fill('vulkan');
  await page.getByRole('button', { name: '1 in other nations' }).click();
  await model('Vulkan Class Repair Cruiser').waitFor();

  // What is forgotten comes back.
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByText('None stated yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('My shelf · 8 kinds of models').waitFor();

  // It is found from everywhere.
  await page.getByRole('link', { name: 'Your lists' }).click();
  await page.getByRole('link', { name: 'Models that you own' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Unit, list or command').fill('models that');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Models that you own' }).waitFor();
  await page.close();
});
