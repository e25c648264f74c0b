// The stored lists: found, sorted, tagged, duplicated, deleted and brought back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, beforeEach, afterEach, before, test } from 'node:test';
import { add, adder, audit, browser, example, open, picture, row, rows, serve, verdict } from './muster.mjs';

let server, chrome, page;
before(async () => {
  server = await serve();
});
after(async () => {
  await server?.stop();
});
// Each test begins without lists.
beforeEach(async () => {
  chrome = await browser();
  page = await chrome.page();
  await page.goto(server.url);
});
afterEach(async () => {
  await chrome.stop();
});

const list = (name, more = {}) => ({
  muster: 1,
  name,
  ruleset: 'dw-2.5',
  nation: 'kingdom-of-britannia',
  mfv: 1000,
  squadrons: [{ unit: 'tribal-class-cruiser', models: 2 }],
  ...more,
});
const many = [
  list('Alpha'),
  list('Bravo', { squadrons: [{ unit: 'ruler-class-battleship' }] }),
  list('Charlie', { ruleset: 'legions-2.0' }),
  list('Delta', { nation: 'prussian-empire', squadrons: [] }),
  list('Echo', { squadrons: [{ unit: 'attacker-class-frigate', models: 4 }] }),
  list('Foxtrot', { squadrons: [] }),
];

const mine = () => page.getByRole('region', { name: /^Your lists/ });
const names = () => mine().locator('.entry .name').allInnerTexts();
/** Waits until the register shows these lists in this order. */
const shows = (wanted) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[aria-labelledby=recent] .entry .name')].map((one) => one.textContent).join() ===
      wanted.join(),
    wanted,
  );
/** Waits until the register shows these lists in any order. */
const holds = (wanted) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[aria-labelledby=recent] .entry .name')]
        .map((one) => one.textContent)
        .sort()
        .join() === wanted.join(),
    wanted,
  );
