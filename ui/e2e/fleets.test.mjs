// Builds a legal fleet of each game from nothing by clicks and keys, downloads it, and judges it again with the command
// line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, fleets } from './fleets.mjs';
import { handsAt } from './hands-at.mjs';
import { picture, points, stage, verdict } from './muster.mjs';

const root = join(import.meta.dirname, '../..');
const { server, chrome } = stage(fleets.flatMap(({ own }) => (own ? ['--units', join(root, own)] : [])));

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
