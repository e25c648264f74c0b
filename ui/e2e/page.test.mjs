// The page of `muster check --format html`: it is sorted and filtered, works without its script, fetches nothing, prints
// whole, and has no axe violations.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { audit, browser, picture } from './muster.mjs';

const HOSTILE = `muster: 1
name: "<script>document.title = 'run'</script>"
player: "<img src=x onerror=\\"document.title = 'run'\\">"
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 1000
consents: [mfv-cap]
squadrons: [{unit: ruler-class-battleship, models: 6}, {unit: no-such-ship}]
`;
const MAIL = `From: Ann Player <ann@example.org>
Subject: my list
Content-Type: text/plain; charset=utf-8

Fleet name: My fleet
Kingdom of Britannia

1 Ruler Class Battleship
1 Tribal Cruiser
2 Zeppelin Gunboats
`;

let folder, url, chrome;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-page-'));
  const lists = join(folder, 'lists');
  mkdirSync(lists);
  cpSync('../examples/dw-2.5', lists, { recursive: true });
  writeFileSync(join(lists, 'hostile.yaml'), HOSTILE);
  writeFileSync(join(lists, 'mail.eml'), MAIL);
  writeFileSync(join(lists, 'broken.yaml'), 'muster: 1\nruleset: dw-2.5\nmfv: many\n');
  writeFileSync(join(lists, 'again.yaml'), HOSTILE);
  writeFileSync(join(lists, 'photo.png'), '\u0089PNG');
  const page = join(folder, 'page.html');
  const ran = spawnSync(process.env.MUSTER_BIN, ['check', lists, '--format', 'html', '-o', page], { encoding: 'utf8' });
  assert.equal(ran.status, 2, ran.stderr);
  url = pathToFileURL(page).href;
  chrome = await browser();
});
after(async () => {
  await chrome?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Opens the page, and fails if it asks for anything else. */
async function open(options = {}) {
  const page = await chrome.page();
  await page.setViewportSize({ width: options.width ?? 1360, height: 860 });
  await page.emulateMedia({ colorScheme: options.theme ?? 'light', media: options.media ?? 'screen' });
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  assert.deepEqual(asked, [url]);
  return page;
}

/** The texts of a column of the rows that are shown. */
async function column(page, name) {
  const heads = await page.locator('#lists thead .columns th').allInnerTexts();
  const number = heads.findIndex((head) => head.trim().startsWith(name)) + 1;
  assert.ok(number > 0, `${name}: ${heads}`);
  return page.locator(`#lists tbody tr:visible > :nth-child(${number})`).allInnerTexts();
}
const header = (page, name) => page.getByRole('columnheader', { name }).getByRole('button');

test('lists stand worst first, and names write no markup', async () => {
  const page = await open();
  const verdicts = await column(page, 'Verdict');
  const order = ['Unreadable', 'Illegal', 'Cannot tell', 'Legal'];
  assert.deepEqual(
    verdicts,
    verdicts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
  );
  assert.equal(verdicts[0], 'Unreadable');
  assert.equal((await column(page, 'Player'))[1], '“Ann Player”', 'of the illegal lists, the doubtful one is first');
  assert.match(await page.title(), /^\d+ lists: \d+ legal, \d+ illegal/);
  assert.ok((await column(page, 'List')).includes("“<script>document. title = 'run'</script>”"));
  await page.getByRole('heading', { name: 'Files that hold no list' }).waitFor();
  await picture(page, 'page');
  await page.close();
});

test('a list leads to its findings', async () => {
  const page = await open();
  await page.getByRole('link', { name: 'My fleet' }).click();
  const article = page.getByRole('article', { name: '“My fleet” by “Ann Player”' });
  assert.ok(await article.evaluate((one) => one.matches(':target')));
  const text = await article.innerText();
  assert.match(text, /Error: .*pages? \d+/);
  assert.match(text, /line 6 of the text/);
  assert.match(text, /it was concluded/);
  await page.close();
});

test('a click on a header sorts, and a second one turns the order round', async () => {
  const page = await open();
  const points = async () => (await column(page, 'Points')).filter(Boolean).map(Number);
  await header(page, 'Points').click();
  const sorted = await points();
  assert.deepEqual(
    sorted,
    sorted.toSorted((one, other) => one - other),
  );
  assert.equal(await page.locator('th[aria-sort]').count(), 1);
  assert.equal(await page.getByRole('columnheader', { name: 'Points' }).getAttribute('aria-sort'), 'ascending');
  await header(page, 'Points').press('Enter');
  assert.deepEqual(await points(), sorted.toReversed());
  assert.equal((await column(page, 'Points')).at(-1), '', 'unknown points stay last');
  const ids = await page.locator('#lists tbody tr').evaluateAll((rows) => rows.map((row) => row.dataset.list));
  const articles = await page.locator('article').evaluateAll((found) => found.map((one) => one.id));
  assert.deepEqual(articles, ids, 'the findings stand in the same order');
  await page.close();
});

test('words and verdicts choose the lists that are shown', async () => {
  const page = await open();
  await page.getByRole('searchbox', { name: 'Find' }).fill('gunboats ANN');
  assert.deepEqual(await column(page, 'Player'), ['“Ann Player”']);
  assert.equal(await page.locator('article:visible').count(), 1);
  assert.match(await page.getByRole('status').innerText(), /^1 of \d+ shown$/);
  await page.getByRole('searchbox', { name: 'Find' }).fill('');
  await page.getByRole('checkbox', { name: /^legal/i }).uncheck();
  assert.ok(!(await column(page, 'Verdict')).includes('Legal'));
  await page.close();
});

test('without its script the page shows everything', async () => {
  const still = await browser({ context: { javaScriptEnabled: false } });
  const page = await still.page();
  await page.goto(url);
  assert.equal(await page.locator('#filter').isVisible(), false);
  assert.equal(await page.getByRole('button').count(), 0);
  assert.equal(await page.locator('#lists tbody tr').count(), await page.locator('article').count());
  await still.stop();
});

test('a print has all findings and no controls', async () => {
  const page = await open({ media: 'print', theme: 'dark' });
  assert.equal(await page.locator('#filter').isVisible(), false);
  // Of some lists nothing but notes is told: these are in the table alone.
  for (const article of await page.locator('article:not(.quiet)').all()) assert.ok(await article.isVisible());
  for (const article of await page.locator('article.quiet').all()) assert.equal(await article.isVisible(), false);
  const colours = await page.locator('body').evaluate((body) => {
    const { color, backgroundColor } = getComputedStyle(body);
    return [color, backgroundColor];
  });
  assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], 'also where the screen is dark');
  await page.close();
});

for (const theme of ['light', 'dark']) {
  for (const width of [1360, 400, 320]) {
    test(`axe finds nothing and nothing but the table scrolls sideways, ${theme}, ${width} px`, async () => {
      const page = await open({ theme, width });
      // Articles far below are drawn only when they are scrolled to.
      await page.addStyleTag({ content: 'article { content-visibility: visible !important }' });
      assert.deepEqual(await audit(page), []);
      assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth)) <= 0);
      await picture(page, `page-${theme}-${width}`);
      await page.close();
    });
  }
}
