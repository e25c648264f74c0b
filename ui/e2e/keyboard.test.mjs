// A fleet without a mouse: started, filled, changed, moved, copied and fixed with the documented keys alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, example, points, rows, stage, started, stored, verdict } from './muster.mjs';

const { server, chrome } = stage();

const focused = (page) =>
  page.evaluate(
    () =>
      document.activeElement?.closest('[data-at]')?.dataset.at ??
      document.activeElement?.dataset.unit ??
      document.activeElement?.id ??
      '',
  );

test('the whole journey by keys', async () => {
  const page = await chrome.page();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(server.url);
  await started(page);
  await press('Alt+n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Begin the list' }).waitFor();
  assert.ok(
    await page.evaluate(() => document.querySelector('[role=dialog]').contains(document.activeElement)),
    'the dialog has the focus',
  );
  // The third game, by the arrow keys.
  for (let n = 0; n < 6 && !(await page.evaluate(() => document.activeElement.name === 'game')); n++)
    await press('Tab');
  await press('ArrowDown', 'ArrowDown');
  assert.ok(await dialog.getByRole('radio', { name: /2\.5/ }).isChecked());
  // Goes to the name by Tab alone. Enter in a field starts the list.
  for (
    let n = 0;
    n < 40 && !(await page.evaluate(() => document.activeElement.labels?.[0]?.innerText === 'Name of the list'));
    n++
  )
    await press('Tab');
  await press('Control+a');
  await page.keyboard.type('By keys');
  await press('Enter');
  await verdict(page);
  assert.equal(await page.getByRole('textbox', { name: 'Name of the list' }).inputValue(), 'By keys');

  await page.locator('[data-unit]').first().waitFor();
  await press('Control+f');
  assert.equal(await focused(page), 'unit-search');
  await page.keyboard.type('cruiser');
  await press('ArrowDown');
  const first = await focused(page);
  assert.notEqual(first, 'unit-search');
  await press('ArrowDown', 'ArrowUp');
  assert.equal(await focused(page), first);
  await press('Enter');
  await verdict(page);
  await press('ArrowDown', 'Enter');
  await verdict(page);
  assert.equal((await rows(page)).length, 2);

  // In the list: arrows walk, Alt and arrows move, + and - change the number of models.
  await page.locator('[data-at="/squadrons/0"] .main').focus();
  const [one, two] = await rows(page);
  await press('ArrowDown');
  assert.equal(await focused(page), '/squadrons/1');
  await press('Alt+ArrowUp');
  assert.deepEqual(await rows(page), [two, one]);
  assert.equal(await focused(page), '/squadrons/0');
  const before = await points(page);
  await press('+');
  assert.ok((await points(page)) > before);
  await press('-');
  assert.equal(await points(page), before);

  await press('Control+d');
  assert.deepEqual(await rows(page), [two, two, one]);
  await press('Delete');
  assert.deepEqual(await rows(page), [two, one]);
  await press('ArrowUp', 'Control+c', 'ArrowDown', 'Control+v');
  await page.waitForFunction(() => document.querySelectorAll('[data-at] .main .name').length === 3);
  assert.deepEqual((await rows(page)).filter((name) => name === two).length >= 1, true);
  await press('Control+x');
  await page.waitForFunction(() => document.querySelectorAll('[data-at] .main .name').length === 2);
  await press('Control+z', 'Control+z', 'Control+z', 'Control+z');
  assert.deepEqual(await rows(page), [two, one]);
  await press('Control+y');
  assert.deepEqual(await rows(page), [two, two, one]);

  // Steps through the problems, then opens the help.
  assert.notEqual(await verdict(page), 'Legal');
  await press('F8');
  assert.equal(await page.locator('.problems .current').count(), 1);
  // The ways to mend a problem may come meanwhile.
  const message = page.locator('.problems .current .message');
  const current = await message.innerText();
  await press('F8', 'Shift+F8');
  assert.equal(await message.innerText(), current);
  await press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Keys typed into a text only change the text.
  await page.getByRole('textbox', { name: 'Name of the list' }).focus();
  await press('End', '?', 'Delete', '-');
  assert.equal(await page.getByRole('textbox', { name: 'Name of the list' }).inputValue(), 'By keys?-');
  assert.equal((await rows(page)).length, 3);
  await page.close();
});

