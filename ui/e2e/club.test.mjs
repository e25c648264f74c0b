// The story of docs/clubs.md on the screens: Anna and Ben keep house rules in a folder, with a file of units each. Anna
// builds a list by them and a unit of her own; Ben changes a price, and her list follows.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { add, audit, choose, picture, points, row, serve, stage, verdict } from './muster.mjs';

const folder = mkdtempSync(join(tmpdir(), 'muster-club-'));
const rules = join(folder, 'house-rules');
const units = (member) => join(rules, 'catalogue', `kingdom-of-britannia.${member}.yaml`);
mkdirSync(join(rules, 'catalogue'), { recursive: true });
writeFileSync(
  join(rules, 'overlay.yaml'),
  `muster: 1
kind: overlay
id: wessex
name: Wessex Club rules
extends: {id: dw-2.5, version: ^2.0}
prices:
  attacker-class-frigate: 35
  tribal-class-cruiser/stoic-crew: 10
ban:
  units: [majesty-class-dreadnought]
`,
);
const catalogue = (member, unit) => `kind: catalogue
nation: kingdom-of-britannia
source: Wessex Club, ${member}.
units:
  - ${unit}
`;
writeFileSync(
  units('anna'),
  catalogue(
    'Anna',
    '{id: harbour-monitor, name: Harbour Monitor, points: 70, traits: {size: medium, type: naval, capital: true}, squadron: {min: 1, max: 2}}',
  ),
);
writeFileSync(
  units('ben'),
  catalogue(
    'Ben',
    '{id: river-gunboat, name: River Gunboat, points: 20, traits: {size: small, type: naval}, squadron: {min: 2, max: 4}}',
  ),
);
const { server, start } = stage(['--rulesets', folder]);
after(() => rmSync(folder, { recursive: true, force: true }));

test('the rules of a club in a folder judge a list, with a unit by the form', async () => {
  const page = await start();

  // The house rules of the folder are at hand for a new list, and say what they change.
  await page.getByRole('button', { name: 'New list' }).click();
  const begun = page.getByRole('dialog', { name: 'New list' });
  await choose(begun, { game: 'Dystopian Wars 2.5', nation: 'Kingdom of Britannia' });
  await begun.getByRole('combobox', { name: /^Event/, disabled: false }).selectOption({ label: 'Wessex Club rules' });
  await begun.getByRole('button', { name: 'What it changes' }).click();
  const told = page.getByRole('dialog', { name: /Wessex Club rules/ });
  await told.getByText('35 points, 30 before (+5)').waitFor();
  for (const name of ['Harbour Monitor', 'River Gunboat']) await told.getByText(name).first().waitFor();
  await page.keyboard.press('Escape');
  await begun.getByRole('button', { name: 'Begin the list' }).click();
  await verdict(page);

  // Units of both members are offered, and say from where they come. So do prices of options.
  const unit = (name) => page.locator('.units li', { hasText: name });
  await unit('Harbour Monitor').getByText('brought by Wessex Club rules').waitFor();
  await add(page, 'Harbour Monitor');
  await add(page, 'River Gunboat');
  assert.equal(await points(page), 110);
  await add(page, 'Tribal Class Cruiser');
  await row(page, '/squadrons/2').click();
  await page.locator('.details').getByText('+10 by Wessex Club rules, +5 in dw-2.5', { exact: true }).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'club-options');
  const before = await points(page);

  // Anna makes a unit of her own by the form, with an option, and changes it.
  await page.locator('#unit-search').fill('');
  await page.getByRole('button', { name: 'Add your own unit' }).click();
  const form = page.getByRole('dialog', { name: 'Your own unit' });
  await form.getByLabel('Name').fill('Solent Lighter');
  await form.getByLabel('Points of one model').fill('15');
  await form.getByLabel('Size').selectOption('Small');
  await form.getByRole('combobox', { name: /^Type/ }).selectOption('Naval');
  await form.getByText('Options to buy').click();
  await form.getByRole('button', { name: 'Add an option' }).click();
  await form.getByLabel('Option', { exact: true }).fill('Old Hands');
  await form.getByLabel('Points', { exact: true }).fill('5');
  await form.getByLabel('Special rule of option 1').fill('Elite Crew');
  await form.getByLabel('Special rule of option 1').press('Enter');
  await form.getByRole('button', { name: 'Without Elite Crew' }).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'club-unit');
  await form.getByRole('button', { name: 'Keep and add it' }).click();
  await row(page, '/squadrons/3').waitFor();
  assert.equal(await points(page), before + 15);
  await row(page, '/squadrons/3').click();
  await page.locator('.details').getByText('Elite Crew').first().waitFor();
  await page.locator('[data-unit=solent-lighter]').click();
  await page.getByRole('button', { name: 'Change your unit' }).click();
  const change = page.getByRole('dialog', { name: 'Change your unit' });
  await change.getByRole('button', { name: 'Without Elite Crew' }).click();
  // What is typed counts, too, if it was not added.
  await change.getByLabel('Special rule of option 1').fill('Stoic Crew');
  await change.getByLabel('Points of one model').fill('20');
  await change.getByRole('button', { name: 'Keep it' }).click();
  await page.waitForFunction(
    (sum) => document.querySelector('.total strong')?.textContent === sum,
    String(before + 20),
  );
  await row(page, '/squadrons/3').click();
  await page.locator('.details').getByText('Stoic Crew').first().waitFor();
  assert.equal(await page.locator('.details').getByText('Elite Crew').count(), 0);
  await page.getByText('Saved', { exact: true }).first().waitFor();

  // Ben changes the price of his unit in his file, and the program is started again.
  writeFileSync(units('ben'), readFileSync(units('ben'), 'utf8').replace('points: 20', 'points: 25'));
  const { port } = new URL(server.url);
  await server.stop();
  Object.assign(server, await serve(['--rulesets', folder], port));
  await page.reload();
  assert.equal(await points(page), before + 20 + 2 * 5);
  const banner = page.getByRole('status').filter({ hasText: 'River Gunboat' });
  await banner.getByText(/River Gunboat: 40 → 50/).waitFor();
  await page.close();
});
