// What people keep stays: also if a page is gone too soon, and if the storage fails in any of its ways.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { audit, browser, open, picture, row, rows, serve, stored, verdict } from './muster.mjs';

let server, chrome, page;
before(async () => {
  server = await serve();
});
after(async () => {
  await server?.stop();
});
// Each test begins without lists.
beforeEach(async () => {
  chrome = await browser();
  page = await chrome.page();
});
afterEach(async () => {
  await chrome.stop();
});

const list = (name, more = {}) => ({
  muster: 1,
  name,
  ruleset: 'dw-2.5',
  nation: 'kingdom-of-britannia',
  mfv: 3000,
  squadrons: [{ unit: 'tribal-class-cruiser', models: 2 }],
  ...more,
});

/** Opens a list from the start screen. Returns its address. */
async function opened(name = 'Alpha') {
  await page.goto(server.url);
  await open(page, list(name));
  await verdict(page);
  await stored(page);
  return page.url();
}
const trouble = (kind) => page.locator(`[data-trouble=${kind}]`);
const troubleGone = () => page.waitForFunction(() => document.querySelector('[data-trouble]') === null);
const entries = () => page.locator('[aria-labelledby=recent] .entry .name');
const edit = async () => {
  await row(page, '/squadrons/0').focus();
  await page.keyboard.press('Control+d');
};
const isSaved = () => page.locator('.kept', { hasText: /^Saved/ }).waitFor();

/** Changes the stored rows of lists, without the screens. `change` gets each row and returns those to put. */
const raw = (at, change) =>
  at.evaluate(
    (change) =>
      new Promise((done, failed) => {
        // Later, the page's own policy forbids to make code of text.
        const changed = new Function('row', change);
        const opening = indexedDB.open('muster');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const tx = opening.result.transaction('lists', 'readwrite');
          const store = tx.objectStore('lists');
          const asking = store.getAll();
          asking.onsuccess = () => {
            for (const one of asking.result) for (const next of changed(one)) store.put(next);
          };
          tx.onabort = () => failed(tx.error);
          tx.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    change,
  );

const EDITS = 12;

test('an edit that is followed at once by a reload is there', async () => {
  await opened();
  for (let n = 2; n <= EDITS; n++) {
    await row(page, '/squadrons/0').focus();
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => {
      document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'd', ctrlKey: true, bubbles: true, cancelable: true }),
      );
      location.reload();
    });
    await loaded;
    await verdict(page);
    assert.equal((await rows(page)).length, n);
  }
  // Each is a step that can be undone.
  for (let n = EDITS; n > 1; n--) await page.getByRole('button', { name: /^Undo: / }).click();
  assert.equal((await rows(page)).length, 1);
});

test('an edit that is followed at once by a closed tab is there', async () => {
  const address = await opened();
  for (let n = 2; n <= EDITS; n++) {
    await row(page, '/squadrons/0').focus();
    await page.keyboard.press('Control+d');
    // Half of the tabs may say goodbye, as when a person closes them. The others are gone, as after a crash.
    await page.close({ runBeforeUnload: n % 2 === 0 });
    page = await chrome.page();
    await page.goto(address);
    await verdict(page);
    assert.equal((await rows(page)).length, n);
  }
});

test('storage that may not be opened is told, and tried again', async () => {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      if (!window.allowed) throw new DOMException('denied', 'SecurityError');
      return open.apply(this, args);
    };
  });
  await page.goto(server.url);
  await trouble('closed').waitFor();
  assert.match(await trouble('closed').innerText(), /does not let Muster keep anything.*private windows/s);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-closed');
  await page.evaluate(() => (window.allowed = true));
  await page.getByRole('button', { name: 'Try again' }).click();
  await troubleGone();
  await open(page, list('Alpha'));
  await verdict(page);
});

test('a newer version takes over: the old window says so, and what is stored can be saved', async () => {
  const address = await opened();
  const other = await chrome.page();
  await other.goto(`${server.url}icon.svg`);
  const upgrade = () =>
    new Promise((done, failed) => {
      const opening = indexedDB.open('muster', 100);
      opening.onerror = () => failed(opening.error);
      opening.onsuccess = () => done(opening.result.close());
    });
  await other.evaluate(upgrade);
  await trouble('outdated').waitFor();
  await edit();
  await page.getByText('Your last edits of this list are not kept.').waitFor();
  assert.equal((await rows(page)).length, 2);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-outdated');
  // The page that is loaded again is still of the old version.
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'Load this page again' }).click();
  await trouble('newer').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /what is stored, as it is/ }).click(),
  ]);
  assert.match(readFileSync(await download.path(), 'utf8'), /"Alpha"/);
  await page.goto(address);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

