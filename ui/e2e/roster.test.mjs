// The rows of a list: grouped as a person likes, with menus, and dragged onto each other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adder, audit, browser, example, open, picture, row, rows, serve, verdict } from './muster.mjs';

let server, chrome;
before(async () => {
  server = await serve();
  chrome = await browser();
});
after(async () => {
  await chrome?.stop();
  await server?.stop();
});

const fleet = {
  muster: 1,
  name: 'Fleet',
  ruleset: 'dw-2.5',
  nation: 'kingdom-of-britannia',
  mfv: 1000,
  squadrons: [
    { unit: 'attacker-class-frigate', models: 3 },
    { unit: 'ruler-class-battleship', attached: [{ unit: 'bastion-class-escort', models: 2 }] },
    { unit: 'tribal-class-cruiser', models: 2 },
    { unit: 'swift-class-corvette', models: 4, allocation: 'advance' },
  ],
};
/** The same without the escort. */
const bare = {
  ...fleet,
  squadrons: fleet.squadrons.map(({ unit, models, allocation }) => ({ unit, models, allocation })),
};
async function start(list = fleet) {
  const page = await chrome.page();
  await page.goto(server.url);
  await open(page, list);
  await verdict(page);
  return page;
}

test('rows are grouped as the person likes, in this game from now on', async () => {
  const page = await start();
  const grouping = page.getByRole('combobox', { name: 'Rows' });
  const listed = await rows(page);
  await grouping.selectOption({ label: 'by size' });
  const heads = () => page.locator('#list-pane .group header').allInnerTexts();
  assert.deepEqual(
    (await heads()).map((text) => text.split(/\s+/).slice(0, 2).join(' ')),
    ['Large 1', 'Medium 1', 'Small 2'],
  );
  // What is attached has another size, and the limit on large models does not count it.
  const [large] = await heads();
  const [total, own, attached] = /(\d+)\s+(\d+) of it Large, (\d+) attached/.exec(large).slice(1).map(Number);
  assert.equal(own + attached, total);
  const cap = page.locator('.shares li', { hasText: /^Large/ }).locator('.figure');
  assert.match(await cap.innerText(), new RegExp(`^${own} of `));
  const sorted = await rows(page);
  assert.notDeepEqual(sorted, listed);
  assert.deepEqual([...sorted].sort(), [...listed].sort());
  assert.deepEqual(await audit(page), []);
  await picture(page, 'roster-by-size');
  // The arrow keys follow the rows as they are seen.
  await row(page, '/squadrons/1').focus();
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.closest('[data-at]').dataset.at), '/squadrons/2');
  // The list itself is as it was, and a new window knows the choice.
  await page.reload();
  await verdict(page);
  assert.deepEqual(await rows(page), sorted);
  await grouping.selectOption({ label: 'by allocation' });
  assert.deepEqual(
    (await heads()).map((text) => text.split(/\s+/).slice(0, 2).join(' ')),
    ['Main Force', 'Advance Force'],
  );
  await grouping.selectOption({ label: 'not grouped' });
  assert.deepEqual(await rows(page), listed);
  await page.close();
});

test('rows of a game with groups stand by slot, or by nothing, with the names of their groups', async () => {
  const page = await chrome.page();
  await page.goto(server.url);
  await example(page, 'Dystopian Legions 2.0', /Sussex Line/);
  const grouping = page.getByRole('combobox', { name: 'Rows' });
  const group = (await page.locator('#list-pane .grouphead').first().innerText()).trim();
  await grouping.selectOption({ label: 'by slot' });
  await page.locator('#list-pane .group').first().waitFor();
  assert.equal(await page.locator('.chart').count(), 0);
  assert.ok((await page.locator('#list-pane [data-at] .main').first().innerText()).includes(group));
  assert.deepEqual(await audit(page), []);
  await picture(page, 'roster-by-slot');
  await grouping.selectOption({ label: 'not grouped' });
  assert.equal(await page.locator('#list-pane .grouphead').count(), 0);
  await grouping.selectOption({ label: 'by platoon' });
  await page.locator('.chart').first().waitFor();
  await page.close();
});

const menu = (page) => page.getByRole('menu');
const items = (page) => menu(page).getByRole('menuitem').allInnerTexts();
const names = (texts) => texts.map((text) => text.split('\n')[0].trim());

test('a right click, a long press and the menu key open the menu that the button opens', async () => {
  const page = await start();
  await page.getByRole('button', { name: 'What to do with Tribal Class Cruiser' }).click();
  const wanted = await items(page);
  assert.ok(wanted.length > 5);
  await page.keyboard.press('Escape');
  await row(page, '/squadrons/2').click({ button: 'right' });
  assert.deepEqual(await items(page), wanted);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'roster-menu');
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement.closest('[data-at]')?.dataset.at === '/squadrons/2');
  await page.keyboard.press('Shift+F10');
  assert.deepEqual(await items(page), wanted);
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'detached' });
  // A long press, as a touch screen sends it.
  const cdp = await page.context().newCDPSession(page);
  const box = await row(page, '/squadrons/0').boundingBox();
  const point = { x: box.x + 40, y: box.y + box.height / 2 };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await menu(page).waitFor();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.deepEqual(names(await items(page)), names(wanted));
  await menu(page).getByRole('menuitem', { name: 'Remove' }).click();
  await verdict(page);
  assert.equal((await rows(page)).includes('Attacker Class Frigate'), false);
  // The focus is on what is selected now.
  await page.waitForFunction(() => document.activeElement.closest('[data-at]')?.dataset.at === '/squadrons/0');
  await page.close();
});

