// Where a list is legal, and lists on both sides of a rule.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, example, open, picture, stage, verdict } from './muster.mjs';

const { start } = stage();

/** A list with too many Large models. */
const HEAVY = `muster: 1
name: Heavy
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 1000
settings: {level: commodore, core: naval, theatre: water}
squadrons:
  - {unit: ruler-class-battleship, roles: [commodore]}
  - {unit: majesty-class-dreadnought}
  - {unit: avenger-class-fleet-carrier}
`;

test('a list is judged by each version of its rules and under each event', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await verdict(page);
  await page.getByRole('link', { name: 'Game & list' }).click();
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Where is this list legal?' }) });
  await section.getByRole('button', { name: 'Judge under all rules' }).click();
  await section.getByText(/Legal in \d+ of \d+ versions and events/).waitFor();
  const rows = await section.locator('li').allInnerTexts();
  assert.ok(rows.length > 3, rows.join('\n'));
  assert.match(rows[0], /^Legal\s+Dystopian Wars 2\.5 2\.\d/);
  assert.ok(rows.some((row) => /Channel Cup 2026/.test(row)));
  assert.deepEqual(await audit(page), []);
  await section.scrollIntoViewIfNeeded();
  await picture(page, 'everywhere');
  await page.close();
});

test('a rule shows a list that breaks it and one that keeps it', async () => {
  const page = await start();
  await open(page, HEAVY);
  await verdict(page);
  const problem = page.locator('#problems li', { hasText: 'Large and Massive models cost' });
  await problem.getByRole('button', { name: 'See the rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Show a list that breaks it' }).click();
  await dialog.getByRole('heading', { name: 'A list that breaks it' }).waitFor();
  await dialog.getByRole('heading', { name: 'One that keeps it' }).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'rule-example');
  await page.close();
});