test('an old window that blocks an upgrade is told, and the new one goes on by itself', async () => {
  await opened();
  const old = await chrome.page();
  await old.goto(`${server.url}icon.svg`);
  // It never lets go.
  await old.evaluate(
    () =>
      new Promise(
        (done) => (indexedDB.open('muster').onsuccess = ({ target }) => done(void (window.db = target.result))),
      ),
  );
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      return open.call(this, name, name === 'muster' && version ? version + 1 : version);
    };
  });
  await page.goto(`${server.url}#/`);
  await page.reload();
  await trouble('blocked').waitFor();
  assert.match(await trouble('blocked').innerText(), /Close the other windows/);
  await old.close();
  await troubleGone();
  await entries().first().waitFor();
  assert.deepEqual(await entries().allInnerTexts(), ['Alpha']);
});

test('what an earlier version kept in several databases comes along', async () => {
  const older = await chrome.page();
  await older.goto(`${server.url}icon.svg`);
  const kept = { rev: 1, updated: 1, at: 0, steps: 0, file: null, place: null, filed: null };
  const sheet = { kind: 'campaign', ruleset: 'dw-2.5', nation: 'prussian-empire', name: 'Our war' };
  const made = {
    muster: {
      lists: [{ ...kept, id: 'alpha', list: list('Alpha'), selected: null, judged: null }],
      steps: [],
    },
    'muster-sheets': {
      sheets: [{ ...kept, id: 'war', file: 'war.yaml', sheet, standing: null }, { id: 'odd' }],
      steps: [],
    },
  };
  // This window does not let go.
  await older.evaluate(async (made) => {
    const make = ([name, stores]) =>
      new Promise((done, failed) => {
        const opening = indexedDB.open(name, 1);
        opening.onerror = () => failed(opening.error);
        opening.onupgradeneeded = () => {
          for (const [store, rows] of Object.entries(stores)) {
            const keyPath = store === 'steps' ? ['list', 'n'] : 'id';
            const made = opening.result.createObjectStore(store, { keyPath });
            for (const row of rows) made.put(row);
          }
        };
        opening.onsuccess = () => done(opening.result);
      });
    window.open = await Promise.all(Object.entries(made).map(make));
    window.open[0].close();
  }, made);
  await page.goto(server.url);
  await trouble('blocked').waitFor();
  await older.close();
  await troubleGone();
  await page.getByText('Our war').waitFor();
  assert.deepEqual(await entries().allInnerTexts(), ['Alpha']);
  assert.equal(await page.getByRole('region', { name: 'Damaged' }).getByRole('alert').count(), 1);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  assert.deepEqual(await names(), ['muster']);
});

test('a list whose data are cleared while it is open can be kept again', async () => {
  await opened();
  const tools = await chrome.context.newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes: 'indexeddb' });
  await edit();
  await page.getByText('This list is not kept any more.').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-cleared');
  await page.getByRole('button', { name: 'Keep it again' }).click();
  await isSaved();
  await page.reload();
  await verdict(page);
  assert.equal((await rows(page)).length, 2);
  await page.getByRole('button', { name: /^Undo: / }).click();
  assert.equal((await rows(page)).length, 1);
});

