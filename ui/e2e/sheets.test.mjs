// Sheets of campaigns: made, judged, mended, stored, saved, and pointed at by lists.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browser, open, picture, serve, verdict } from './muster.mjs';

const example = (path) => readFileSync(join(import.meta.dirname, '../../examples', path), 'utf8');

let server, chrome;
before(async () => {
  server = await serve();
  chrome = await browser();
});
after(async () => {
  await chrome?.stop();
  await server?.stop();
});

/** The verdict on the open sheet, once it is about its current state. */
async function standing(page) {
  await page.waitForFunction(() => document.querySelector('.campaign .stamp:not(.stale) svg'));
  return (await page.locator('.campaign .stamp').innerText()).split('\n')[0];
}

const saved = (page) => page.getByText('Saved', { exact: true }).waitFor();

/** Starts a new sheet from the start screen. */
async function begin(page, kind, nation, name) {
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'New sheet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  await dialog.getByRole('combobox', { name: 'Nation' }).selectOption({ label: nation });
  await dialog.getByRole('textbox', { name: 'Name of the sheet' }).fill(name);
  await dialog.getByRole('button', { name: 'Begin the sheet' }).click();
}

test('a campaign sheet, and a list that stands for one of its rows', async () => {
  const page = await chrome.page();
  await begin(page, /^Flashpoint/, 'Prussian Empire', 'Flashpoint Heligoland');
  assert.equal(await standing(page), 'Legal');
  await page.getByRole('textbox', { name: 'Player' }).fill('Dave');
  await page.getByRole('combobox', { name: /^Moment/ }).selectOption({ label: 'Start of a Game Turn' });

  // A new row has a name, and its first field has the focus.
  const add = page.getByRole('button', { name: 'Add Battle Group' });
  await add.click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Battle Group 1: Name');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('BG9');
  await page.getByRole('combobox', { name: 'BG9: Core force' }).selectOption({ label: 'Naval' });
  await page.getByRole('spinbutton', { name: 'BG9: MFV' }).fill('750');
  const logistics = page.getByRole('spinbutton', { name: 'BG9: Logistics Points' });
  await logistics.fill('7');

  // The broken rule leads to its row.
  const problem = page.locator('#problems .finding[data-rule="bg-logistics-cap"]');
  await problem.waitFor();
  assert.equal(await standing(page), 'Illegal');
  await problem.locator('.message').click();
  await page.locator('tr[data-field="/battle-groups/0"][data-sought]').waitFor();
  await picture(page, 'sheet-problem');
  await logistics.fill('1');
  await problem.waitFor({ state: 'detached' });
  assert.equal(await standing(page), 'Legal');

  // Rows are copied, moved and removed, and each of that is one step.
  const menu = async (row, what) => {
    await page.getByRole('button', { name: `What to do with ${row}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  const names = () => page.locator('tbody .name-field').evaluateAll((all) => all.map((one) => one.value));
  const become = (wanted) =>
    page.waitForFunction(
      (wanted) =>
        JSON.stringify([...document.querySelectorAll('tbody .name-field')].map((one) => one.value)) === wanted,
      JSON.stringify(wanted),
    );
  await menu('BG9', 'Duplicate');
  await become(['BG9', 'BG9 2']);
  await page.getByText('In all: MFV 1500 · Logistics Points 2').waitFor();
  await menu('BG9 2', 'Move up');
  await become(['BG9 2', 'BG9']);
  await menu('BG9 2', 'Remove');
  await become(['BG9']);
  await page.getByRole('button', { name: 'Undo: Remove BG9 2' }).click();
  await become(['BG9 2', 'BG9']);
  await page.getByRole('button', { name: /^Undo: Move/ }).click();
  await page.getByRole('button', { name: /^Undo: Duplicate/ }).click();
  await become(['BG9']);
  await page.getByRole('button', { name: /^Redo: Duplicate/ }).click();
  await become(['BG9', 'BG9 2']);
  await page.getByRole('button', { name: /^Undo: Duplicate/ }).click();
  await saved(page);

  // It is stored with its steps.
  await page.reload();
  assert.equal(await standing(page), 'Legal');
  assert.deepEqual(await names(), ['BG9']);
  await page.getByRole('button', { name: /^Redo: Duplicate/ }).waitFor();

  // A list that points at another file cannot be judged until the sheet is chosen.
  await page.goto(`${server.url}#/`);
  await page.getByRole('link', { name: /Flashpoint Heligoland/ }).waitFor();
  await open(page, example('dw-2.5/flashpoint-group-9.yaml'));
  assert.equal(await verdict(page), 'Cannot tell');
  await page.locator('.finding[data-rule="unknown-sheet"] .message').click();
  const pick = page.getByRole('combobox', { name: 'Campaign sheet' });
  await pick.waitFor();
  await pick.selectOption('flashpoint-heligoland.yaml');
  await page.getByRole('checkbox', { name: /^BG9 Naval · MFV 750/ }).check();
  await page.waitForFunction(() => document.querySelector('.stamp.legal') && !document.querySelector('.sum.stale'));
  await picture(page, 'sheet-list');

  // The sheet shows the list. If the sheet changes, the list is compared anew.
  await page.getByRole('link', { name: 'Open Flashpoint Heligoland' }).click();
  const list = page.getByRole('link', { name: /Heligoland Sortie/ });
  await list.getByText('BG9').waitFor();
  await page.getByRole('spinbutton', { name: 'BG9: MFV' }).fill('800');
  await list.getByText('Illegal').waitFor();
  await saved(page);
  await picture(page, 'sheet-campaign');
  await list.click();
  assert.equal(await verdict(page), 'Illegal');
  await page.locator('.finding[data-rule="bg-battle-mfv"]').first().waitFor();
  await page.close();
});

test('a progression sheet', async () => {
  const page = await chrome.page();
  await begin(page, /^Progression/, 'Prussian Empire', 'The Silesian Company');
  await page.getByRole('button', { name: 'Add Section' }).click();
  // What is missing is to do, and no error.
  await page.waitForFunction(() => document.querySelector('.stamp.to-do:not(.stale)'));
  const unit = page.getByRole('combobox', { name: 'Section 1: Section' });
  await page.waitForFunction(() => document.querySelectorAll('datalist option').length > 10);
  await unit.fill('Grenadier Section');
  const notoriety = page.getByRole('spinbutton', { name: /: Notoriety$/ });
  await notoriety.fill('1');
  await page.waitForFunction(() => document.querySelector('.stamp.legal:not(.stale)'));
  await page.getByRole('textbox', { name: 'Section 1: Name' }).fill('3rd Rifles');

  // Skills need Notoriety.
  const skills = page.locator('[data-field="/sections/0/skills"]');
  await skills.locator('summary').click();
  await skills.getByRole('checkbox', { name: 'Hard Chargers' }).check();
  await page.locator('#problems .finding').first().waitFor();
  assert.equal(await standing(page), 'Illegal');
  await notoriety.fill('8');
  await page.waitForFunction(() => document.querySelector('.stamp.legal:not(.stale)'));
  assert.match(await skills.locator('summary').innerText(), /Hard Chargers/);
  // An injury may be had twice.
  const injuries = page.locator('[data-field="/sections/0/injuries"]');
  await injuries.locator('summary').click();
  const more = injuries
    .getByRole('group', { name: /Flesh wound$/ })
    .getByRole('button')
    .last();
  await more.click();
  await more.click();
  await injuries.locator('summary', { hasText: 'Flesh wound, Flesh wound' }).waitFor();
  await saved(page);
  await picture(page, 'sheet-progression');
  await page.close();
});

test('files of sheets', async () => {
  const page = await chrome.page();
  await page.goto(`${server.url}#/`);
  const text = example('dw-2.5/flashpoint-prussia.yaml');
  const openFile = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'war.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
    await standing(page);
  };
  await openFile();
  assert.equal(await page.locator('tbody tr').count(), 10);
  const address = page.url();
  // What is saved opens as the same sheet.
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('ControlOrMeta+s')]);
  assert.equal(download.suggestedFilename(), 'war.yaml');
  const written = readFileSync(await download.path(), 'utf8');
  assert.match(written, /^kind: campaign$/m);
  assert.match(written, /name: BG10, force: naval, amphibious: true, mfv: 1600, logistics: 3/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save as PDF', exact: true }).click(),
  ]);
  assert.equal(pdf.suggestedFilename(), 'war.pdf');
  assert.equal(
    readFileSync(await pdf.path())
      .subarray(0, 4)
      .toString(),
    '%PDF',
  );
  await page.goto(`${server.url}#/`);
  await openFile();
  assert.equal(page.url(), address);

  // Copied, deleted, and brought back.
  await page.goto(`${server.url}#/`);
  const sheets = page.getByRole('region', { name: /Your campaign sheets/ });
  const menu = async (name, what) => {
    await sheets.getByRole('button', { name: `What to do with ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await menu('Flashpoint Jutland', 'Duplicate');
  const copy = sheets.getByRole('link', { name: /^Flashpoint Jutland \(copy\)/ });
  await copy.waitFor();
  await picture(page, 'sheets-start');
  await menu('Flashpoint Jutland (copy)', 'Delete');
  await copy.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await copy.click();
  assert.equal(await standing(page), 'Legal');
  await page.close();
});

test('a sheet and its list, dropped together, belong together', async () => {
  const page = await chrome.page();
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'New sheet' }).waitFor();
  const files = ['dw-2.5/flashpoint-group-9.yaml', 'dw-2.5/flashpoint-prussia.yaml'].map((path) => ({
    name: path.split('/').at(-1),
    text: example(path),
  }));
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const { name, text } of files) data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
  await page
    .getByRole('link', { name: /Flashpoint Jutland .*Prussian/ })
    .first()
    .waitFor();
  const list = page.getByRole('link', { name: /Heligoland Sortie/ });
  await list.first().getByText('Legal').waitFor();
  await page.close();
});
