// Two windows with one list: each notices the other, and neither silently overwrites the other's edits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, begin, points, rows, stage, verdict } from './muster.mjs';

const { chrome, start } = stage();

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
