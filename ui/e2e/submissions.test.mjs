// The screen for organisers: what players handed in is dropped, judged under an event, corrected and answered.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, test } from 'node:test';
import { add, audit, picture, stage, stored, verdict } from './muster.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'examples/submissions');
const EVENT = join(root, 'examples/events/channel-cup-2026.yaml');
const CUP = 'The Channel Cup 2026';
const { server, chrome } = stage();

// A page that a failed test leaves open would keep its data.
afterEach(async () => {
  const [, ...pages] = chrome.context.pages();
  for (const page of pages) await page.close();
});

async function bring(part, path, page = part) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    part.getByRole('button', { name: 'Choose a folder' }).click(),
  ]);
  await chooser.setFiles(path);
}

async function clear(page) {
  await page.getByRole('button', { name: 'Delete the table' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('[data-tally]').waitFor({ state: 'detached' });
}

/** Waits until all that was brought is read and counted. */
const settled = (page, files) =>
  page.waitForFunction(
    (files) =>
      new RegExp(`${files} files`).test(
        document.querySelector('[data-tally]:not([aria-busy=true])')?.textContent ?? '',
      ) && !document.querySelector('main progress'),
    files,
  );

async function open(page) {
  await page.goto(`${server.url}#/`);
  // What an earlier test left.
  await page.evaluate(
    () =>
      new Promise((done, failed) => {
        indexedDB.open('muster').onsuccess = ({ target: { result } }) => {
          const stores = ['handed', 'contents', 'choice'];
          const tx = result.transaction(stores, 'readwrite');
          for (const store of stores) tx.objectStore(store).clear();
          tx.onabort = () => failed(tx.error);
          tx.oncomplete = () => done(result.close());
        };
      }),
  );
  await page.getByRole('link', { name: 'Submissions' }).click();
}

const choose = (page, event) =>
  page.getByRole('combobox', { name: /^Event/ }).selectOption(typeof event === 'string' ? { label: event } : event);

const check = (path) =>
  spawnSync(process.env.MUSTER_BIN, ['check', path, '--event', EVENT, '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });

const row = (page, file) => page.locator('[data-row]', { has: page.locator('.file', { hasText: file }) });
const verdicts = (page) => page.locator('[data-row] .verdict').evaluateAll((all) => all.map((one) => one.textContent));

async function downloaded(page, button) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

test('the story of an event: drop, read, correct, reply, compare', async () => {
  const page = await chrome.page();
  await open(page);
  await picture(page, 'submissions-empty');
  await bring(page, folder);
  await page.locator('[data-tally]').waitFor();
  await choose(page, CUP);
  // Only the event fixes the level.
  await page.waitForFunction(() => /fixes Commodore/.test(document.querySelector('main').textContent));

  const told = check(folder);
  const { reports } = JSON.parse(told.stdout);
  const others = told.stderr.match(/no list: /g).length;
  await settled(page, readdirSync(folder).length);
  // Versions stand below the list that counts in their place, without a verdict.
  const below = reports.filter((report) => report['version-of'] !== null);
  const count = (verdict) => reports.filter((report) => report.verdict === verdict && !below.includes(report)).length;
  const seen = await verdicts(page);
  const words = { illegal: 'illegal', undetermined: 'cannot tell', legal: 'legal', unreadable: 'unreadable' };
  for (const [verdict, word] of Object.entries(words))
    assert.equal(seen.filter((one) => one.trim().toLowerCase() === word).length, count(verdict), verdict);
  assert.ok(below.length > 0);
  assert.equal(await page.locator('tr.below').count(), below.length);
  for (const { file, 'version-of': place } of below) {
    const version = page.locator('tr.below').filter({ hasText: basename(file) });
    assert.match(await version.first().textContent(), /Earlier|Late/, file);
    const above = version.first().locator('xpath=preceding-sibling::tr[not(contains(@class,"below"))][1]');
    assert.ok((await above.textContent()).includes(basename(place).replace(/, document .*/, '')), `${file}: ${place}`);
  }
  assert.match(seen[0], /illegal/i, 'the worst stands first');
  // A filter says how many it leaves. The sums above stay those of all lists.
  const sums = await page.locator('[data-tally]').innerText();
  const filters = page.locator('.filters');
  await filters.getByText('Illegal').click();
  await page.getByText(`${count('illegal')} of ${seen.length} shown`, { exact: true }).waitFor();
  assert.equal(await page.locator('[data-row]').count(), count('illegal'));
  assert.equal(await page.locator('[data-tally]').innerText(), sums);
  await filters.getByText('All').click();
  await page.getByText(/ of \d+ shown$/).waitFor({ state: 'detached' });
  assert.equal(await page.locator('#others + ul li').count(), others);
  assert.match(await row(page, 'pym.json').textContent(), /605 of at most 600[^]*page/);
  await picture(page, 'submissions');

  // It is all there after a reload.
  await stored(page);
  await page.reload();
  await settled(page, readdirSync(folder).length);
  assert.deepEqual(await verdicts(page), seen);

  // One is opened: what is doubtful is marked in what the player wrote.
  const fleet = row(page, 'My fleet for the Cup.txt');
  await fleet.getByRole('link').click();
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.locator('mark').innerText(), 'three strike airships');
  await dialog.locator('pre').waitFor();
  assert.match(await dialog.innerText(), /fits several units[^]*Stolz Class Destroyer/);
  await dialog.locator('pre').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'submission');

  // It is corrected in the builder, under the event.
  await dialog.getByRole('button', { name: 'Correct in the builder' }).click();
  await verdict(page);
  assert.match(await page.locator('header').innerText(), /judged under The Channel Cup 2026/);
  await page.getByRole('link', { name: 'Back to Submissions' }).click();
  await dialog.locator('mark').waitFor();
  assert.equal(await dialog.getByText('corrected').count(), 0, 'to look at it is not to correct it');
  await dialog.getByRole('button', { name: 'Correct in the builder' }).click();
  await add(page, 'Aergia Class Oil Rig');
  await page.getByText(/^Saved/).waitFor();
  await picture(page, 'submission-builder');
  await page.getByRole('link', { name: 'Back to Submissions' }).click();
  await dialog.getByText('corrected').waitFor();
  await dialog.getByText(/Aergia Class Oil Rig/).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
  assert.match(await fleet.textContent(), /corrected/);
  assert.doesNotMatch(await fleet.textContent(), /doubt/);

  // The correction is taken back, and the list is taken as it was read.
  await fleet.getByRole('link').click();
  await dialog.getByRole('button', { name: 'Back to what was handed in' }).click();
  await dialog.getByRole('heading', { name: 'Not understood' }).waitFor();
  await dialog.getByRole('button', { name: 'Right as it was read' }).click();
  await dialog.getByText('corrected').waitFor();
  await page.keyboard.press('Escape');

  // Replies, the table, the page and the print.
  const zip = (await downloaded(page, 'Replies')).toString('latin1');
  const made = mkdtempSync(join(tmpdir(), 'muster-replies-'));
  try {
    spawnSync(process.env.MUSTER_BIN, ['reply', folder, '--event', EVENT, '-o', made]);
    const mails = readdirSync(made);
    assert.ok(mails.length > 40);
    for (const mail of mails) assert.ok(zip.includes(mail), mail);
  } finally {
    rmSync(made, { recursive: true });
  }
  const table = (await downloaded(page, 'Save the table')).toString();
  assert.equal(table.trim().split('\r\n').length, reports.length + 1);
  assert.match((await downloaded(page, 'Save the page')).toString(), /^<!doctype html>(?![^]*fits several units)/i);
  // On a slow machine the lists take several files, which come in one archive.
  assert.match((await downloaded(page, 'Print')).subarray(0, 5).toString('latin1'), /^(%PDF-|PK)/);

  // Later versions are compared, and take the place of the earlier ones.
  await page.getByRole('button', { name: 'Compare' }).click();
  await bring(dialog, join(root, 'examples/submissions-late'), page);
  await dialog.getByRole('heading', { name: /^Changed/ }).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'submissions-compare');
  const now = await dialog
    .locator('section')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [one.querySelector('h3').textContent.trim(), one.querySelectorAll('li').length]),
      ),
    );
  const late = join(root, 'examples/submissions-late');
  const { stdout } = spawnSync(
    process.env.MUSTER_BIN,
    ['compare', folder, late, '--event', EVENT, '--format', 'json'],
    {
      encoding: 'utf8',
    },
  );
  const { changed, new: fresh, gone, same } = JSON.parse(stdout);
  assert.deepEqual(now, {
    [`Changed ${changed}`]: changed,
    [`New ${fresh}`]: fresh,
    [`Gone ${gone}`]: gone,
    [`The same ${same}`]: same,
  });
  // Both versions of a list stand beside each other.
  await dialog
    .getByRole('button', { name: /^Side by side/ })
    .first()
    .click();
  const beside = page.getByRole('dialog', { name: 'Side by side' });
  await beside.getByRole('columnheader', { name: /^Later version/ }).waitFor();
  assert.match(await beside.locator('tbody').innerText(), /[−+≠]/);
  await page.keyboard.press('Escape');
  await beside.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Use the later versions' }).click();
  await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
  await row(page, 'brooke.yaml').waitFor();

  await clear(page);
  await page.close();
});

