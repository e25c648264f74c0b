// Builds a fleet from nothing, breaks it, finds the problem, undoes and redoes. It must survive a reload, a restart and
// a round trip as a file.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { add, begin, browser, example, picture, points, row, rows, stage, verdict } from './muster.mjs';

const { chrome, start } = stage();

test('a legal fleet is built, broken and fixed', async () => {
  const page = await start();
  await begin(page, {
    game: /Dystopian Wars 2\.5/,
    nation: 'Kingdom of Britannia',
    mfv: 1000,
    settings: { 'Core type': 'Naval', Theatre: 'Water' },
  });
  assert.equal(await verdict(page), 'Empty');

  await add(page, 'Ruler Class Battleship');
  await row(page, '/squadrons/0').click();
  await page.getByRole('checkbox', { name: /^Commodore/ }).check();
  await page.getByRole('radio', { name: /Internal Guardian/ }).check();
  assert.equal(await points(page), 190);
  await add(page, 'Tribal Class Cruiser');
  await add(page, 'Tribal Class Cruiser');
  await add(page, 'Attacker Class Frigate');
  await add(page, 'Attacker Class Frigate');
  await page
    .locator('[data-at="/squadrons/1"]')
    .getByRole('button', { name: 'One more: Tribal Class Cruiser' })
    .click();
  assert.equal(await verdict(page), 'Legal', await page.locator('.problems').innerText());
  assert.equal(await points(page), 190 + 225 + 150 + 60 + 60);

  // Attaches a squadron, as the rules allow.
  await row(page, '/squadrons/0').click();
  await page.getByRole('button', { name: 'Attach …' }).click();
  await page.getByRole('menuitem', { name: /Bastion Class Escort/ }).click();
  assert.equal(await points(page), 705);
  assert.equal(await verdict(page), 'Legal');
  await picture(page, 'legal');

  // More battleships, until the large models cost too much.
  for (let n = 0; n < 3; n++) await add(page, 'Ruler Class Battleship');
  assert.equal(await verdict(page), 'Illegal');
  assert.equal(
    (await rows(page)).filter((name) => name === 'Ruler Class Battleship').length,
    4,
    'over the limit is allowed',
  );
  const finding = page.locator('.problems .finding[data-rule="cap-large"]');
  assert.match(await finding.innerText(), /730 of at most 600[\s\S]*130 over/);
  assert.match(await finding.innerText(), /page 19/);
  await picture(page, 'broken');

  // The finding leads to its place, by a click and by the key.
  await finding.getByRole('button').first().click();
  assert.equal(await page.evaluate(() => document.activeElement?.closest('[data-at]')?.dataset.at), '/squadrons/0');
  await page.keyboard.press('F8');
  await page.keyboard.press('Shift+F8');
  assert.ok(await page.evaluate(() => document.activeElement?.closest('[data-at]')));

  // The rule's explanation, one click from its name.
  await finding.getByRole('button', { name: 'See the rule' }).click();
  await page.getByRole('dialog').getByText(/60%/).first().waitFor();
  await page.keyboard.press('Escape');

  await row(page, '/squadrons/0').focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Control+z');
  assert.equal(await verdict(page), 'Legal');
  assert.equal(await page.getByRole('button', { name: 'Redo: Add Ruler Class Battleship' }).count(), 1);
  await page.keyboard.press('Control+y');
  assert.equal(await points(page), 885);

  // The name, then a reload: the list, its steps and the selection are still there.
  await page.getByRole('textbox', { name: 'Name of the list' }).fill('Channel Guard');
  await page.getByText(/^Saved/).waitFor();
  await page.reload();
  assert.equal(await points(page), 885);
  assert.equal(await page.getByRole('textbox', { name: 'Name of the list' }).inputValue(), 'Channel Guard');
  await page.getByRole('button', { name: 'Undo: Name of the list' }).click();
  await page.getByRole('button', { name: 'Undo: Add Ruler Class Battleship' }).click();
  assert.equal(await points(page), 705);
  await page.getByRole('button', { name: 'Redo: Add Ruler Class Battleship' }).click();
  await page.getByRole('button', { name: 'Redo: Name of the list' }).click();

  // Saves a file and opens it again.
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  assert.equal(download.suggestedFilename(), 'channel-guard.yaml');
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /unit: tribal-class-cruiser/);
  await page.getByRole('link', { name: 'Your lists' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'channel-guard.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  assert.equal(await points(page), 885);
  assert.equal((await rows(page)).length, 7);
  await page.close();
});

test('the stored lists are still there after the browser was closed', async () => {
  const { folder } = chrome;
  await chrome.stop(true);
  Object.assign(chrome, await browser({ folder }));
  const page = await start();
  const entries = page.locator('a.entry', { hasText: 'Channel Guard' });
  await entries.last().waitFor();
  // The file that was saved is the same list, so opening it made no second one.
  assert.equal(await entries.count(), 1);
  await entries.last().click();
  assert.equal(await points(page), 885);
  await page.getByRole('button', { name: 'Undo: Name of the list' }).waitFor();
  await page.close();
});

test('a file that is not a list is reported with the place of the fault, and nothing is opened', async () => {
  const page = await start();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'odd.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('muster: 1\nruleset: dw-2.5\nmfv: much\n'),
  });
  await page
    .getByRole('dialog', { name: 'Not readable' })
    .getByText(/line 3/)
    .waitFor();
  await page.close();
});

test('details have most of their pane, and no figure on a card is cut off', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars, third edition', /Company of Merchants/);
  await row(page, '/groups/0/squadrons/0').click();
  const figures = page.getByRole('region', { name: 'Statistics' }).first();
  await figures.waitFor();
  assert.equal(await figures.evaluate((one) => one.scrollWidth - one.clientWidth), 0);
  await page.getByRole('link', { name: 'Your lists' }).click();

  // Long problems leave two thirds of the height. Both scroll by themselves.
  await example(page, 'Dystopian Wars 2.5', /Gates of the Bosporus/);
  await row(page, '/squadrons/0').click();
  await figures.waitFor();
  const [pane, details] = [page.locator('.details-pane'), page.locator('#details')];
  const [whole, part] = [await pane.boundingBox(), await details.boundingBox()];
  assert.ok(part.height > whole.height * 0.6, `${part.height} of ${whole.height}`);
  assert.ok(await details.evaluate((one) => one.scrollHeight > one.clientHeight));
  assert.ok(await page.locator('#problems').evaluate((one) => one.scrollHeight > one.clientHeight));
  assert.equal(await pane.evaluate((one) => one.scrollHeight - one.clientHeight), 0);
  await page.close();
});
