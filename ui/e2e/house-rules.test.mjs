// A list under an event or house rules: chosen in the builder, shown with what it changes, and kept with the list.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, begin, choose, example, picture, points, row, stage, stored, verdict } from './muster.mjs';

const WESSEX = readFileSync(join(import.meta.dirname, '../../examples/submissions/wessex-house-rules.yaml'), 'utf8');
/** The same with a limit that is wider, and with a price that breaks another. */
const DEAR = `${WESSEX.replace('prices:\n', 'prices:\n  ruler-class-battleship: 400\n')}rules:
  - id: cap-medium
    clauses:
      - {limit: {of: {points: {is: sized, size: medium}}, max: {percent: [70, mfv]}}, subject: Medium models}
`;
const { start } = stage();

/** Drops a file on the window. */
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

test('a list is put under house rules, says what comes from them, and keeps them', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  assert.equal(await points(page), 980);

  // The events of the game are offered, and a file that is dropped.
  await page.getByRole('link', { name: 'Game & list' }).click();
  const field = page.getByRole('combobox', { name: /^Event/ });
  await field.locator('option', { hasText: 'The Channel Cup 2026' }).waitFor({ state: 'attached' });
  await drop(page, 'wessex.yaml', DEAR);
  await page.getByText('Judged under Wessex Club rules 2026').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.total strong').textContent === '1450');
  assert.equal(await field.evaluate((select) => select.selectedOptions[0].textContent), 'Wessex Club rules 2026');
  assert.equal(await verdict(page), 'Illegal');
  assert.deepEqual(await audit(page), []);
  await picture(page, 'house-rules');
  await page.getByRole('button', { name: 'What it changes' }).click();
  await page.getByRole('dialog').getByText('35 points, 30 before (+5)').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  // Units, squadrons, limits and problems say what comes from them.
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  const told = '35 by Wessex Club rules 2026, 30 in dw-2.5';
  await page.locator('.units li', { hasText: 'Attacker Class Frigate' }).getByText(told).waitFor();
  await page
    .locator('.units li', { hasText: 'Majesty' })
    .getByText(/banned by Wessex Club rules 2026/)
    .waitFor();
  await row(page, '/squadrons/4').getByText(told).waitFor();
  await page.getByText('changed by Wessex Club rules 2026').first().waitFor();
  await page.locator('.problems [data-rule=cap-large]').getByText('from Wessex Club rules 2026').waitFor();
  await page.locator('[data-unit=attacker-class-frigate]').click();
  await page.locator('.details').getByText(told).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'house-rules-origins');

  // They stay with the list, and another list may have them too.
  await stored(page);
  await page.reload();
  assert.equal(await points(page), 1450);
  await page.getByRole('link', { name: 'Your lists' }).click();
  await example(page, 'Dystopian Wars 2.5', /Rhine Guard/);
  await page.getByRole('link', { name: 'Game & list' }).click();
  await field.selectOption({ label: 'Wessex Club rules 2026' });
  await page.locator('header').getByText('judged under Wessex Club rules 2026').waitFor();
  await field.selectOption({ label: 'none' });
  await page.locator('header').getByText('judged under Wessex Club rules 2026').waitFor({ state: 'detached' });
  await page.close();
});

test('a new list begins under house rules', async () => {
  const page = await start();
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New list' });
  await choose(dialog, { game: 'Dystopian Wars 2.5', nation: 'Kingdom of Britannia' });
  const field = dialog.getByRole('combobox', { name: /^Event/, disabled: false });
  const chosen = () => field.evaluate((select) => select.selectedOptions[0].textContent);

  // A faulty file is told, and nothing is chosen.
  const bring = async (text) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      field.selectOption({ label: 'a file of your own …' }),
    ]);
    await chooser.setFiles({ name: 'new.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  };
  await bring(WESSEX.replace('attacker-class-frigate', 'atacker-class-frigate'));
  await page.getByText(/new\.yaml, line \d+: /).waitFor();
  assert.equal(await chosen(), 'none');
  await bring(WESSEX);
  await dialog.locator('option:checked', { hasText: 'Wessex Club rules 2026' }).waitFor({ state: 'attached' });
  assert.equal(await chosen(), 'Wessex Club rules 2026');
  assert.deepEqual(await audit(page), []);
  await picture(page, 'house-rules-new');

  // What it changes is told over the dialog, which stays.
  await dialog.getByRole('button', { name: 'What it changes' }).click();
  await page.getByText('35 points, 30 before (+5)').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('35 points, 30 before (+5)').waitFor({ state: 'detached' });

  // Another game has events of its own.
  await dialog.getByRole('radio', { name: 'Dystopian Wars 1.1' }).check();
  assert.equal(await chosen(), 'none');
  await choose(dialog, { game: 'Dystopian Wars 2.5', nation: 'Kingdom of Britannia' });
  await field.selectOption({ label: 'Wessex Club rules 2026' });
  await dialog.getByRole('button', { name: 'Begin the list' }).click();
  await verdict(page);

  await page.locator('header').getByText('judged under Wessex Club rules 2026').waitFor();
  const unit = (name) => page.locator('.units li', { hasText: name });
  await unit('Attacker Class Frigate').getByText('35 by Wessex Club rules 2026, 30 in dw-2.5').waitFor();
  await unit('Majesty')
    .getByText(/banned by Wessex Club rules 2026/)
    .waitFor();
  await stored(page);
  await page.reload();
  await page.locator('header').getByText('judged under Wessex Club rules 2026').waitFor();
  await page.close();
});

