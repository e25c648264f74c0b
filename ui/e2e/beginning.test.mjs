// The first minutes of a new list: what is still to do is no error, units are added by the shortest way, and the focus
// stays where the next key is wanted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, begin, open, picture, row, rows, stage, verdict } from './muster.mjs';

const { start } = stage();

const game = { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia', mfv: 1000 };
const finished = (page) => page.getByRole('checkbox', { name: /This list is finished/ });
const tones = (page) =>
  page.locator('.problems > ul > .finding [class^=tone-]').evaluateAll((all) => all.map((one) => one.classList[0]));

test('what a new list lacks is to do, until the list is said to be finished', async () => {
  const page = await start();
  await begin(page, game);
  assert.equal(await verdict(page), 'Empty');
  // The search for units waits for the first words.
  await page.waitForFunction(() => document.activeElement?.id === 'unit-search');
  assert.deepEqual([...new Set(await tones(page))], ['tone-to-do']);

  // A click leads to the place where it is done.
  await page.locator('.problems [data-rule="main-share"] .message').click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'unit-search');
  await page.locator('.problems [data-rule="core-type"] .message').click();
  await page.waitForFunction(() => document.activeElement?.closest('[data-field="/settings/core"]'));
  await page.getByRole('link', { name: 'Fleet' }).click();

  await add(page, 'Ruler Class Battleship');
  assert.equal(await verdict(page), 'To do');
  await picture(page, 'to-do');
  // The first possible flagship is the flagship.
  assert.equal(await page.locator('.problems [data-rule="commodore-required"]').count(), 0);
  await row(page, '/squadrons/0').getByText('Commodore').waitFor();

  await finished(page).check();
  assert.equal(await verdict(page), 'Illegal');
  assert.deepEqual([...new Set(await tones(page))], ['tone-error']);
  await page.getByText(/^Saved/).waitFor();
  await page.reload();
  assert.equal(await verdict(page), 'Illegal');
  await finished(page).uncheck();
  assert.equal(await verdict(page), 'To do');

  // Too much is an error at once.
  for (let n = 0; n < 3; n++) await add(page, 'Ruler Class Battleship');
  assert.equal(await verdict(page), 'Illegal');
  assert.equal(await page.locator('.list .mark').count(), 0, 'a limit of the whole list marks no squadron');
  await page.getByRole('link', { name: 'Your lists' }).click();
  await page.locator('a.entry').first().getByText('Illegal').waitFor();
  await page.close();
});

test('units are grouped, and added by Enter and by a double click', async () => {
  const page = await start();
  await begin(page, game);
  await page.locator('.shelves h2', { hasText: 'Does not fit now' }).waitFor();
  const heads = await page.locator('.shelves :is(h2, h3)').allInnerTexts();
  assert.deepEqual(
    heads.map((text) => text.replace(/\s*\d+$/, '')),
    [
      'Needed first',
      'The list marks no flagship',
      'Fits as well',
      'Massive',
      'Medium',
      'Small',
      'Others',
      'Fixed mixes',
      'Does not fit now',
      'Only with others',
    ],
  );
  const search = page.locator('#unit-search');
  await search.fill('Ruler');
  await search.press('Enter');
  await verdict(page);
  assert.deepEqual(await rows(page), ['Ruler Class Battleship']);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'unit-search');
  await search.pressSequentially('Tribal');
  assert.equal(await search.inputValue(), 'Tribal', 'the next word replaces the last one');
  await page.locator('[data-unit="tribal-class-cruiser"]').dblclick();
  await verdict(page);
  assert.deepEqual(await rows(page), ['Ruler Class Battleship', 'Tribal Class Cruiser']);
  await page.locator('.details-pane .editor h2', { hasText: 'Tribal Class Cruiser' }).waitFor();

  // The details begin at their top, and a menu leaves the focus in the list.
  await page.locator('.looked-at').evaluate((pane) => pane.scrollTo(0, 9999));
  await row(page, '/squadrons/0').click();
  assert.equal(await page.locator('.looked-at').evaluate((pane) => pane.scrollTop), 0);
  await page.getByRole('button', { name: 'What to do with Tribal Class Cruiser' }).click();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  await page.waitForFunction(() => document.activeElement?.closest('[data-at="/squadrons/0"]'));

  // The nation that was used last is chosen.
  await page.getByRole('link', { name: 'Your lists' }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  const nation = page.getByRole('group', { name: 'Nation' }).getByRole('radio', { checked: true });
  await nation.waitFor();
  assert.equal(await nation.inputValue(), 'kingdom-of-britannia');
  await page.close();
});

test('only the squadron that breaks a rule is marked, and waived rules are named beside the verdict', async () => {
  const page = await start();
  await open(page, {
    muster: 1,
    name: 'Marks',
    ruleset: 'dw-2.5',
    nation: 'kingdom-of-britannia',
    mfv: 1000,
    consents: ['allies-one-block'],
    squadrons: [
      { unit: 'ruler-class-battleship', roles: ['commodore'] },
      { unit: 'attacker-class-frigate', models: 9 },
    ],
  });
  assert.equal(await verdict(page), 'Illegal');
  assert.equal(await page.locator('[data-at="/squadrons/1"] .mark').count(), 1);
  assert.equal(await page.locator('.list .mark').count(), 1);
  assert.match(await page.locator('.bar .terms').first().innerText(), /^\s*Waived rule: \S+ \S+/);
  await page
    .locator('.finding[data-rule="squadron-size"]')
    .first()
    .getByRole('button', { name: 'See the rule' })
    .click();
  assert.doesNotMatch(await page.getByRole('dialog').getByRole('heading').first().innerText(), /squadron-size/);
  await page.close();
});
