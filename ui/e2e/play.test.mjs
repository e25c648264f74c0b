// A list in play, on a phone and on a table: what is ticked stays, every tap can be undone, and a changed list does not
// mix up what was ticked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, audit, example, open, picture, stage, stored, verdict } from './muster.mjs';

const { server, chrome, start } = stage();

const phone = { width: 400, height: 800 };
const play = async (page) => {
  await page.getByRole('link', { name: 'Play' }).click();
  await page.locator('article h2').waitFor();
};
const shown = (page) => page.locator('article h2').innerText();
const row = (page, title, model) => page.getByRole('group', { name: new RegExp(`^${title}, ${model}:`) });
const ticked = (page, title, model) => row(page, title, model).locator('[aria-pressed=true]').count();
const box = (page, title, model, number) =>
  row(page, title, model).getByRole('button', { name: `${title} ${number}`, exact: true });
const value = (page, label) => page.getByRole('textbox', { name: label, exact: true }).inputValue();

const fleet = {
  muster: 1,
  name: 'In play',
  ruleset: 'dw-2.5',
  nation: 'kingdom-of-britannia',
  mfv: 1000,
  squadrons: [
    { unit: 'ruler-class-battleship', roles: ['commodore'] },
    { unit: 'tribal-class-cruiser', models: 3 },
    { unit: 'no-such-ship', models: 2 },
  ],
};

test('boxes, counters and destroyed models are kept after a reload, and taps are undone', async () => {
  const page = await chrome.page();
  await page.setViewportSize(phone);
  await page.goto(server.url);
  await open(page, fleet);
  await verdict(page);
  assert.ok(await page.locator('.builder').evaluate((all) => all.scrollWidth <= all.clientWidth));
  await picture(page, 'phone-builder');
  await play(page);
  assert.equal(await shown(page), 'Ruler Class Battleship');
  assert.ok(await page.getByRole('button', { name: 'New game' }).isDisabled());

  await box(page, 'HP', 'Ruler Class Battleship', 3).click();
  assert.equal(await ticked(page, 'HP', 'Ruler Class Battleship'), 3);
  await box(page, 'HP', 'Ruler Class Battleship', 3).click();
  assert.equal(await ticked(page, 'HP', 'Ruler Class Battleship'), 2);
  await page.getByRole('button', { name: 'More: Markers, Ruler Class Battleship' }).click();
  await page.getByRole('button', { name: 'More: Turn' }).click();
  await page.getByRole('textbox', { name: 'Their VP' }).fill('120');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Acted', exact: true }).click();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'play-phone');

  await page.getByRole('button', { name: 'Next' }).click();
  assert.equal(await shown(page), 'Tribal Class Cruiser');
  await page.getByRole('region', { name: 'Tribal Class Cruiser 2' }).getByRole('button', { name: 'Destroyed' }).click();
  await page.getByRole('button', { name: /Tribal Class Cruiser\s*2 of 3/ }).waitFor();
  await picture(page, 'play-phone-destroyed');

  // A unit without a card has its models and markers.
  await page.keyboard.press('ArrowRight');
  assert.equal(await shown(page), 'No Such Ship');
  await box(page, 'Models', 'No Such Ship', 1).click();
  await page.getByRole('button', { name: 'More: Markers, No Such Ship' }).click();
  await page.getByText('Its statistics are not known').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'play-phone-unknown');

  await stored(page);
  await page.reload();
  await page.locator('article h2').waitFor();
  await page.getByRole('button', { name: /Tribal Class Cruiser\s*2 of 3/ }).waitFor();
  assert.equal(await ticked(page, 'HP', 'Ruler Class Battleship'), 2);
  assert.equal(await value(page, 'Markers, Ruler Class Battleship'), '1');
  assert.equal(await value(page, 'Turn'), '2');
  assert.equal(await value(page, 'Their VP'), '120');
  assert.equal(await page.getByRole('button', { name: 'Acted', exact: true }).getAttribute('aria-pressed'), 'true');

  // A new turn clears who acted.
  await page.getByRole('button', { name: 'More: Turn' }).click();
  assert.equal(await page.getByRole('button', { name: 'Acted', exact: true }).getAttribute('aria-pressed'), 'false');

  await page.getByRole('button', { name: 'New game' }).click();
  assert.equal(await ticked(page, 'HP', 'Ruler Class Battleship'), 0);
  assert.equal(await value(page, 'Turn'), '1');
  await page.getByRole('button', { name: 'Undo: New game' }).click();
  await page.getByRole('button', { name: 'Undo: Turn' }).click();
  await page.getByRole('button', { name: 'Undo: Markers of No Such Ship' }).click();
  await page.getByRole('button', { name: 'Undo: No Such Ship destroyed' }).click();
  await page.getByRole('button', { name: /No Such Ship\s*2 of 2/ }).waitFor();
  assert.equal(await ticked(page, 'HP', 'Ruler Class Battleship'), 2);
});