test('the units are one stop of the Tab key, and the focus stays among them', async () => {
  const page = await chrome.page();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(server.url);
  await started(page);
  await begin(page, { game: /fourth edition/, nation: 'Crown', mfv: 1500 });
  await page.locator('[data-unit]').first().waitFor();
  const focusedRow = () => page.evaluate(() => document.activeElement?.dataset.unit ?? null);
  const stops = page.locator('.units [data-unit][tabindex="0"], .units .add:not([tabindex="-1"])');
  assert.equal(await stops.count(), 1);

  // What the list needs stands first, each unit once.
  const headings = await page.locator('.units :is(h2, h3)').allInnerTexts();
  assert.equal(headings[0], 'Needed first');
  assert.match(headings[1], /^Flagship 0 of 1/);
  assert.match(headings[2], /^Line 0 of 1-3/);
  const units = await page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.dataset.key));
  assert.equal(new Set(units).size, units.length);

  await page.locator('#unit-search').focus();
  await press('ArrowDown');
  const first = await focusedRow();
  await press('End');
  const last = await focusedRow();
  assert.notEqual(last, first);
  await press('ArrowUp', 'ArrowDown', 'ArrowDown');
  assert.equal(await focusedRow(), last, 'there is no row below the last');
  await press('Home', 'ArrowDown');
  const second = await focusedRow();
  await press('Shift+Tab');
  assert.equal(await focusedRow(), null);
  await press('Tab');
  assert.equal(await focusedRow(), second, 'the Tab key comes back to the row that was left');
  await press('Tab');
  assert.equal(await focusedRow(), null);

  // Added, it is not needed any more. Its row goes elsewhere, and the focus with it.
  await press('Shift+Tab', 'Home', 'Enter');
  await verdict(page);
  assert.equal(await focusedRow(), first);
  assert.ok(
    !(await page.locator('.units :is(h2, h3)').allInnerTexts()).some((title) => title.startsWith('Flagship 0')),
  );
  await press('Home');
  assert.notEqual(await focusedRow(), first);

  // A row says its name once.
  const name = await page.locator('[data-unit] .name').first().textContent();
  const told = await page.locator('.units li').first().ariaSnapshot();
  assert.equal(told.split(name).length - 1, 1, told);
  await page.close();
});

test('F6 goes round the panels, and the first stops of Tab skip to them', async () => {
  for (const width of [1360, 390]) {
    const page = await chrome.page();
    await page.setViewportSize({ width, height: 860 });
    await page.goto(server.url);
    await started(page);
    await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
    const panel = () =>
      page.evaluate(() => {
        const of = { units: '.units-pane', list: '#list-pane', details: '#details', problems: '#problems' };
        const focus = document.activeElement;
        const found = Object.keys(of).find((name) => focus?.closest(of[name]));
        return focus?.checkVisibility() ? (found ?? null) : 'out of sight';
      });
    const walk = async (key, number) => {
      const seen = [];
      for (let n = 0; n < number; n++) {
        await page.keyboard.press(key);
        await page.waitForTimeout(80);
        seen.push(await panel());
      }
      return seen;
    };
    await page.evaluate(() => document.activeElement?.blur());
    // Nothing is selected, so there are no details.
    assert.deepEqual(await walk('F6', 3), ['units', 'list', 'problems']);
    await walk('Shift+F6', 1);
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await walk('F6', 4), ['details', 'problems', 'units', 'list']);
    assert.equal(await focused(page), '/squadrons/0');
    assert.deepEqual(await walk('Shift+F6', 2), ['units', 'problems']);

    // A reload puts the focus before all stops of the Tab key.
    await stored(page);
    await page.reload();
    await verdict(page);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Skip to the units' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(80);
    assert.equal(await panel(), 'list');
    await page.close();
  }
});