test('a damaged row is shown as it is, and the others are used', async () => {
  await opened();
  await page.goto(`${server.url}#/`);
  await raw(
    page,
    `const { list } = row; return [
      { ...row, id: 'no-list', list: 7 },
      { ...row, id: 'odd', list: { ...list, name: 'Odd words', squadrons: [{ unit: 5 }] } },
      { id: 'nothing' },
      { ...row, id: 'half', list: { ...list, name: 'Half' }, judged: { verdict: 'splendid' }, tags: 3, steps: 4, at: 4 },
    ]`,
  );
  await page.reload();
  const box = page.getByRole('region', { name: 'Damaged' });
  await box.getByText('is damaged and cannot be shown').first().waitFor();
  assert.equal(await box.getByRole('alert').count(), 3);
  await page.waitForFunction(() => document.querySelectorAll('[aria-labelledby=recent] .entry').length === 2);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-damaged');
  const odd = box.getByRole('alert').filter({ hasText: 'Odd words' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    odd.getByRole('button', { name: 'Download this text' }).click(),
  ]);
  assert.match(readFileSync(await download.path(), 'utf8'), /"Odd words"/);
  await odd.getByRole('button', { name: 'Delete it for good' }).click();
  await odd.waitFor({ state: 'detached' });
  assert.equal(await box.getByRole('alert').count(), 2);
  // A judgement and steps that are damaged are left out.
  await page.getByRole('link', { name: /Half/ }).click();
  await verdict(page);
  await page.goto(`${server.url}#/list/nothing`);
  await page.getByText('This list is damaged.').waitFor();
});

test('a row that the browser cannot read is told, and the others are read one by one', async () => {
  await opened();
  await page.goto(`${server.url}#/`);
  await raw(page, `return [{ ...row, id: 'broken', list: { ...row.list, name: 'Broken' } }]`);
  await page.addInitScript(() => {
    const { get, getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (key === 'broken') throw new DOMException('Internal error.', 'UnknownError');
      return get.call(this, key);
    };
    IDBObjectStore.prototype.getAll = function (...args) {
      if (this.name === 'lists') throw new DOMException('Internal error.', 'UnknownError');
      return getAll.apply(this, args);
    };
  });
  await page.reload();
  await page.getByText('The browser cannot read it').waitFor();
  await entries().first().waitFor();
  assert.deepEqual(await entries().allInnerTexts(), ['Alpha']);
});

test('a full disk is told, and nothing is lost once there is room', async () => {
  const address = await opened();
  // A browser that has asked for the room of a page believes in it for a while. One that starts asks anew.
  await chrome.stop(true);
  chrome = await browser({ folder: chrome.folder });
  page = await chrome.page();
  const tools = await chrome.context.newCDPSession(page);
  const { origin } = new URL(server.url);
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.goto(address);
  await verdict(page);
  await edit();
  await trouble('full').waitFor();
  await page.getByText('Your last edits of this list are not kept.').waitFor();
  await page.getByText('Not saved!').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-full');
  await tools.send('Storage.overrideQuotaForOrigin', { origin });
  // No edit is needed.
  await trouble('full').getByRole('button', { name: 'Try again' }).click();
  await troubleGone();
  await isSaved();
  await page.goto(address);
  await page.reload();
  await verdict(page);
  assert.equal((await rows(page)).length, 2);
});

test('saving that does not end says why', async () => {
  await opened();
  const other = await chrome.page();
  await other.goto(`${server.url}icon.svg`);
  // It holds the storage for as long as it likes.
  await other.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.open('muster').onsuccess = ({ target }) => {
          const store = target.result.transaction(['lists', 'steps'], 'readwrite').objectStore('lists');
          const go = () => window.enough || (store.count().onsuccess = go);
          go();
          done();
        };
      }),
  );
  await edit();
  await page.getByText('Saving …').waitFor();
  await trouble('slow').waitFor();
  await picture(page, 'stay-slow');
  await other.evaluate(() => (window.enough = true));
  await troubleGone();
  await isSaved();
});

test('the browser is asked to keep lists when the first is kept', async () => {
  await page.addInitScript(() => {
    const { persist } = StorageManager.prototype;
    StorageManager.prototype.persist = function () {
      sessionStorage.asked = Number(sessionStorage.asked ?? 0) + 1;
      return persist.call(this);
    };
  });
  const asked = () => page.evaluate(() => Number(sessionStorage.asked ?? 0));
  await page.goto(server.url);
  await page.getByText('has not promised to keep them').waitFor();
  assert.equal(await asked(), 0);
  await opened('Alpha');
  assert.equal(await asked(), 1);
  await opened('Bravo');
  assert.equal(await asked(), 1);
  const tools = await chrome.context.newCDPSession(page);
  const { origin } = new URL(server.url);
  await page.goto(`${server.url}#/`);
  const ask = page.getByRole('button', { name: 'Ask it to keep them' });
  await ask.waitFor();
  await tools.send('Browser.grantPermissions', { origin, permissions: ['durableStorage'] });
  await ask.click();
  await page.getByText('The browser has promised to keep them.').waitFor();
});

