// Each game opens a starter fleet of each nation. What is specific to one game stands elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, choose, example, picture, rows, serveProgram, stage, started, verdict } from './muster.mjs';

const { server, start } = stage();

/** What a program answers, with which the screens have to agree. */
async function answer(program, name, args) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${program.url}api/${name}`, { method: 'POST', headers, body: JSON.stringify(args) })).json();
}

test('starter fleets', async () => {
  const page = await start();
  const program = await serveProgram();
  const { rulesets } = await answer(program, 'rulesets', {});
  const games = rulesets.filter((one) => one.newest);
  for (const game of games) {
    const fleets = await answer(program, 'starters', { ruleset: game.id });
    // The first fleet of each nation.
    for (const id of new Set(fleets.map((fleet) => fleet.nation))) {
      await page.goto(`${server.url}#/`);
      await page.getByRole('button', { name: game.name }).click();
      const dialog = page.getByRole('dialog', { name: 'New list' });
      const nation = game.nations.find((one) => one.id === id).name;
      await choose(dialog, { game: game.name, nation });
      await dialog.locator('#starters ~ ul button').first().click();
      assert.equal(await verdict(page), 'Legal', nation);
      assert.ok((await rows(page)).length > 0, nation);
    }
    await picture(page, `game-${game.id}`);
  }
  await program.stop();

  // A starter fleet is a list of the person's own once it is changed.
  await page.goto(`${server.url}#/`);
  await started(page);
  assert.equal(await page.locator('[data-list]').count(), 0);
  await page.getByRole('button', { name: games[0].name }).click();
  await page.locator('#starters ~ ul button').first().click();
  await verdict(page);
  await page.getByRole('textbox', { name: 'Name of the list' }).fill('My own');
  await page.getByText(/^Saved/).waitFor();
  await page.goto(`${server.url}#/`);
  await page.locator('[data-list]').getByText('My own').waitFor();
  await page.close();
});

test('the overview of a fleet, and one search for everything', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars, fourth edition', /Channel Guard/);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Dice by range and direction' }).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'overview');

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Go to' });
  await search.getByRole('combobox').fill('bediv');
  await search
    .getByRole('option', { name: /^Bedivere/ })
    .first()
    .waitFor();
  assert.deepEqual(await audit(page), []);
  await page.keyboard.press('Enter');
  await page.locator('.row.selected', { hasText: 'Bedivere' }).waitFor();
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.close();
});
