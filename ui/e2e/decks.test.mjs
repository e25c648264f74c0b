// Decks: cards are stated once and offered later, a deck may be filled with cards that are not named, and a card of
// which the kind is not known is one question.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, example, picture, stage, verdict } from './muster.mjs';

const { start } = stage();

const channel = async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await page.getByRole('link', { name: 'Cards & traits' }).click();
  const deck = page.locator('[data-field="/decks/tacs"]');
  await deck.getByRole('button', { name: 'Choose cards' }).click();
  await deck.getByText('16 missing', { exact: true }).waitFor();
  return { page, deck };
};
const state = async (deck, name, kind, cost) => {
  await deck.getByLabel('Name').fill(name);
  await deck.getByRole('combobox', { name: 'Type of card', exact: true }).selectOption(kind);
  await deck.locator('form').getByLabel('VP').fill(String(cost));
  await deck.getByRole('button', { name: 'Add', exact: true }).click();
};

test('a legal deck takes a click, and a stated card is offered in the next list', async () => {
  const { page, deck } = await channel();
  await state(deck, 'Smoke Screen', 'Generic', 20);
  await deck.getByText('15 missing', { exact: true }).waitFor();
  // The form keeps the kind and waits for the next name.
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'card');
  const kind = deck.getByRole('combobox', { name: 'Type of card', exact: true });
  await page.waitForFunction((select) => select.value === 'generic', await kind.elementHandle());
  assert.deepEqual(await audit(page), []);
  await picture(page, 'deck-missing');
  await deck.getByRole('button', { name: '15 × Generic, not named' }).click();
  await deck.getByText('missing').first().waitFor({ state: 'detached' });
  assert.equal(await verdict(page), 'Legal');
  await deck.getByText('Generic 15', { exact: true }).waitFor();
  await page.close();

  const next = await channel();
  await next.deck.getByLabel('Name').fill('smoke');
  assert.equal(await next.deck.getByRole('button', { name: /^Add ./ }).count(), 1);
  await next.deck.getByRole('button', { name: 'Add Smoke Screen' }).click();
  assert.match(await next.deck.locator('.cards li').first().innerText(), /Smoke Screen[^]*Generic[^]*20/);
  await next.page.setViewportSize({ width: 400, height: 800 });
  assert.deepEqual(await audit(next.page), []);
  await picture(next.page, 'deck-phone');
  await next.deck.getByRole('button', { name: 'Forget Smoke Screen' }).click();
  await next.deck.getByRole('button', { name: 'Add Smoke Screen' }).waitFor({ state: 'detached' });
  await next.page.close();
});

test('a card of which the kind is not known is one question, asked once', async () => {
  const { page, deck } = await channel();
  await deck.getByRole('button', { name: 'Add Tally Ho!' }).click();
  await deck.getByText('Type of card not known, and 4 rules wait for it').waitFor();
  assert.deepEqual(
    await deck.locator('.findings [data-rule]').evaluateAll((all) => all.map((one) => one.dataset.rule)),
    ['tac-16'],
  );
  assert.deepEqual(await audit(page), []);
  await picture(page, 'deck-question');
  assert.match(await page.locator('.stamp').innerText(), /1 thing not known/);
  await deck.getByRole('combobox', { name: 'Type of card of Tally Ho!' }).selectOption('Generic');
  await deck.getByText('rules wait for it').waitFor({ state: 'detached' });
  await deck.getByRole('button', { name: '15 × Generic, not named' }).click();
  await deck.getByText('missing').first().waitFor({ state: 'detached' });
  assert.equal(await verdict(page), 'Legal');
  await page.close();

  const next = await channel();
  await next.deck.getByRole('button', { name: 'Add Tally Ho!' }).click();
  await next.deck.getByText('15 missing', { exact: true }).waitFor();
  assert.equal(await next.deck.getByText('not known').count(), 0);
});
