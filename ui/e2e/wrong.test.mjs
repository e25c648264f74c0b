// A verdict that somebody thinks is wrong: one file with all that judged the list, and nothing else of the person.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, example, open, picture, stage, verdict } from './muster.mjs';

const { start } = stage();
const { MUSTER_BIN: BIN } = process.env;

/** Says what has become of the file. */
function become(path) {
  const to = join(tmpdir(), `case-${process.pid}.yaml`);
  writeFileSync(to, readFileSync(path));
  try {
    return execFileSync(BIN, ['report', to], { encoding: 'utf8' });
  } catch (ended) {
    // It is not as the person expected.
    assert.equal(ended.status, 1, ended.stderr);
    return ended.stdout;
  }
}

async function saved(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the file' }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

test('a wrong verdict is saved as one file, which the program judges again', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await verdict(page);
  await page.locator('#problems').getByRole('button', { name: 'This verdict is wrong' }).last().click();
  const sheet = page.getByRole('dialog', { name: 'This verdict is wrong' });
  await sheet.waitFor();
  assert.ok(await sheet.getByRole('button', { name: 'Download the file' }).isDisabled());
  await sheet.getByLabel('The list should be').selectOption('illegal');
  await sheet.getByLabel('Page of the book that shows it').fill('19');
  await sheet.getByLabel('Why').fill('Too many cruisers');
  await audit(page, 'a wrong verdict');
  await picture(page, 'wrong');
  const { name, path } = await saved(page);
  assert.equal(name, 'case-dw-2.5-legal.yaml');
  const text = readFileSync(path, 'utf8');
  assert.match(text, /Too many cruisers/);
  assert.doesNotMatch(text, /Channel Patrol/);
  assert.match(
    become(path),
    /^as told: [^]*the rules by which it was told[^]*expected \(page 19\): illegal; so it is not/,
  );
  await sheet.waitFor({ state: 'detached' });
  await page.close();
});

test('a finding that should not be told is named in the file', async () => {
  const page = await start();
  const squadrons = [
    { unit: 'attacker-class-frigate', models: 1 },
    { unit: 'attacker-class-frigate', models: 1 },
  ];
  await open(page, { muster: 1, ruleset: 'dw-2.5', nation: 'kingdom-of-britannia', mfv: 1000, squadrons });
  // What is still to do is no verdict yet.
  await page.getByRole('checkbox', { name: /This list is finished/ }).check();
  await verdict(page);
  const finding = page.locator('#problems [data-rule=squadron-size]').last();
  const words = await finding.locator('.message').innerText();
  await finding.getByRole('button', { name: 'This verdict is wrong' }).click();
  const sheet = page.getByRole('dialog', { name: 'This verdict is wrong' });
  assert.equal(await sheet.locator('.quoted').innerText(), words);
  const { path } = await saved(page);
  assert.match(readFileSync(path, 'utf8'), /^about: \{rule: squadron-size, at: \["\/squadrons\/1\/models"\]\}$/m);
  assert.match(become(path), /^as told: [^]*expected: no: squadron-size; so it is not/);
  await page.close();
});