test('a swipe shows the next squadron, and nothing is wider than the phone', async () => {
  const page = await chrome.page();
  await page.setViewportSize(phone);
  await page.goto(server.url);
  await example(page, 'Dystopian Wars, fourth edition', /./);
  await play(page);
  const first = await shown(page);
  const swipe = (from, to) =>
    page.locator('main').evaluate(
      (main, [from, to]) => {
        const touch = (x) => [new Touch({ identifier: 1, target: main, clientX: x, clientY: 400 })];
        main.dispatchEvent(new TouchEvent('touchstart', { touches: touch(from), bubbles: true }));
        main.dispatchEvent(new TouchEvent('touchend', { changedTouches: touch(to), bubbles: true }));
      },
      [from, to],
    );
  await swipe(300, 100);
  assert.notEqual(await shown(page), first);
  await swipe(100, 300);
  assert.equal(await shown(page), first);
  await swipe(100, 130);
  assert.equal(await shown(page), first);

  for (const dark of [false, true]) {
    // Buttons change their colours slowly, unless people ask for less motion.
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    assert.deepEqual(await audit(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
    assert.ok(await page.locator('main').evaluate((main) => main.scrollWidth <= main.clientWidth));
    await picture(page, dark ? 'play-fourth-dark' : 'play-fourth');
  }
  await page.setViewportSize({ width: 1360, height: 860 });
  assert.deepEqual(await audit(page), []);
  await picture(page, 'play-table');
});

test('the game goes on with the list as it was, until the player takes the changed one', async () => {
  const page = await start();
  await open(page, fleet);
  await verdict(page);
  await play(page);
  await box(page, 'HP', 'Ruler Class Battleship', 4).click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await add(page, 'Attacker Class Frigate');
  await play(page);
  await page.getByText('The list was changed since this game began').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Attacker Class Frigate/ }).count(), 0);
  await page.getByRole('button', { name: 'Play it as it is now' }).click();
  await page.getByRole('button', { name: /^Attacker Class Frigate/ }).waitFor();
  assert.equal(await ticked(page, 'HP', 'Ruler Class Battleship'), 4);
  await page.keyboard.press('Control+z');
  await page.getByText('The list was changed since this game began').waitFor();
});

test('two windows show the same game, and a deleted list comes back with it', async () => {
  const one = await start();
  await open(one, { ...fleet, name: 'Twice' });
  await verdict(one);
  await play(one);
  const address = one.url();
  const two = await chrome.page();
  await two.goto(address);
  await two.locator('article h2').waitFor();
  await box(one, 'HP', 'Ruler Class Battleship', 3).click();
  await row(two, 'HP', 'Ruler Class Battleship').locator('[aria-pressed=true]').nth(2).waitFor();
  // What one window ticked, the other undoes.
  await two.keyboard.press('Control+z');
  await row(one, 'HP', 'Ruler Class Battleship').locator('[aria-pressed=true]').first().waitFor({ state: 'detached' });
  await box(two, 'HP', 'Ruler Class Battleship', 2).click();
  await row(one, 'HP', 'Ruler Class Battleship').locator('[aria-pressed=true]').nth(1).waitFor();
  await two.close();

  await one.goto(`${server.url}#/`);
  await one.getByRole('button', { name: 'What to do with Twice' }).click();
  await one.getByRole('menuitem', { name: 'Delete' }).click();
  const undo = one.getByRole('status').getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  // Another list that is played forgets the games of deleted lists.
  const other = await start();
  await open(other, { ...fleet, name: 'Other' });
  await verdict(other);
  await play(other);
  await other.close();
  await undo.click();
  await one.getByRole('link', { name: /^Twice/ }).click();
  await verdict(one);
  await play(one);
  await row(one, 'HP', 'Ruler Class Battleship').locator('[aria-pressed=true]').nth(1).waitFor();
  assert.equal(await ticked(one, 'HP', 'Ruler Class Battleship'), 2);
  await one.close();
});

test('the screen stays on while a game is seen, and not after it', async () => {
  const page = await chrome.page();
  await page.addInitScript(() => {
    window.locks = [];
    const request = async (kind) => {
      const lock = { kind, released: false, release: async () => void (lock.released = true) };
      window.locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const held = () => page.evaluate(() => window.locks.filter((lock) => !lock.released).map(({ kind }) => kind));
  await page.goto(server.url);
  await open(page, { ...fleet, name: 'Awake' });
  await verdict(page);
  assert.deepEqual(await held(), []);
  await play(page);
  assert.deepEqual(await held(), ['screen']);
  // A browser takes the lock from a hidden page; a page that is seen again asks anew.
  await page.evaluate(() => {
    window.locks[0].released = true;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction(() => window.locks.length === 2);
  assert.deepEqual(await held(), ['screen']);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForFunction(() => window.locks.every((lock) => lock.released));
  await page.close();
});

test('an officer who stands with five others is counted beside them', async () => {
  const page = await start();
  await example(page, 'Dystopian Legions 2.0', /Nevada Raiders/);
  await play(page);
  const chip = page.getByRole('button', { name: /^Black Wolf Raiding Party/ });
  assert.match(await chip.innerText(), /5 \+ 1 of 5 \+ 1/);
  await chip.click();
  await page.getByRole('region', { name: 'Officer' }).getByRole('button', { name: 'Destroyed' }).click();
  assert.match(await chip.innerText(), /5 \+ 0 of 5 \+ 1/);
  await page.close();
});
