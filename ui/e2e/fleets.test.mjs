// Builds a legal fleet of each game from nothing by clicks and keys, downloads it, and judges it again with the command
// line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, fleets } from './fleets.mjs';
import { add, begin, picture, points, stage, verdict } from './muster.mjs';

const root = join(import.meta.dirname, '../..');
const { server, chrome } = stage(fleets.flatMap(({ own }) => (own ? ['--units', join(root, own)] : [])));

const begins = (text) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);

/** The moves of a person in this browser. A click waits until its target is visible, and fails if it never is. */
function handsAt(page) {
  const details = page.locator('.details-pane');
  return {
    begin: (fleet) => begin(page, fleet),
    add: (unit) => add(page, unit),
    select: async (at) => {
      await page.locator(`[data-at="${at}"] .main`).first().click();
      await verdict(page);
    },
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    attach: async (name) => {
      await page.getByRole('button', { name: 'Attach …', exact: true }).click();
      await page.getByRole('menuitem', { name: begins(name) }).click();
      await verdict(page);
    },
    tick: (name) =>
      details
        .getByRole('radio', { name: begins(name) })
        .or(details.getByRole('checkbox', { name: begins(name) }))
        .first()
        .check(),
    choose: (label, option) =>
      details.getByRole('combobox', { name: new RegExp(label, 'i') }).selectOption({ label: option }),
    type: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    count: async (label, number) => {
      const stepper = details.getByRole('group', { name: label, exact: true }).first();
      const now = async () => Number(await stepper.locator('output').innerText());
      for (let at = await now(); at !== number; at += Math.sign(number - at)) {
        await stepper.getByRole('button', { name: at < number ? /^One more/ : /^One fewer/ }).click();
        await verdict(page);
      }
    },
  };
}

for (const fleet of fleets) {
  test(`${fleet.game}, from nothing`, async () => {
    const page = await chrome.page();
    await page.goto(server.url);
    await build(handsAt(page), fleet);
    await picture(page, `built-${fleet.ruleset}`);
    assert.equal(await verdict(page), 'Legal', await page.locator('.problems').innerText());
    assert.equal(await points(page), fleet.points);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    const judged = execFileSync(
      process.env.MUSTER_BIN,
      ['check', ...(fleet.own ? ['--units', join(root, fleet.own)] : []), '--format', 'json', '-'],
      {
        input: await download
          .createReadStream()
          .then((stream) => stream.toArray())
          .then((parts) => Buffer.concat(parts)),
      },
    );
    const [report] = JSON.parse(judged).reports;
    assert.deepEqual([report.verdict, report.points, report.name], ['legal', fleet.points, fleet.name]);
    await page.close();
  });
}