test('files are dropped on the page', async () => {
  const page = await chrome.page();
  await open(page);
  const text = readFileSync(join(folder, 'bruce.txt'), 'utf8');
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'bruce.txt'));
    data.items.add(new File([new Uint8Array([255, 216, 255])], 'photo.jpg'));
    return data;
  }, text);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await settled(page, 2);
  assert.match(await row(page, 'bruce.txt').textContent(), /Bruce Te Whare/);
  assert.match(await page.locator('#others + ul').textContent(), /photo.jpg: a picture/);
  await clear(page);
  await page.close();
});

test('a thousand lists are sorted, filtered and scrolled', async () => {
  const made = mkdtempSync(join(tmpdir(), 'muster-thousand-'));
  const page = await chrome.page();
  try {
    for (let n = 0; n < 1000; n++) {
      const number = String(n).padStart(4, '0');
      writeFileSync(
        join(made, `${number}.yaml`),
        `muster: 1\nname: Fleet ${number}\nplayer: Player ${(n * 7) % 1000}\nruleset: dw-2.5\nnation: kingdom-of-britannia\n` +
          `mfv: ${n % 2 ? 1000 : 100}\nsquadrons:\n  - {unit: ruler-class-battleship, roles: [commodore]}\n`,
      );
    }
    await open(page);
    await bring(page, made);
    await settled(page, '1,?000');
    assert.equal(await page.locator('[data-row]').count(), 1000);
    await page.getByRole('button', { name: 'Player', exact: true }).click();
    const players = () => page.locator('[data-row] .player a').evaluateAll((all) => all.map((one) => one.textContent));
    await page.waitForFunction(() => document.querySelector('[data-row] .player a').textContent === 'Player 0');
    assert.deepEqual(
      await players(),
      Array.from({ length: 1000 }, (_, n) => `Player ${n}`),
    );
    await page.getByRole('button', { name: 'Player', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[data-row] .player a').textContent === 'Player 999');
    await page.getByRole('link', { name: 'Player 0', exact: true }).scrollIntoViewIfNeeded();
    assert.ok(await page.getByRole('link', { name: 'Player 0', exact: true }).isVisible());
    await page.getByRole('searchbox').fill('fleet 0042');
    await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 1);
    await clear(page);
  } finally {
    rmSync(made, { recursive: true });
  }
  await page.close();
});

test('an event of the organiser is used, and a faulty one is refused with its line', async () => {
  const page = await chrome.page();
  await open(page);
  await bring(page, folder);
  await page.locator('[data-tally]').waitFor();
  const own = async (text) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      choose(page, { label: 'a file of your own …' }),
    ]);
    await chooser.setFiles({ name: 'club.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  };
  const head = 'muster: 1\nkind: overlay\nid: club-day\nname: Club Day\nextends: {id: dw-2.5, version: ^2.0}\n';
  await own(`${head}ban: {units: [ruler-clas-battleship]}\n`);
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /club.yaml, line 6[^]*ruler-class-battleship/);
  await own(`${head}ban: {nations: [kingdom-of-denmark]}\n`);
  await page.waitForFunction(() => document.querySelector('main select').selectedOptions[0].textContent === 'Club Day');
  await row(page, 'My fleet for the Cup.txt').getByText('Illegal').waitFor();
  await clear(page);
  await page.close();
});

test('an event says what it changes', async () => {
  const page = await chrome.page();
  await open(page);
  await choose(page, CUP);
  await page.getByRole('button', { name: 'What it changes' }).click();
  const dialog = page.getByRole('dialog', { name: `What ${CUP} changes` });
  await dialog.getByRole('heading', { level: 3 }).first().waitFor();
  assert.match(await dialog.innerText(), /For all lists/);
  await picture(page, 'changes');
  assert.deepEqual(await audit(page), []);
  await page.keyboard.press('Escape');
  await page.close();
});