test('the bin keeps what was deleted, for a while', async () => {
  const address = await opened();
  await page.goto(`${server.url}#/`);
  const remove = async () => {
    await page.getByRole('button', { name: 'What to do with Alpha', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  };
  const bin = page.getByRole('list', { name: 'Bin' });
  await remove();
  await page.locator('.bin summary').click();
  await bin.getByText(/30 days left/).waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-bin');
  // The link of a list in the bin leads to it.
  await page.goto(address);
  await page.getByText('This list is in the bin.').waitFor();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await verdict(page);
  await page.goto(`${server.url}#/`);
  await entries().first().waitFor();
  await remove();
  await page.locator('.bin summary').click();
  await page.getByRole('button', { name: 'Restore Alpha' }).click();
  await entries().first().waitFor();
  await remove();
  await page.locator('.bin summary').click();
  await page.getByRole('button', { name: 'Delete Alpha for good' }).click();
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await bin.waitFor({ state: 'detached' });
  // What has been there for longer is deleted for good.
  await opened('Bravo');
  await page.goto(`${server.url}#/`);
  await raw(page, `return [{ ...row, deleted: Date.now() - 31 * 86400000 }]`);
  await page.reload();
  await page.waitForFunction(
    () =>
      new Promise((done) => {
        indexedDB.open('muster').onsuccess = ({ target }) => {
          const counting = target.result.transaction('lists').objectStore('lists').count();
          counting.onsuccess = () => done((target.result.close(), counting.result === 0));
        };
      }),
  );
});

/** Drops a file on the window. */
const drop = (bytes, name) =>
  page.evaluate(
    ([bytes, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [bytes, name],
  );

const sheet = { muster: 1, kind: 'campaign', name: 'Our war', ruleset: 'dw-2.5', nation: 'prussian-empire' };
const collection = (number) => ({
  muster: 1,
  kind: 'collection',
  ruleset: 'dw-2.5',
  models: { 'Tribal Class Cruiser': number },
});

test('everything goes into one file and comes back, and nothing is replaced without a word', async () => {
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem('muster-prefs', JSON.stringify({ remindAt: 1, theme: 'dark' })));
  await page.reload();
  await open(page, list('Alpha'), list('Bravo'), sheet);
  await page.waitForFunction(() => document.querySelectorAll('[aria-labelledby=recent] .entry').length === 2);
  await drop([...Buffer.from(JSON.stringify(collection(7)))], 'mine.yaml');
  await page.getByText('You own 1 kind of models now').waitFor();
  await page.getByText('Your lists were never saved as a file.').waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-reminder');
  await page.getByRole('button', { name: 'What to do with Bravo', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save everything' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^muster-everything-[\d-]+\.zip$/);
  const bytes = [...readFileSync(await download.path())];
  await page.getByText('never saved as a file').waitFor({ state: 'detached' });
  // Here, all is equal.
  await drop(bytes, 'all.zip');
  await page.getByText('Opened 1 list and 1 sheet, 2 of which were here already').waitFor();
  assert.deepEqual(await entries().allInnerTexts(), ['Alpha']);
  assert.equal(await page.getByRole('dialog').count(), 0);

  // On another machine, everything is new.
  await chrome.stop();
  chrome = await browser();
  page = await chrome.page();
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Save everything' }).waitFor();
  await drop(bytes, 'all.zip');
  await page.getByText('Opened 1 list and 1 sheet', { exact: true }).waitFor();
  assert.deepEqual(await entries().allInnerTexts(), ['Alpha']);
  await page.locator('.bin summary').click();
  await page.getByRole('list', { name: 'Bin' }).getByText('Bravo').waitFor();
  await page.getByRole('link', { name: /^Our war/ }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.equal(await page.getByRole('dialog').count(), 0);

  // What is different since is a choice.
  await drop([...Buffer.from(JSON.stringify(collection(9)))], 'mine.yaml');
  await page.getByText('in place of 1 kind').waitFor();
  await page.goto(`${server.url}#/settings`);
  await page.getByRole('radio', { name: 'Light' }).check();
  await drop(bytes, 'all.zip');
  const dialog = page.getByRole('dialog', { name: 'Different here' });
  await dialog.waitFor();
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-choices');
  await dialog.getByRole('checkbox', { name: /The models that you own of/ }).check();
  await dialog.getByRole('button', { name: 'Take what is chosen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${server.url}#/settings`);
  await page.getByText('7 in all').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
});

test('the reminder can be put off', async () => {
  await opened();
  // A page of Muster would write its own settings over these. A picture has no program.
  await page.goto(`${server.url}icon.svg`);
  await page.evaluate(() => localStorage.setItem('muster-prefs', JSON.stringify({ remindAt: 1 })));
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByText('never saved as a file').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Save everything' }).waitFor();
  assert.equal(await page.getByText('never saved as a file').count(), 0);
});

// The static edition asks no server.
const skip = Boolean(process.env.MUSTER_STATIC);
/** Every word and class by which a screen shows a verdict. */
const verdicts = () =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll('.legal, .illegal, .undetermined, .to-do, .empty, .unreadable')].map(
      (one) => one.textContent.trim() || one.outerHTML + one.parentElement.outerHTML.slice(0, 300),
    );
    const text = document.querySelector('#app').innerText;
    return [...words, ...(text.match(/\b(Legal|Illegal|Cannot tell|no problems|No problems)\b/g) ?? [])];
  });

test('while the program does not answer, no screen shows a verdict or points', { skip }, async () => {
  await server.stop();
  server = await serve();
  const address = await opened('Alpha');
  await page.goto(`${server.url}#/`);
  await open(page, list('Bravo', { name: 'Bravo' }));
  await verdict(page);
  await stored(page);
  await page.goto(`${server.url}#/`);
  await entries().nth(1).waitFor();
  assert.notDeepEqual(await verdicts(), []);
  await page.goto(address);
  await verdict(page);
  assert.notDeepEqual(await verdicts(), []);
  const port = Number(new URL(server.url).port);
  await server.stop('SIGKILL');
  await edit();
  await page.getByRole('alert').getByText('The program does not answer.').waitFor();
  assert.deepEqual(await verdicts(), []);
  assert.match(await page.locator('.stamp').innerText(), /Not judged\s+The program does not answer\./);
  assert.equal(await page.locator('.total strong').innerText(), '–');
  assert.deepEqual([...new Set(await page.locator('[data-at] .points').allInnerTexts())], ['–']);
  assert.deepEqual(await audit(page), []);
  await picture(page, 'stay-unjudged');
  for (const to of ['terms', 'print', 'play', 'decks']) {
    await page.evaluate((to) => (location.hash = location.hash.replace(/(#\/list\/\w+).*/, `$1/${to}`)), to);
    await page.waitForURL(new RegExp(`/${to}$`));
    assert.deepEqual(await verdicts(), [], to);
    assert.equal(await page.locator('img[alt^=Page]').count(), 0);
  }
  await page.evaluate(() => (location.hash = '#/'));
  await page.getByRole('heading', { name: 'Your lists' }).waitFor();
  await entries().nth(1).waitFor();
  assert.deepEqual(await verdicts(), []);
  assert.deepEqual(
    [...new Set(await page.locator('.entry .sum:visible').allInnerTexts())].filter((one) => !/^–/.test(one)),
    [],
  );
  await picture(page, 'stay-unjudged-start');
  // The list that was edited is judged when the program answers again. Until then it is known not to be.
  server = await serve([], port);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The program does not answer.').waitFor({ state: 'detached' });
  const rowOf = (name) => page.locator('.entry', { has: page.locator('.name', { hasText: name }) });
  assert.match(await rowOf('Alpha').innerText(), /Not judged/);
  assert.doesNotMatch(await rowOf('Bravo').innerText(), /Not judged/);
  await page.evaluate((address) => (location.href = address), address);
  await verdict(page);
  await stored(page);
  await page.evaluate(() => (location.hash = '#/'));
  await entries().nth(1).waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[aria-labelledby=recent]').innerText.includes('Not judged'),
  );
});

test('a program that only takes long has no verdict either, and comes back by itself', { skip }, async () => {
  await opened();
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/api/judge', (route) => held.then(() => route.continue()));
  await edit();
  await page.locator('.stamp').getByText('The program has not answered yet.').waitFor();
  assert.deepEqual(await verdicts(), []);
  release();
  await verdict(page);
});
