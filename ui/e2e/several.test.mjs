// Several squadrons selected together by mouse, keys and finger, and what is then done with all of them as one step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, browser, example, picture, row, rows, stage, started, verdict } from './muster.mjs';

const { server, start } = stage();

const bar = (page) => page.getByRole('group', { name: 'Selected together' });
const told = (page) => bar(page).getByRole('status').innerText();
const pressed = (page) =>
  page
    .locator('#list-pane .main[aria-pressed="true"]')
    .evaluateAll((all) => all.map((one) => one.closest('[data-at]').dataset.at));
const undo = (page) => page.getByRole('button', { name: /^Undo/ }).click();

test('Shift and Ctrl with a click, then one step for all', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  const before = await rows(page);
  await row(page, '/squadrons/1').click();
  await row(page, '/squadrons/3').click({ modifiers: ['Shift'] });
  assert.deepEqual(
    (await pressed(page)).filter((at) => !at.includes('attached')),
    ['/squadrons/1', '/squadrons/2', '/squadrons/3'],
  );
  assert.equal(await told(page), '3 squadrons selected');
  await row(page, '/squadrons/2').click({ modifiers: ['Control'] });
  await row(page, '/squadrons/5').click({ modifiers: ['Control'] });
  assert.equal(await told(page), '3 squadrons selected');
  assert.deepEqual(await audit(page), []);
  await picture(page, 'several');

  await bar(page).getByRole('button', { name: 'Duplicate' }).click();
  await verdict(page);
  assert.ok((await rows(page)).length >= before.length + 3);
  assert.equal(await told(page), '3 squadrons selected');
  await bar(page).getByRole('button', { name: 'Remove' }).click();
  await verdict(page);
  assert.deepEqual(await rows(page), before);
  assert.equal(await bar(page).count(), 0);
  await undo(page);
  await undo(page);
  assert.deepEqual(await rows(page), before);

  // A plain click selects one again.
  await row(page, '/squadrons/1').click();
  await row(page, '/squadrons/2').click({ modifiers: ['Control'] });
  await bar(page).waitFor();
  await row(page, '/squadrons/0').click();
  assert.equal(await bar(page).count(), 0);
  await page.close();
});

test('by keys: rows are selected, allocated, moved and removed', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await row(page, '/squadrons/2').focus();
  await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp');
  assert.equal((await pressed(page)).length, 2);
  await page.getByRole('status').getByText('2 selected', { exact: true }).waitFor({ state: 'attached' });
  await bar(page).getByRole('button', { name: 'Allocate to' }).focus();
  await press('Enter', 'ArrowDown', 'Enter');
  await verdict(page);
  assert.match(await page.getByRole('button', { name: /^Undo/ }).getAttribute('aria-label'), /Allocation of/);
  assert.equal((await pressed(page)).length, 2, 'they stay selected');
  await undo(page);
  assert.deepEqual(await pressed(page), [], 'what else changes the list ends it');

  const before = await rows(page);
  await row(page, '/squadrons/0').focus();
  await press('Shift+ArrowDown', 'Delete');
  await page.waitForFunction(
    (length) => document.querySelectorAll('[data-at] .main .name').length < length,
    before.length,
  );
  assert.ok(await page.evaluate(() => document.activeElement.closest('[data-at]') !== null));
  await press('Control+z');
  assert.deepEqual(await rows(page), before);
  await row(page, '/squadrons/0').focus();
  await press('Shift+ArrowDown', 'Escape');
  assert.deepEqual(await pressed(page), []);
  await page.close();

  const grouped = await start();
  await example(grouped, 'Dystopian Legions 2.0', /Sussex Line/);
  const at = (group) => grouped.locator(`[data-at^="/groups/${group}/squadrons/"]`).count();
  const [first, second] = [await at(0), await at(1)];
  await row(grouped, '/groups/0/squadrons/1').focus();
  await grouped.keyboard.press('Shift+ArrowDown');
  await bar(grouped).getByRole('button', { name: 'Move to' }).focus();
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await grouped.keyboard.press(key);
  await verdict(grouped);
  assert.deepEqual([await at(0), await at(1)], [first - 2, second + 2]);
  await undo(grouped);
  assert.deepEqual([await at(0), await at(1)], [first, second]);
  await grouped.close();
});

test('by finger, from the menu of a row', async () => {
  const phone = await browser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });
  try {
    const page = await phone.page();
    await page.goto(server.url);
    await started(page);
    await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
    const before = await rows(page);
    await page
      .getByRole('button', { name: /^What to do with/ })
      .first()
      .tap();
    await page.getByRole('menuitem', { name: 'Select several' }).tap();
    await row(page, '/squadrons/2').tap();
    assert.equal(await told(page), '2 squadrons selected');
    assert.ok(await bar(page).isVisible());
    await picture(page, 'several-phone');
    const { width } = await page.locator('#list-pane').boundingBox();
    assert.ok(await page.locator('#list-pane').evaluate((one) => one.scrollWidth <= one.clientWidth), `${width}`);
    await bar(page).getByRole('button', { name: 'Remove' }).tap();
    await verdict(page);
    assert.equal(await told(page), '0 squadrons selected');
    await bar(page).getByRole('button', { name: 'Done' }).tap();
    await bar(page).waitFor({ state: 'detached' });
    await undo(page);
    assert.deepEqual(await rows(page), before);
    await page.close();
  } finally {
    await phone.stop();
  }
});
