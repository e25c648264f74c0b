// Two windows with one list: each notices the other, and neither silently overwrites the other's edits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stored as readStorage } from './kept-lists.mjs';
import { add, begin, points, row, rows, stage, stored, verdict } from './muster.mjs';

const { server, chrome, start } = stage();

const listsOf = (page) => page.evaluate(readStorage);

/** Holds back the page's delayed timers until `release` is called. */
const hold = (page) =>
  page.evaluate(() => {
    const later = window.setTimeout;
    const held = [];
    window.setTimeout = (act, wait = 0, ...rest) => (wait > 0 ? held.push(act) : later(act, wait, ...rest));
    window.release = () => {
      window.setTimeout = later;
      for (const act of held) act();
    };
  });

test('another window with the same list is noticed, is updated, and is never overwritten', async () => {
  const one = await start();
  await begin(one, { game: /Dystopian Wars 2\.5/, nation: 'Prussian Empire' });
  const two = await chrome.page();
  await two.goto(one.url());
  await verdict(two);
  await two.getByText('open in another window, too').waitFor();
  await one.getByText('open in another window, too').waitFor();

  // If a window has nothing unsaved, it shows what the other writes.
  const unit = await one.locator('[data-unit] .name').first().innerText();
  await add(one, unit);
  await two.getByText('updated here').waitFor();
  assert.deepEqual(await rows(two), [unit]);
  assert.equal(await points(two), await points(one));

  // Both edit at once. The later one does not store its list until somebody chooses.
  await one.evaluate(() => document.querySelector('[data-at] .main').focus());
  await two.evaluate(() => document.querySelector('[data-at] .main').focus());
  // Neither writes before both have edited, however slow the machine is.
  await Promise.all([one, two].map(hold));
  await Promise.all([one.keyboard.press('Control+d'), two.keyboard.press('Delete')]);
  await Promise.all([one, two].map((page) => page.evaluate(() => window.release())));
  const conflict = (page) => page.getByText('This list was changed in another window');
  const loser = await Promise.any(
    [one, two].map((page) =>
      conflict(page)
        .waitFor()
        .then(() => page),
    ),
  );
  const winner = loser === one ? two : one;
  // The other window has written its edit.
  await winner.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await conflict(winner).count(), 0);
  const mine = await rows(loser);
  const theirs = await rows(winner);
  assert.notDeepEqual(mine, theirs);
  // Until then nothing is undone either.
  await loser.keyboard.press('Control+z');
  await loser.getByText('Nothing to undo').waitFor();
  assert.equal(await loser.getByRole('button', { name: 'Undo', exact: true }).isDisabled(), true);
  assert.deepEqual(await rows(loser), mine);
  await loser.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await loser.waitForFunction((old) => location.href !== old, winner.url());
  await verdict(loser);
  assert.deepEqual(await rows(loser), mine);
  await winner.reload();
  await verdict(winner);
  assert.deepEqual(await rows(winner), theirs);
  await one.close();
  await two.close();
});

test('another window with the same sheet is noticed, is updated, and is never overwritten', async () => {
  const one = await start();
  await one.getByRole('button', { name: 'New sheet' }).click();
  const dialog = one.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the sheet' }).fill('War');
  await dialog.getByRole('button', { name: 'Begin the sheet' }).click();
  const player = (page) => page.getByRole('textbox', { name: 'Player' });
  await player(one).waitFor();
  const two = await chrome.page();
  await two.goto(one.url());
  await one.getByText('This sheet is open in another window, too').waitFor();

  await player(one).fill('Dave');
  await two.getByText('updated here').waitFor();
  assert.equal(await player(two).inputValue(), 'Dave');

  // An edit that the other window has not seen is a conflict there at once, and not only with its next edit.
  await hold(two);
  await player(two).fill('Eve');
  await player(one).fill('Adam');
  await two.getByText('This sheet was changed in another window').waitFor();
  await two.getByRole('button', { name: 'Take the other’s' }).click();
  await two.waitForFunction(() => document.querySelector('.fields input').value === 'Adam');
  await one.close();
  await two.close();
});

test('windows that only show a list do not change it, and leave no copies of it', async () => {
  const one = await start();
  await begin(one, { game: /Dystopian Wars 2\.5/, nation: 'Empire of the Blazing Sun' });
  await add(one, await one.locator('[data-unit] .name').first().innerText());
  await stored(one);
  const two = await chrome.page();
  await two.goto(one.url());
  await verdict(two);
  await row(two, '/squadrons/0').click();
  // A window that is hidden, and one that goes, write nothing that the other would have to take over.
  await two.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pagehide'));
  });
  await stored(two);
  await two.close();
  const lists = await listsOf(one);
  await one.goto(`${server.url}#/`);
  await one.getByRole('button', { name: 'New list' }).waitFor();
  await stored(one);
  await one.reload();
  await one.getByRole('button', { name: 'New list' }).waitFor();
  assert.deepEqual(await listsOf(one), lists);
  await one.close();
});

test('a list that is left and opened again at once has its last edit, and goes on without a conflict', async () => {
  const page = await start();
  await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Prussian Empire' });
  await add(page, await page.locator('[data-unit] .name').first().innerText());
  await stored(page);
  const lists = await listsOf(page);
  for (let count = 1; count < 5; count++) {
    await row(page, '/squadrons/0').focus();
    await page.keyboard.press('Control+d');
    const list = page.url().replace(/^[^#]*/, '');
    await page.evaluate(async (list) => {
      location.hash = '#/';
      await new Promise((done) => setTimeout(done));
      location.hash = list;
    }, list);
    await page.waitForFunction((most) => document.querySelectorAll('[data-at] .main').length > most, count);
    await verdict(page);
    assert.equal((await rows(page)).length, count + 1);
  }
  await stored(page);
  assert.deepEqual(
    (await listsOf(page)).map(({ id }) => id),
    lists.map(({ id }) => id),
  );
  assert.equal(await page.getByText('This list was changed in another window').count(), 0);
  await page.close();
});