const start = async () => {
  await page.goto(`${server.url}#/`);
  await mine().locator('.entry').first().waitFor();
};
async function bring(...lists) {
  await open(page, ...lists);
  await mine()
    .locator('.entry')
    .nth(lists.length - 1)
    .waitFor();
}
async function doWith(name, what) {
  await page.getByRole('button', { name: `What to do with ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

test('few lists have no tools, many are searched and sorted', async () => {
  await bring(...many.slice(0, 3));
  assert.equal(await mine().getByRole('searchbox').count(), 0);
  assert.equal(await mine().getByRole('checkbox').count(), 0);
  await picture(page, 'lists-few');
  await bring(...many.slice(3));
  await mine().getByRole('searchbox').waitFor();
  assert.deepEqual(await audit(page), []);
  await mine().getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'by name' });
  await shows(many.map(({ name }) => name));
  await page.reload();
  await shows(many.map(({ name }) => name));
  const search = mine().getByRole('searchbox');
  await search.fill('ruler');
  await shows(['Bravo']);
  await search.fill('prussian');
  await shows(['Delta']);
  await search.fill('2.5 frigate');
  await shows(['Echo']);
  await search.fill('nothing like it');
  await mine().getByRole('button', { name: 'Show all' }).click();
  await shows(many.map(({ name }) => name));
  await picture(page, 'lists-many');
});

test('a deleted list comes back with its steps', async () => {
  await bring(...many.slice(0, 2));
  await mine().getByRole('link', { name: /Alpha/ }).click();
  await verdict(page);
  await add(page, 'Attacker Class Frigate');
  const before = await rows(page);
  await start();
  await doWith('Alpha', 'Delete');
  await shows(['Bravo']);
  const toast = page.getByRole('status').filter({ hasText: 'Deleted Alpha' });
  await picture(page, 'lists-deleted');
  assert.deepEqual(await audit(page), []);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await shows(['Alpha', 'Bravo']);
  await mine().getByRole('link', { name: /Alpha/ }).click();
  await verdict(page);
  assert.deepEqual(await rows(page), before);
  await row(page, '/squadrons/0').focus();
  await page.keyboard.press('Control+z');
  await verdict(page);
  assert.deepEqual(await rows(page), before.slice(0, 1));
  // The same by key.
  await start();
  await doWith('Bravo', 'Delete');
  await shows(['Alpha']);
  await page.keyboard.press('Control+z');
  await mine().getByRole('link', { name: /Bravo/ }).waitFor();
});

test('several lists are selected, tagged, duplicated and deleted at once', async () => {
  await bring(...many);
  await doWith('Alpha', 'Select');
  await mine().getByRole('checkbox', { name: 'Select Bravo' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected lists' });
  await bar.getByText('2 selected').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'lists-selected');
  await bar.getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  await dialog.getByLabel('New tag').fill('Club night');
  assert.deepEqual(await audit(page), []);
  await picture(page, 'lists-tags');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await mine()
    .getByRole('button', { name: /^Club night/ })
    .click();
  await holds(['Alpha', 'Bravo']);
  // A tag survives an edit, and an edit of the other list needs none.
  await mine().getByRole('link', { name: /Alpha/ }).click();
  await verdict(page);
  await add(page, 'Attacker Class Frigate');
  await start();
  await mine()
    .getByRole('button', { name: /^Club night 2/ })
    .click();
  await doWith('Alpha', 'Select');
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: 'Duplicate' }).click();
  await holds(['Alpha', 'Alpha (copy)', 'Bravo', 'Bravo (copy)']);
  await doWith('Alpha', 'Select');
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await holds(['Charlie', 'Delta', 'Echo', 'Foxtrot']);
  await page.getByRole('button', { name: 'Undo' }).click();
  // The tag is there again, and with it what was looked for.
  await holds(['Alpha', 'Alpha (copy)', 'Bravo', 'Bravo (copy)']);
});

test('an example that was not changed is opened once', async () => {
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  const first = page.url();
  await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  assert.equal(page.url(), first);
  await add(page, 'Attacker Class Frigate');
  await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  assert.notEqual(page.url(), first);
  await start();
  assert.equal((await names()).length, 2);
});

test('all lists go into one file and come back from it', async () => {
  await bring(...many);
  await mine()
    .getByRole('link', { name: /Foxtrot/ })
    .click();
  await verdict(page);
  await page.getByRole('checkbox', { name: /^This list is finished/ }).check();
  await start();
  await doWith('Alpha', 'Tags');
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  await dialog.getByLabel('New tag').fill('Club');
  await dialog.getByLabel('New tag').press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save everything' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^muster-everything-[\d-]+\.zip$/);
  const bytes = [...readFileSync(await download.path())];
  await doWith('Alpha', 'Select');
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await mine().getByText('None yet').waitFor();
  const drop = () =>
    page.evaluate((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'lists.zip'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, bytes);
  await drop();
  await holds(many.map(({ name }) => name));
  await mine()
    .getByRole('link', { name: /Foxtrot/ })
    .click();
  await verdict(page);
  assert.equal(await page.getByRole('checkbox', { name: /^This list is finished/ }).isChecked(), true);
  await start();
  await mine()
    .getByRole('button', { name: /^Club 1/ })
    .click();
  await shows(['Alpha']);
  await drop();
  await page.getByText('6 of which were here already').waitFor();
  assert.match(page.url(), /#\/$/);
  await mine()
    .getByRole('button', { name: /^Club 1/ })
    .click();
  await holds(many.map(({ name }) => name));
  // One list is a list file.
  const [single] = await Promise.all([page.waitForEvent('download'), doWith('Bravo', 'Download')]);
  assert.equal(single.suggestedFilename(), 'bravo.yaml');
});

test('two lists stand side by side with what differs', async () => {
  await bring(...many.slice(0, 2), list('Twin'));
  await doWith('Alpha', 'Select');
  await mine().getByRole('checkbox', { name: 'Select Bravo' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Side by side' });
  await dialog.getByRole('heading', { name: /^Differences 2/ }).waitFor();
  // What only one has stands beside nothing.
  const beside = () =>
    dialog
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.querySelector('.name, .what')?.textContent ?? '')),
      );
  assert.deepEqual(await beside(), [
    ['Ruler Class Battleship', 'only in the first', ''],
    ['', 'only in the second', 'Tribal Class Cruiser'],
  ]);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'lists-side-by-side');
  await page.keyboard.press('Escape');
  await mine().getByRole('checkbox', { name: 'Select Bravo' }).uncheck();
  await mine().getByRole('checkbox', { name: 'Select Twin' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Compare' }).click();
  await dialog.getByText('All that is judged is equal.').waitFor();
  assert.deepEqual(await beside(), [['Tribal Class Cruiser', 'equal', 'Tribal Class Cruiser']]);
});

test('units of other nations are found by name, in spite of typing errors', async () => {
  await open(page, many[0]);
  await verdict(page);
  const search = page.locator('#unit-search');
  await search.fill('atacker clas frigate');
  await page.locator('[data-unit="attacker-class-frigate"]').waitFor();
  await search.fill('cruiser');
  assert.equal(await page.getByRole('heading', { name: /^Other nations/ }).count(), 0);
  await search.fill('honsu');
  const others = page.getByRole('list', { name: 'Other nations' });
  await others.getByText('Honshu Class Cruiser').first().waitFor();
  await others
    .getByText(/Empire of the Blazing Sun/)
    .first()
    .waitFor();
  // A list that may have no allies says so at once.
  await others.getByText('Not now:').first().waitFor({ state: 'attached' });
  assert.deepEqual(await audit(page), []);
  await picture(page, 'units-other-nations');
  await adder(page, 'Honshu Class Cruiser').first().click();
  await verdict(page);
  assert.deepEqual(await rows(page), ['Tribal Class Cruiser', 'Honshu Class Cruiser']);
  assert.match(await row(page, '/squadrons/1').innerText(), /Blazing Sun/);
});