test('a slot of a group says which house rules change its number', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars, fourth edition', /Channel Guard/);
  const slot = (name) => page.locator('.chart li', { hasText: name });
  await slot('Patrol 2 of 1-3').waitFor();
  assert.equal(await page.getByText('changed by Wide Seas').count(), 0);
  await drop(
    page,
    'wide.yaml',
    `muster: 1
kind: overlay
id: wide
name: Wide Seas
extends: dw-4
rules:
  - id: g4-fleet-patrol
    clauses:
      - each: group
        where: {group: crown-faction-battlefleet}
        limit: {of: {squadrons: {slot: patrol}}, min: 1, max: 5}
        subject: {one: Patrol unit, many: Patrol units}
`,
  );
  await slot('Patrol 2 of 1-5').getByText('changed by Wide Seas').waitFor();
  assert.equal(await page.locator('.chart').getByText('changed by Wide Seas').count(), 1);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'house-rules-slots');
  await page.close();
});

test('a faulty file and one of another game change nothing', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await drop(page, 'faulty.yaml', WESSEX.replace('attacker-class-frigate', 'atacker-class-frigate'));
  await page.getByText(/faulty\.yaml, line \d+: /).waitFor();
  await drop(
    page,
    'other.yaml',
    'muster: 1\nkind: overlay\nid: other\nname: Other\nextends: dw-1.1\ndeadline: 2026-12-01\n',
  );
  await page.getByText('Other is not about Dystopian Wars 2.5').waitFor();
  assert.equal(await points(page), 980);

  // A game without events offers only a file.
  await page.getByRole('link', { name: 'Your lists' }).click();
  await begin(page, { game: /Dystopian Wars 1\.1/, nation: 'Empire of the Blazing Sun', mfv: 500 });
  await page.getByRole('link', { name: 'Game & list' }).click();
  await page.getByRole('combobox', { name: /^Event/, disabled: false }).waitFor();
  assert.deepEqual(
    await page
      .getByRole('combobox', { name: /^Event/ })
      .locator('option')
      .allInnerTexts(),
    ['none', 'a file of your own …'],
  );
  await page.close();
});

test('a list is handed in sealed, where the event states a key', async () => {
  const page = await start();
  await example(page, 'Dystopian Wars 2.5', /Channel Patrol/);
  await drop(page, 'wessex.yaml', `${WESSEX}key: age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj\n`);
  await page.getByText('Judged under Wessex Club rules 2026').first().waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.locator('option', { hasText: 'Hand in' }).waitFor({ state: 'attached' });
  await dialog.getByLabel('As').selectOption({ label: 'Hand in' });
  await dialog.getByText('only its organiser can open the file').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'hand-in');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the sealed list' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.muster$/);
  const file = readFileSync(await download.path());
  assert.ok(file.toString('latin1').startsWith('age-encryption.org/v1\n'));
  await dialog.getByText('You cannot open it yourself').waitFor();
  if (process.env.MUSTER_BIN) {
    const folder = mkdtempSync(join(tmpdir(), 'muster-sealed-'));
    try {
      writeFileSync(
        join(folder, 'key'),
        'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n',
      );
      writeFileSync(join(folder, 'list.muster'), file);
      const args = ['show', join(folder, 'list.muster'), '--key', join(folder, 'key')];
      assert.match(spawnSync(process.env.MUSTER_BIN, args, { encoding: 'utf8' }).stdout, /Channel Patrol/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
});
