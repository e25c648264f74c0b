// A list changes its nation or its game: what goes over is shown before it happens, and it is one step.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { audit, browser, example, open, picture, row, rows, serve, stored, verdict } from './muster.mjs';

let server, chrome;
before(async () => {
  server = await serve();
  chrome = await browser();
});
after(async () => {
  await chrome?.stop();
  await server?.stop();
});

const dialog = (page) => page.getByRole('dialog', { name: 'Change nation or game' });
/** Opens the dialog from the menu of the list. */
async function change(page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change nation or game' }).click();
}
/** The rows of the dialog once they are judged: name with what becomes of it, points now, points then. */
async function fates(page) {
  await dialog(page).locator('tbody tr').first().waitFor();
  return dialog(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.innerText.replace(/\s*\n\s*/, ' | ')).join(' ; ')),
    );
}
const state = (page) => page.locator('.what .small').innerText();

test('a list of another nation keeps squadrons of its own as allies, or leaves them out', async () => {
  const page = await chrome.page();
  await page.goto(server.url);
  await open(page, {
    muster: 1,
    name: 'Turncoat',
    ruleset: 'dw-2.5',
    nation: 'kingdom-of-britannia',
    mfv: 1000,
    points: 999,
    squadrons: [
      { unit: 'Tribal Class Cruiser', models: 2, attached: [{ unit: 'hermes-class-light-merchantmen' }] },
      { unit: 'hercules-escort', id: 'escort' },
    ],
  });
  await verdict(page);
  const was = await rows(page);
  await page.getByRole('link', { name: 'Game & list' }).click();
  await page.getByRole('combobox', { name: 'Nation' }).selectOption({ label: 'Prussian Empire' });
  const [cruiser, merchant, escort] = await fates(page);
  assert.match(cruiser, /^Tribal Class Cruiser \| of Kingdom of Britannia ; (\d+) ; \1$/);
  assert.match(merchant, /^Hermes Class Light Merchantmen ; (\d+) ; \1$/);
  assert.match(escort, /^Hercules Escort ; (\d+) ; \1$/);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'transfer-nation');
  await dialog(page).getByRole('radio', { name: 'Leave it out' }).check();
  await dialog(page).getByText('left out').waitFor();
  assert.match((await fates(page))[0], /left out ; \d+ ; –$/);
  await dialog(page).getByRole('button', { name: 'Change to Prussian Empire' }).click();
  await verdict(page);
  assert.equal(await state(page), 'Prussian Empire · Dystopian Wars 2.5');
  await page.getByRole('link', { name: 'Fleet' }).click();
  await row(page, '/squadrons/1').waitFor();
  assert.deepEqual(await rows(page), ['Hermes Class Light Merchantmen', 'Hercules Escort']);
  // The units on offer are those of the new nation.
  await page.locator('[data-unit="emperor-class-battleship"]').waitFor();
  await row(page, '/squadrons/0').focus();
  await page.keyboard.press('Control+z');
  await verdict(page);
  assert.deepEqual(await rows(page), was);
  await page.locator('[data-unit="ruler-class-battleship"]').waitFor();
  await page.keyboard.press('Control+y');
  await verdict(page);
  assert.equal(await state(page), 'Prussian Empire · Dystopian Wars 2.5');
  await page.close();
});

test('a list goes over to another edition with its units, groups and slots, and back', async () => {
  const page = await chrome.page();
  await page.goto(server.url);
  await example(page, 'Dystopian Wars, fourth edition', /./);
  const was = [await rows(page), await state(page), await page.locator('.total strong').innerText()];
  await change(page);
  await dialog(page).getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Dystopian Wars, third edition' });
  const moved = await fates(page);
  assert.ok(
    moved.some((line) => !line.includes('not known there')),
    moved.join('\n'),
  );
  assert.deepEqual(await audit(page), []);
  await picture(page, 'transfer-game');
  await dialog(page)
    .getByRole('button', { name: /^Change to / })
    .click();
  await verdict(page);
  assert.match(await state(page), /third edition$/);
  assert.notEqual((await page.locator('.stamp').innerText()).split('\n')[0], 'Unreadable');
  // The list is stored as it is now.
  await stored(page);
  await page.reload();
  await verdict(page);
  assert.match(await state(page), /third edition$/);
  await page.locator('.main').first().focus();
  await page.keyboard.press('Control+z');
  await verdict(page);
  assert.deepEqual([await rows(page), await state(page), await page.locator('.total strong').innerText()], was);
  await page.close();
});

test('a list can be read in every other game', async () => {
  const page = await chrome.page();
  await page.goto(server.url);
  await example(page, 'Dystopian Wars 2.5', /Gates of the Bosporus/);
  await change(page);
  const games = await dialog(page).getByRole('combobox', { name: 'Game' }).locator('option').allInnerTexts();
  for (const game of games) {
    await dialog(page).getByRole('combobox', { name: 'Game' }).selectOption({ label: game });
    if (game.startsWith('Dystopian Wars 2.5')) continue;
    const title = game.replace(/ \(no units\)$/, '');
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^Change to .*${title}`) })
      .and(page.locator(':enabled'))
      .waitFor();
  }
  await page.close();
});
