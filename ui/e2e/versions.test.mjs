// Old lists with newer data: changes are shown, and a list can keep the version it was made with.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { add, audit, begin, picture, points, serve, stage, verdict } from './muster.mjs';

const UNIT = 'Ika Mechanical Squid';
const folder = mkdtempSync(join(tmpdir(), 'muster-versions-'));
const rulesets = join(import.meta.dirname, '../../rulesets');
const { server, start } = stage();
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Serves at the same address with an additional ruleset version, in which the unit has another price. */
async function renew(version, price) {
  const copy = join(folder, version, 'dw-1.1/1');
  cpSync(join(rulesets, 'dw-1.1/1'), copy, { recursive: true });
  const change = (file, from, to) => {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    assert.match(text, from);
    writeFileSync(path, text.replace(from, to));
  };
  change('ruleset.yaml', /^version: .*$/m, `version: ${version}`);
  change(
    'catalogue/empire-of-the-blazing-sun.yaml',
    new RegExp(`(name: ${UNIT}\\n(?:    .*\\n)*?    points: )\\d+`),
    `$1${price}`,
  );
  change('rules/dw11-core-force.yaml', /^title: .*$/m, `title: The core of version ${version}`);
  const { port } = new URL(server.url);
  await server.stop();
  Object.assign(server, await serve(['--rulesets', join(folder, version)], port));
}

test('newer data are announced, and a list can keep its older version', async () => {
  const page = await start();
  await begin(page, { game: /Dystopian Wars 1\.1/, nation: 'Empire of the Blazing Sun', mfv: 500 });
  await add(page, UNIT);
  const old = await points(page);
  await page.getByText('Saved', { exact: true }).waitFor();

  await renew('1.7.0', old + 15);
  const list = page.url();
  await page.goto(server.url);
  // The start screen judges lists by the data as they are now, and what changed is still told when the list is opened.
  await page.getByRole('link', { name: new RegExp(`^Empire of the Blazing Sun 500 ${old + 15} of 500`) }).waitFor();
  await page.goto(list);
  await page.reload();
  const banner = page.getByRole('status').filter({ hasText: 'Newer data' });
  await banner.waitFor();
  assert.match(await banner.innerText(), new RegExp(`${UNIT}: ${old} → ${old + 15}`));
  assert.equal(await points(page), old + 15);
  await picture(page, 'newer-data');
  await banner.getByRole('button', { name: /^Stay with/ }).click();
  await page.waitForFunction((sum) => document.querySelector('.total strong').textContent === String(sum), old);
  assert.equal(await points(page), old);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.close();
});

test('a list that names an older version shows the verdict of the newest one', async () => {
  await renew('2.0.0', 999);
  const page = await start();
  await page.locator('.entry').first().click();
  await verdict(page);
  const banner = page.getByRole('status').filter({ hasText: 'is installed' });
  await banner.waitFor();
  assert.match(await banner.innerText(), /2\.0\.0 is installed.*Illegal.*999/is);
  await picture(page, 'newer-version');

  // A rule is explained by the version that judged the list.
  const explained = page.getByRole('dialog');
  await page.locator('[data-rule=dw11-core-force]').first().getByRole('button', { name: 'See the rule' }).click();
  await explained.getByText('dw11-core-force', { exact: true }).waitFor();
  assert.doesNotMatch(await explained.innerText(), /2\.0\.0/);
  await explained.getByRole('button', { name: 'Close' }).click();
  await banner.getByRole('button', { name: 'Bring to the newest version' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Ika Mechanical Squid: 999 points instead of \d+/).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'newest-version');

  // The list is brought there in one step that can be undone, and a copy stays as it was.
  await dialog.getByRole('checkbox', { name: /^Keep the list/ }).check();
  const old = await points(page);
  await dialog.getByRole('button', { name: 'Bring it to 2.0.0' }).click();
  await page.waitForFunction(() => document.querySelector('.total strong').textContent === '999');
  assert.equal(await verdict(page), 'Illegal');
  await page.locator('[data-rule=dw11-core-force]').first().getByRole('button', { name: 'See the rule' }).click();
  await explained.getByRole('heading', { name: 'The core of version 2.0.0' }).waitFor();
  await explained.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Undo: Bring to version/ }).click();
  await page.waitForFunction((old) => document.querySelector('.total strong').textContent === String(old), old);
  await page.getByRole('link', { name: 'Game & list' }).click();
  await page.getByRole('button', { name: 'Bring to the newest version' }).click();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('link', { name: 'Your lists' }).click();
  await page.locator('.entry', { hasText: /\(\d+\.\d+\.\d+\)/ }).waitFor();
  await page.close();
});