test('units, groups and stored lists have menus too', async () => {
  const page = await start(bare);
  await row(page, '/squadrons/1').click();
  const unit = page.locator('[data-unit="bastion-class-escort"]');
  await page.locator('#unit-search').fill('bastion');
  await unit.click({ button: 'right' });
  assert.deepEqual(names(await items(page)), ['Add', 'Attach to Ruler Class Battleship', 'Show its card']);
  await menu(page).getByRole('menuitem', { name: 'Attach to' }).click();
  await page.locator('[data-at="/squadrons/1/attached/0"]').waitFor();
  await page.locator('#unit-search').fill('monarch');
  await page.locator('[data-unit="monarch-class-heavy-battleship"]').click({ button: 'right' });
  await menu(page).getByRole('menuitem', { name: 'Attach to' }).click();
  await page.getByText('Monarch Class Heavy Battleship cannot be attached to Ruler Class Battleship.').waitFor();
  await page.goto(`${server.url}#/`);
  await page
    .getByRole('link', { name: /^Fleet/ })
    .first()
    .click({ button: 'right' });
  assert.deepEqual(names(await items(page)).slice(0, 4), ['Duplicate', 'Tags', 'Download', 'Delete']);
  assert.deepEqual(await audit(page), []);
  await menu(page).getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('link', { name: /^Fleet \(copy\)/ }).waitFor();
  await example(page, 'Dystopian Legions 2.0', /Sussex Line/);
  const groups = () => page.locator('#list-pane .grouphead').allInnerTexts();
  const was = await groups();
  await page.locator('[data-at="/groups/0"] .main').click({ button: 'right' });
  await menu(page).getByRole('menuitem', { name: 'Duplicate' }).click();
  await verdict(page);
  // Two groups of one name have numbers.
  assert.deepEqual(await groups(), [`${was[0]} 1`, `${was[0]} 2`, ...was.slice(1)]);
  await page
    .locator('[data-at="/groups/1"]')
    .getByRole('button', { name: /^What to do with/ })
    .click();
  await menu(page).getByRole('menuitem', { name: 'Remove' }).click();
  await verdict(page);
  assert.deepEqual(await groups(), was);
  await page.close();
});

/** Drags something over a place of a row, and says what the row tells. */
async function dragOver(page, from, to, part) {
  await from.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a.x + 30, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + 40, a.y + a.height / 2 + 5, { steps: 3 });
  await page.mouse.move(b.x + 60, b.y + b.height * part, { steps: 8 });
  await page.mouse.move(b.x + 62, b.y + b.height * part, { steps: 2 });
}

test('units and squadrons are attached by dragging, and the row says why not', async () => {
  const page = await start(bare);
  const ruler = page.locator('[data-at="/squadrons/1"] > .row');
  const hint = page.locator('#list-pane .hint');
  await page.locator('#unit-search').fill('hercules');
  await dragOver(page, page.locator('[data-unit="hercules-escort"]'), ruler, 0.5);
  await hint.getByText('Attach to Ruler Class Battleship').waitFor();
  await page.locator('#list-pane .host').first().waitFor();
  await picture(page, 'roster-drag');
  await page.mouse.up();
  await page.locator('[data-at="/squadrons/1/attached/0"]').getByText('Hercules Escort').waitFor();
  await verdict(page);
  // Dropped between two rows, it becomes a squadron there.
  await page.locator('#unit-search').fill('tribal');
  await dragOver(
    page,
    page.locator('[data-unit="tribal-class-cruiser"]'),
    page.locator('[data-at="/squadrons/0"] > .row'),
    0.05,
  );
  await page.mouse.up();
  await verdict(page);
  assert.equal((await rows(page))[0], 'Tribal Class Cruiser');
  // A frigate joins no battleship.
  await dragOver(
    page,
    page.locator('[data-at="/squadrons/1"] > .row'),
    page.locator('[data-at="/squadrons/2"] > .row'),
    0.5,
  );
  await hint.getByText('Attacker Class Frigate cannot be attached to Ruler Class Battleship.').waitFor();
  await picture(page, 'roster-drag-not');
  const before = await rows(page);
  await page.mouse.up();
  await page.getByRole('status').getByText('cannot be attached').waitFor();
  assert.deepEqual(await rows(page), before);
  // An escort moves to another battleship with all its models, and in one step back.
  await page.locator('#unit-search').fill('majesty');
  await adder(page, 'Majesty Class Dreadnought').click();
  await verdict(page);
  await dragOver(
    page,
    page.locator('[data-at="/squadrons/2/attached/0"] > .row'),
    page.locator('[data-at="/squadrons/5"] > .row'),
    0.5,
  );
  await hint.getByText('Attach to Majesty Class Dreadnought').waitFor();
  await page.mouse.up();
  await page.locator('[data-at="/squadrons/5/attached/0"]').getByText('Hercules Escort').waitFor();
  await verdict(page);
  await page.keyboard.press('Control+z');
  await page.locator('[data-at="/squadrons/2/attached/0"]').waitFor();
  await page.close();
});
