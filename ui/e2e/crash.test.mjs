// The browser is killed during work. Everything older than a second must be there, with every step.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { add, adder, begin, browser, pid, points, rows, serve, verdict } from './muster.mjs';

let server, chrome;
before(async () => {
  server = await serve();
});
after(async () => {
  await chrome?.stop();
  await server?.stop();
});

test('edits older than a second are not lost', async () => {
  chrome = await browser();
  const { folder } = chrome;
  const page = await chrome.page();
  await page.goto(server.url);
  await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia' });
  await add(page, 'Ruler Class Battleship');
  await add(page, 'Tribal Class Cruiser');
  const sum = await points(page);
  const address = page.url();
  // This edit is stored within a second, as the screen says. The next one may be lost with the process.
  await page.getByText('Saved', { exact: true }).waitFor();
  await adder(page, 'Tribal Class Cruiser').click();
  process.kill(pid(folder), 'SIGKILL');
  await chrome.context.close().catch(() => undefined);

  chrome = await browser({ folder });
  const again = await chrome.page();
  await again.goto(address);
  await verdict(again);
  const left = await rows(again);
  assert.deepEqual(left.slice(0, 2), ['Ruler Class Battleship', 'Tribal Class Cruiser']);
  if (left.length === 2) assert.equal(await points(again), sum);
  for (let n = left.length; n > 0; n--) await again.getByRole('button', { name: /^Undo: Add/ }).click();
  assert.deepEqual(await rows(again), []);
  await again.close();
});

test('a verdict that comes after its list was stored is stored, too', async () => {
  const page = await chrome.page();
  await page.goto(server.url);
  await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia' });
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/api/judge', (route) => held.then(() => route.continue()));
  await adder(page, 'Ruler Class Battleship').click();
  await page.locator('.sum.stale').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  release();
  const sum = await points(page);
  assert.equal(sum, 180);
  const kept = (id) =>
    new Promise((done) => {
      const opening = indexedDB.open('muster');
      opening.onsuccess = () => {
        const asking = opening.result.transaction('lists').objectStore('lists').get(id);
        asking.onsuccess = () => {
          opening.result.close();
          done(asking.result.judged?.points === 180);
        };
      };
    });
  await page.waitForFunction(kept, page.url().split('/').at(-1));
  await page.close();
});

// The static edition asks no server.
const skip = Boolean(process.env.MUSTER_STATIC);
test('while the program does not answer, edits are painted and stored, and a banner says so', { skip }, async () => {
  const other = await serve();
  const page = await chrome.page();
  await page.goto(other.url);
  await begin(page, { game: /Dystopian Wars 2\.5/, nation: 'Kingdom of Britannia' });
  await add(page, 'Ruler Class Battleship');
  await other.stop();
  await page.locator('[data-at="/squadrons/0"] .main').focus();
  await page.keyboard.press('Control+d');
  assert.equal((await rows(page)).length, 2);
  const banner = page.getByRole('alert');
  await banner.getByText('The program does not answer.').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  assert.equal((await rows(page)).length, 1);
  await page.close();
});
