// Units of one's own: by a form, by a price, by a spreadsheet. They stay after a restart of the browser.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { add, audit, begin, picture, points, row, stage, stored, verdict } from './muster.mjs';

const { server, start } = stage();
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-own-'));
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a unit of one’s own is made by a form, fielded, changed, and deleted', async () => {
  const page = await start();
  await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia', mfv: 1000 });
  await page.getByRole('button', { name: 'Add your own unit' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Kraken Class Cruiser');
  await form.getByLabel('Points of one model').fill('70');
  await form.getByLabel('At most').fill('3');
  await form.getByLabel('Size').selectOption('Medium');
  await form.getByRole('combobox', { name: /^Type/ }).selectOption('Naval');
  await form.getByText('Card: statistics').click();
  await form.getByLabel('DR', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Add a weapon' }).click();
  await form.getByLabel('Weapon', { exact: true }).fill('Gun Turret');
  await form.getByLabel('Special rule', { exact: true }).fill('Rugged Construction (1)');
  await form.getByLabel('Special rule', { exact: true }).press('Enter');
  assert.deepEqual(await audit(page), []);
  await picture(page, 'own-unit');
  // Who makes a unit wants it in the list.
  await form.getByRole('button', { name: 'Keep and add it' }).click();
  await row(page, '/squadrons/0').waitFor();
  assert.equal(await points(page), 70);
  await page.getByText('Own units: Kraken Class Cruiser').waitFor();

  // It is still there in another list after a restart.
  await stored(page);
  await page.reload();
  await verdict(page);
  await page.getByRole('link', { name: 'Your lists' }).click();
  await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia', mfv: 750 });
  await add(page, 'Kraken Class Cruiser');
  assert.equal(await points(page), 70);

  await page.locator('[data-unit=kraken-class-cruiser]').click();
  await page.getByRole('button', { name: 'Change your unit' }).click();
  // The form is filled once the program has answered.
  const figure = await form.getByLabel('DR', { exact: true }).elementHandle();
  await page.waitForFunction((field) => field.value === '5', figure);
  await form.getByLabel('Points of one model').fill('75');
  // Somebody changes the stored file while the form is open. Nothing is lost: the form offers both.
  await page.evaluate(
    () =>
      new Promise((done, failed) => {
        const opened = indexedDB.open('muster');
        opened.onsuccess = () => {
          const files = opened.result.transaction('own-units', 'readwrite').objectStore('own-units');
          files.getAll().onsuccess = ({ target }) => {
            const [file] = target.result;
            files.put({ ...file, text: file.text.replace('points: 70', 'points: 72') });
          };
          files.transaction.oncomplete = () => (opened.result.close(), done());
          files.transaction.onerror = failed;
        };
      }),
  );
  await form.getByRole('button', { name: 'Keep it' }).click();
  await form
    .getByRole('alert')
    .getByText(/was changed in the file in the meantime/)
    .waitFor();
  assert.deepEqual(await audit(page), []);
  await form.getByRole('button', { name: 'Take what the file says' }).click();
  const price = await form.getByLabel('Points of one model').elementHandle();
  await page.waitForFunction((field) => field.value === '72', price);
  await form.getByLabel('Points of one model').fill('75');
  await form.getByRole('button', { name: 'Keep it' }).click();
  await page.waitForFunction(() => document.querySelector('.total strong')?.textContent === '75');
  await picture(page, 'own-unit-kept');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.waitForFunction(() => !document.querySelector('[data-unit=kraken-class-cruiser]'));
  await page
    .locator('.problems')
    .getByText(/the unit is unknown/)
    .first()
    .waitFor({ state: 'attached' });
});

test('a price that is not known is stated once, and a spreadsheet with wrong cells tells each', async () => {
  const page = await start();
  await begin(page, { game: /Dystopian Wars 1\.1/, nation: 'Empire of the Blazing Sun', mfv: 500 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Spreadsheet to fill in' }).click(),
  ]);
  const template = readFileSync(await download.path(), 'utf8');
  const columns = template.trim().split('\n').at(-1).trim().split(',');
  const row = (cells) => columns.map((column) => cells[column] ?? '').join(',');
  const drop = async (name, ...rows) => {
    const path = join(folder, name);
    writeFileSync(path, `${template}${rows.map(row).join('\n')}\n`);
    const text = readFileSync(path, 'utf8');
    await page.evaluate(
      ([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name, { type: 'text/csv' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
    return page.getByRole('dialog');
  };
  const wrong = await drop('wrong.csv', { name: 'Squid', size: 'Enormous', points: 'ten' });
  assert.match(
    await wrong.getByRole('alert').innerText(),
    /column `size`[^]*column `points`|column `points`[^]*column `size`/,
  );
  await picture(page, 'own-units-wrong');
  await wrong.getByRole('button', { name: 'Close' }).click();

  const good = await drop('club.csv', { name: 'Mechanical Squid', size: 'Large' });
  await good.getByText('1 unit: Mechanical Squid').waitFor();
  assert.deepEqual(await audit(page), []);
  await good.getByRole('button', { name: 'Keep them' }).click();
  await page.locator('[data-unit=mechanical-squid]').click();
  await page.getByLabel('Points of one model, if you know them').fill('100');
  await page.getByRole('button', { name: 'Keep the price' }).click();
  await page.getByText('100 points by you').waitFor();
  await add(page, 'Mechanical Squid');
  assert.equal(await points(page), 100);

  await page.goto(`${server.url}#/settings`);
  await page.getByText('club.csv').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'own-units-settings');
  await page.getByRole('button', { name: 'Without club.csv' }).click();
  await page.getByText('club.csv').waitFor({ state: 'detached' });
});
