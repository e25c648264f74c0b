// Prints and exports: the printed pages, links and text that open the same list again, and other programs' text.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, example, picture, points, rows, stage, verdict } from './muster.mjs';

const { server, chrome, start } = stage();

async function fleet(game = 'Dystopian Wars 2.5', name = /Channel Patrol/) {
  const page = await start();
  await example(page, game, name);
  return page;
}

/** What the QR code on a picture says. */
function scanned(png) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-code-'));
  try {
    const file = join(folder, 'code.png');
    writeFileSync(file, png);
    const only = ['--quiet', '--raw', '--set', 'disable', '--set', 'qrcode.enable'];
    return execFileSync('zbarimg', [...only, file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trimEnd();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const menu = async (page, name) => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('the preview shows the printed pages, and the PDF is saved', async () => {
  const page = await fleet();
  await page.keyboard.press('Control+p');
  const pages = page.getByRole('img', { name: /^Page \d+ of/ });
  await pages.first().waitFor();
  const few = await pages.count();
  await page.getByRole('checkbox', { name: /^Stat cards/ }).check();
  await page.waitForFunction((few) => document.querySelectorAll('.pages img').length > few, few);
  // A picture that cannot be drawn has no width.
  assert.ok(await pages.last().evaluate((image) => image.decode().then(() => image.naturalWidth > 100)));
  await picture(page, 'print');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PDF' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.pdf$/);
  const text = execFileSync('pdftotext', ['-layout', await download.path(), '-'], { encoding: 'utf8' });
  assert.match(text, /Channel Patrol/);
  assert.match(text, /Tribal Class Cruiser/);
  // The next print begins with the same choices.
  await page.getByRole('radio', { name: 'A line for each' }).check();
  await page.reload();
  await pages.first().waitFor();
  assert.ok(await page.getByRole('checkbox', { name: /^Stat cards/ }).isChecked());
  assert.ok(await page.getByRole('radio', { name: 'A line for each' }).isChecked());
  await page.close();
});

test('a list with a secret deck gets a salt before it is shared', async () => {
  const page = await fleet('Dystopian Wars 2.5', /Delaware Decks/);
  await menu(page, 'Share');
  await page.getByRole('dialog', { name: 'Share' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo: Keep the code from telling what is hidden' }).waitFor();
  await verdict(page);
  await menu(page, 'Share');
  await page.getByRole('dialog', { name: 'Share' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo: Keep the code from telling what is hidden' }).click();
  // It was done only once.
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await page.close();
});

test('a link shows the same list, and keeps it only when asked to', async () => {
  const page = await fleet();
  const before = { rows: await rows(page), points: await points(page), verdict: await verdict(page) };
  await menu(page, 'Share');
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Link' });
  // Others do not reach this computer, so there is no link to it.
  await page.getByText('Other people cannot open this Muster').waitFor();
  const text = page.getByRole('textbox', { name: 'The list as Link' });
  assert.equal(await text.inputValue(), '');
  const address = page.getByRole('textbox', { name: 'Address of a Muster on the web' });
  await address.fill('http://127.0.0.1:4242/');
  await address.press('Tab');
  await page.getByRole('alert').getByText('no address that other people can open').waitFor();
  await address.fill('club.example.org/muster/');
  await address.press('Tab');
  await page.getByRole('img', { name: 'A code with the link' }).waitFor();
  const given = await text.inputValue();
  assert.match(given, /^https:\/\/club\.example\.org\/muster\/#\/shared\//);
  assert.equal(scanned(await page.locator('figure svg').screenshot()), given);
  const link = given.replace('https://club.example.org/muster/', `${server.url}`);
  await picture(page, 'share');
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Markdown' });
  await page.waitForFunction(() => /Tribal Class Cruiser/.test(document.querySelector('[role=dialog] textarea').value));
  const other = await chrome.page();
  await other.goto(link);
  await other.getByRole('heading', { name: /Channel Patrol/ }).waitFor();
  assert.match(await other.locator('main header').innerText(), new RegExp(`${before.points} of`));
  await other.getByText('Tribal Class Cruiser').first().waitFor();
  assert.deepEqual(await audit(other), []);
  await picture(other, 'shared');
  const kept = () =>
    other.evaluate(
      () =>
        new Promise((done) => {
          const opening = indexedDB.open('muster');
          opening.onsuccess = () => {
            const asking = opening.result.transaction('lists').objectStore('lists').count();
            asking.onsuccess = () => {
              opening.result.close();
              done(asking.result);
            };
          };
        }),
    );
  const lists = await kept();
  await other.reload();
  await other.getByRole('button', { name: 'Keep a copy' }).waitFor();
  assert.equal(await kept(), lists);
  await other.getByRole('button', { name: 'Keep a copy' }).click();
  assert.equal(await verdict(other), before.verdict);
  assert.equal(await points(other), before.points);
  assert.deepEqual(await rows(other), before.rows);
  assert.match(other.url(), /#\/list\//);
  assert.equal(await kept(), lists + 1);
  await other.goto('about:blank');
  await other.goto(link);
  await other.getByRole('button', { name: 'Keep a copy' }).click();
  await verdict(other);
  assert.equal(await kept(), lists + 1);
  await other.close();
  await page.close();
});

test('a picture of the fleet is drawn, and saved', async () => {
  const page = await fleet();
  await menu(page, 'Share');
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Picture' });
  const drawn = page.getByRole('img', { name: /^The fleet Channel Patrol/ });
  await drawn.waitFor();
  assert.ok(await drawn.evaluate((image) => image.decode().then(() => image.naturalWidth === 1600)));
  assert.deepEqual(await audit(page), []);
  await picture(page, 'share-picture');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.png$/);
  assert.match(scanned(readFileSync(await download.path())), /^MUSTER:1:/);
  await page.close();
});

test('text of Muster is read back, and lines of other text that are not understood are reported', async () => {
  const page = await fleet();
  const before = await rows(page);
  await menu(page, 'Share');
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Text' });
  await page.waitForFunction(() => /Muster text/.test(document.querySelector('[role=dialog] textarea').value));
  const text = await page.getByRole('dialog').getByRole('textbox').inputValue();
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}#/`);
  const paste = async (text) => {
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByRole('textbox', { name: 'The text of the list' }).fill(text);
    await page.getByRole('button', { name: 'Read it' }).click();
  };
  await paste(text);
  await verdict(page);
  assert.deepEqual(await rows(page), before);

  await page.goto(`${server.url}#/`);
  await paste('Kingdom of Britannia\n3x Tribal Class Cruiser [225 pts]\n2x Trible Clas Cruisr\n');
  const told = page.getByRole('dialog').getByRole('region', { name: 'What Muster reads' });
  await told.getByRole('heading', { name: 'Not understood' }).waitFor();
  assert.match(await told.innerText(), /Line 3: “.*Trible Clas Cruisr.*” is not understood/);
  await picture(page, 'paste');
  // Where a doubt quotes a small piece, its whole line is said as well.
  const field = page.getByRole('textbox', { name: 'The text of the list' });
  const pasted = await field.inputValue();
  const odd = '5x Attacker Class Frigate (30 each) (100';
  await field.fill(`${pasted}${odd}\n`);
  await told.locator('.doubt', { hasText: 'the number in “100”' }).getByText(odd, { exact: true }).waitFor();
  await field.fill(pasted);
  await page.getByRole('button', { name: 'Open what was understood' }).click();
  await verdict(page);
  assert.equal((await rows(page))[0], 'Tribal Class Cruiser');
  await page.close();
});

test('a doubt has its readings to click, and each line says how it was read', async () => {
  const page = await fleet();
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const text = page.getByRole('textbox', { name: 'The text of the list' });
  await text.fill('Covenant of Antarctica, 1000 points\n\n3 Plato Class Light Cruiser (165)\n1 Callimachus (100)\n');
  await page.getByRole('button', { name: 'Read it' }).click();
  const told = page.getByRole('dialog').getByRole('region', { name: 'What Muster reads' });
  await told.getByText('How each line was read').click();
  assert.match(await told.innerText(), /Squadrons of Plato Class Light Cruiser\s+all words of a unit's name \(40\)/);
  assert.match(await told.innerText(), /Line 4: .*fits several units/);
  await picture(page, 'paste-readings');
  await told.getByRole('button', { name: 'Callimachus-Alpha Class Time Orb' }).click();
  await page.waitForFunction(() => !/fits several units/.test(document.querySelector('[role=dialog]').innerText));
  assert.match(await text.inputValue(), /\n1 Callimachus-Alpha Class Time Orb \(100\)\n/);

  // What is typed after reading is read again, with its line marked, and is not lost when the dialog is closed.
  const typed = `${await text.inputValue()}2 Trible Clas Cruisr\n`;
  await text.fill(typed);
  await told.getByRole('button', { name: 'Line 5' }).click();
  assert.match(await page.getByRole('dialog').locator('mark').innerText(), /Trible Clas Cruisr/);
  assert.equal(await page.evaluate(() => getSelection().toString()), '2 Trible Clas Cruisr');
  assert.deepEqual(await audit(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  assert.equal(await text.inputValue(), typed);
  await page.close();
});

test('a roster is opened as a file, packed or not', async () => {
  const page = await fleet();
  const before = { rows: await rows(page), points: await points(page), verdict: await verdict(page) };
  await menu(page, 'Share');
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Roster' });
  await page.waitForFunction(() => document.querySelector('[role=dialog] textarea').value.includes('<roster'));
  const roster = await page.getByRole('dialog').getByRole('textbox').inputValue();
  const folder = mkdtempSync(join(tmpdir(), 'muster-roster-'));
  try {
    const [plain, packed] = ['patrol.ros', 'patrol.rosz'].map((name) => join(folder, name));
    writeFileSync(plain, roster);
    execFileSync(process.env.MUSTER_BIN, ['import', plain, '-o', join(folder, 'patrol.yaml')]);
    execFileSync(process.env.MUSTER_BIN, ['export', join(folder, 'patrol.yaml'), '--to', 'rosz', '-o', packed]);
    for (const file of [plain, packed]) {
      await page.goto(`${server.url}#/`);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Open a file' }).click(),
      ]);
      await chooser.setFiles(file);
      await page.getByRole('button', { name: 'Read it' }).click();
      assert.equal(await verdict(page), before.verdict);
      assert.equal(await points(page), before.points);
      assert.deepEqual(await rows(page), before.rows);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.close();
});
