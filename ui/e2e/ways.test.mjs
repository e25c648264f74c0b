// Mends a broken list by the buttons beside its problems, one step each. A problem filters the units to what helps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adder, audit, open, picture, points, stage, verdict } from './muster.mjs';

const { server, chrome } = stage();

const britannia = (more) => ({
  muster: 1,
  ruleset: 'dw-2.5',
  nation: 'kingdom-of-britannia',
  mfv: 1000,
  settings: { core: 'naval', theatre: 'water' },
  ...more,
});

async function opened(list, size = { width: 1360, height: 860 }) {
  const page = await chrome.page();
  await page.setViewportSize(size);
  await page.goto(server.url);
  await open(page, list);
  await verdict(page);
  return page;
}

const problem = (page, rule) => page.locator(`.problems .finding[data-rule="${rule}"]`).first();
const ways = async (page, rule) => {
  const buttons = problem(page, rule).locator('.mends .button:not([aria-disabled=true])');
  await buttons.first().waitFor();
  return (await buttons.allInnerTexts()).map((text) => text.split('\n')[0]);
};
/** Mends a problem by a button, and waits until the problem is gone. */
async function mend(page, rule, label) {
  await ways(page, rule);
  await problem(page, rule).locator('.mends .button:not([aria-disabled=true])', { hasText: label }).first().click();
  await problem(page, rule).waitFor({ state: 'detached' });
  await verdict(page);
}
const undo = (page) => page.getByRole('button', { name: /^Undo/ }).first();

test('a broken list is mended by buttons, one step each', async () => {
  const page = await opened(
    britannia({
      name: 'Broken',
      squadrons: [
        { unit: 'ruler-class-battleship' },
        { unit: 'tribal-class-cruiser', models: 6 },
        { unit: 'attacker-class-frigate', models: 4 },
      ],
    }),
  );
  assert.equal(await verdict(page), 'Illegal');
  const before = await points(page);
  const [first, ...others] = await ways(page, 'squadron-size');
  assert.equal(first, 'Split into 3 and 3');
  assert.deepEqual(others, ['Set to 3', 'Leave it out']);
  await ways(page, 'commodore-required');
  await picture(page, 'ways');
  assert.deepEqual(await audit(page), []);

  await mend(page, 'squadron-size', 'Split into 3 and 3');
  assert.match(await page.locator('.toast').innerText(), /Split Tribal Class Cruiser into squadrons of 3 and 3/);
  assert.match(await undo(page).getAttribute('title'), /Split Tribal Class Cruiser into squadrons of 3 and 3/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'problems');
  assert.equal(await page.locator('[data-at] .main .name').count(), 4);
  assert.equal(await points(page), before);

  await mend(page, 'commodore-required', 'Ruler Class Battleship');
  assert.equal(await verdict(page), 'Legal', await page.locator('.problems').innerText());

  // Each is one step.
  await undo(page).click();
  await problem(page, 'commodore-required').waitFor();
  assert.equal(await page.locator('.problems [data-rule=squadron-size]').count(), 0);
  await undo(page).click();
  await problem(page, 'squadron-size').waitFor();
  assert.equal(await page.locator('[data-at] .main .name').count(), 3);
  await verdict(page);

  // All at once, as one step too.
  await page.getByRole('button', { name: 'Ways to make it legal' }).click();
  await page
    .getByRole('button', { name: /^Do this: legal/ })
    .first()
    .waitFor();
  await picture(page, 'ways-all');
  assert.deepEqual(await audit(page), []);
  await page
    .getByRole('button', { name: /^Do this: legal/ })
    .first()
    .click();
  await page.locator('.stamp.legal').waitFor();

  // The points left are filled.
  await page.getByRole('button', { name: 'Suggest additions' }).click();
  await page.getByRole('button', { name: /^Do this/ }).waitFor();
  await picture(page, 'ways-additions');
  const least = await points(page);
  await page.getByRole('button', { name: /^Do this/ }).click();
  await page.waitForFunction((least) => Number(document.querySelector('.total strong').innerText) > least, least);
  assert.equal(await verdict(page), 'Legal');
  await page.close();
});

test('a problem shows the units that help, until it is mended or they are wanted no more', async () => {
  const page = await opened(
    britannia({
      name: 'Short',
      squadrons: [
        { unit: 'ruler-class-battleship', roles: ['commodore'] },
        { unit: 'tribal-class-cruiser', models: 3 },
        { unit: 'tribal-class-cruiser', models: 3 },
      ],
    }),
  );
  const offered = page.locator('.units .row .name');
  const all = await offered.count();
  await problem(page, 'min-small').locator('.message').click();
  const chip = page.locator('.units .for');
  await chip.waitFor();
  assert.match(await chip.innerText(), /^For: The force has no Small squadron/);
  // Rows out of view have no inner text before they are painted.
  const some = await offered.allTextContents();
  assert.ok(some.length > 0 && some.length < all);
  assert.ok(some.includes('Attacker Class Frigate') && !some.includes('Ruler Class Battleship'));
  await picture(page, 'purpose');
  assert.deepEqual(await audit(page), []);
  await chip.getByRole('button', { name: 'Show all units' }).click();
  assert.equal(await offered.count(), all);

  await problem(page, 'min-small').locator('.message').click();
  await adder(page, 'Attacker Class Frigate').click();
  await chip.waitFor({ state: 'detached' });
  assert.equal(await offered.count(), all);
  await page.close();
});

test('a full list has short refusals, and the units that still fit are one click away', async () => {
  for (const width of [1360, 320]) {
    const page = await opened(
      britannia({
        name: 'Full',
        mfv: 700,
        squadrons: [
          { unit: 'ruler-class-battleship', roles: ['commodore'] },
          { unit: 'tribal-class-cruiser', models: 3 },
          { unit: 'tribal-class-cruiser', models: 3 },
          { unit: 'attacker-class-frigate', models: 2 },
        ],
      }),
      { width, height: 800 },
    );
    if (width < 1024) await page.locator('.switch').getByRole('button', { name: 'Units' }).click();
    await page.locator('.units .why').first().waitFor();
    const lines = await page
      .locator('.units .why .two-lines')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)),
      );
    assert.ok(Math.max(...lines) < 2.2, `${Math.max(...lines)} lines at ${width} px`);
    await picture(page, `full-${width}`);
    const all = await page.locator('.units .row').count();
    await page.getByRole('checkbox', { name: 'Affordable only' }).check();
    const affordable = await page.locator('.units .row').count();
    assert.ok(affordable < all);
    await page.getByRole('checkbox', { name: 'Fits now' }).check();
    assert.equal(await page.locator('.units .why').count(), 0);
    assert.ok((await page.locator('.units .row').count()) <= affordable);
    await picture(page, `full-fits-${width}`);
    assert.deepEqual(await audit(page), []);
    await page.close();
  }
});
