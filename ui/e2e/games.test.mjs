// Every example of every game opens with the verdict that `check` gives. Nothing here is specific to one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture, rows, serveProgram, stage, verdict } from './muster.mjs';

const { server, start } = stage();

/** What the program answers, with which the screens have to agree. */
async function answers(...names) {
  const program = await serveProgram();
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const told = await Promise.all(names.map(async (name) => (await fetch(`${program.url}api/${name}`, ask)).json()));
  await program.stop();
  return told;
}

test('examples', async () => {
  const page = await start();
  const [examples, { rulesets }] = await answers('examples', 'rulesets');
  const names = new Map(rulesets.map((game) => [game.id, game.name]));
  assert.ok(examples.length > 20);
  const games = new Map();
  for (const one of examples) games.set(one.ruleset, [...(games.get(one.ruleset) ?? []), one]);
  for (const [game, fleets] of games) {
    for (const fleet of fleets) {
      await page.goto(`${server.url}#/`);
      const entry = page
        .locator('details', { has: page.locator('summary', { hasText: names.get(game) }) })
        .locator('button.entry', { hasText: fleet.name });
      await entry.first().waitFor({ state: 'attached' });
      await entry.first().evaluate((one) => {
        one.closest('details').open = true;
        one.click();
      });
      assert.equal((await verdict(page)).toLowerCase(), fleet.verdict, fleet.name);
      assert.ok((await rows(page)).length > 0, fleet.name);
    }
    await picture(page, `game-${game}`);
  }
  await page.close();
});
