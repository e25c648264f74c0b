// A monkey uses every screen in every game. Nothing may break, and no list may be lost but those it deletes.
// MONKEY_MOVES is the number of moves in each game (a longer run finds more), MONKEY_SEED chooses other moves, MONKEY_GAME one game.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { settleIn } from './monkey.mjs';
import { browser, serve, verdict } from './muster.mjs';

const SEED = Number(process.env.MONKEY_SEED ?? 17);
const MOVES = Number(process.env.MONKEY_MOVES ?? 240);
const GAMES = ['dw-1.1', 'dw-2.5', 'dw-3', 'dw-4', 'fleet-action', 'legions-2.0'];
/** With more lists than this, every other batch begins where the monkey can delete some. */
const MANY = 12;
/** So many moves are made at a time. Then the stored lists are compared with what they should be. */
const BATCH = 20;
const RELOAD = 100;

const examples = join(import.meta.dirname, '../../examples');
const texts = (folder, pattern) =>
  readdirSync(join(examples, folder))
    .filter((name) => pattern.test(name))
    .map((name) => [name, readFileSync(join(examples, folder, name), 'utf8')]);

let server, folder;
before(async () => {
  server = await serve();
  folder = mkdtempSync(join(tmpdir(), 'muster-monkey-'));
  for (const [name, text] of texts('submissions', /^(Ishikawa|my list|hiro|New Text)/))
    writeFileSync(join(folder, name), text);
});
after(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Lets a page fail on what it says in its console, but for refused calls, which the monkey looks at. */
function listen(page, faults) {
  page.on('console', (said) => {
    if (said.type() === 'error' && !said.location().url.includes('/api/')) faults.push(`the console: ${said.text()}`);
  });
  page.on('pageerror', (fault) => faults.push(fault.stack ?? String(fault)));
}

/** Drags something to somewhere, by two numbers from 0 to 1. This needs true pointer events. */
async function drag(page, aim) {
  const places = await page.evaluate(() =>
    [...document.querySelectorAll('[data-at] > .row, [data-unit], button')]
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.top > 0 && box.bottom < innerHeight)
      .map((box) => ({ x: box.left + Math.min(40, box.width / 2), y: box.top + box.height / 2 })),
  );
  if (places.length === 0) return 'find nothing to drag';
  const [from, to] = aim.map((share) => places[Math.floor(share * places.length)]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  return `drag from ${from.x}, ${from.y} to ${to.x}, ${to.y}`;
}

/** Compares the stored lists with those that were there before, and notes what is wrong with them. Lists that the monkey
 * opened may have other names now. */
function compare(lists, { happened, lists: stored }, opened, faults) {
  const byId = new Map(stored.map((one) => [one.id, one]));
  for (const { gone, back } of happened) {
    for (const id of gone) lists.delete(id);
    for (const id of back) lists.set(id, byId.get(id));
  }
  for (const [id, was] of lists) {
    const now = byId.get(id);
    if (!now) faults.push(`the list “${was?.name}” is gone`);
    else if (now.name !== was.name && !opened.includes(id)) faults.push(`“${was.name}” is now “${now.name}”`);
  }
  for (const [id, one] of byId) lists.set(id, one);
}

/** Opens each stored list after a reload. It must have its name and be judged. */
async function reopen(page, lists) {
  await page.goto(`${server.url}#/`);
  await page.reload();
  await page.evaluate(() => window.monkey.settled());
  const stored = await page.evaluate(() => window.monkey.stored());
  assert.deepEqual(stored.map(({ id }) => id).sort(), [...lists.keys()].sort());
  for (const { id, name } of stored) {
    await page.evaluate((id) => (location.hash = `#/list/${id}`), id);
    await page.waitForFunction((id) => location.hash.includes(id) && document.querySelector('.builder'), id);
    await page.evaluate(() => window.monkey.settled());
    assert.match(await verdict(page), /^(Legal|Illegal|Cannot tell|Unreadable|Empty|To do)$/);
    assert.equal(await page.getByRole('textbox', { name: 'Name of the list' }).inputValue(), name ?? '');
  }
}

/** A list as one word, as in a link. */
const wordOf = (page, text) =>
  page.evaluate(async (text) => {
    const ask = async (name, args) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(args) });
      return answer.json();
    };
    const { documents } = await ask('read', { text, file: null });
    return (await ask('export', { list: documents[0].list, to: 'word', open: false, event: null })).text.trim();
  }, text);

const pages = ['', '/decks', '/terms', '/print', '/play'];

for (const [index, game] of GAMES.entries()) {
  const chosen = process.env.MONKEY_GAME ?? game;
  test(`${game}: ${MOVES} moves`, { skip: MOVES === 0 || chosen !== game }, async (t) => {
    t.diagnostic(`MONKEY_SEED=${SEED} MONKEY_GAME=${game}`);
    const chrome = await browser();
    const page = await chrome.page();
    const [done, faults, seen, lists] = [[], [], new Set(), new Map()];
    try {
      listen(page, faults);
      // Prints are opened beside the page.
      chrome.context.on('page', (other) => other !== page && other.close().catch(() => undefined));
      const files = [
        ...texts(game, /yaml$/).slice(0, 4),
        ...texts('submissions', /^(hiro|bruce|New Text|my list)/),
        ['nothing.yaml', 'muster: ['],
      ];
      let choices = 0;
      page.on('filechooser', async (chooser) => {
        // The page may be reloaded meanwhile.
        const folders = await chooser
          .element()
          .evaluate((input) => input.webkitdirectory)
          .catch(() => false);
        const [name, text] = files[choices++ % files.length];
        await chooser
          .setFiles(folders ? folder : { name, mimeType: 'text/plain', buffer: Buffer.from(text) })
          .catch(() => undefined);
      });
      await page.addInitScript(settleIn);
      await page.goto(server.url);
      await page.evaluate((files) => window.monkey.settled().then(() => window.monkey.drop(files)), files.slice(0, 2));
      await page.waitForFunction(() => window.monkey.stored().then((lists) => lists.length === 2));
      for (const one of await page.evaluate(() => window.monkey.stored())) lists.set(one.id, one);
      const word = await wordOf(page, files[0][1]);

      let state = SEED * 1000 + index;
      // A name that was typed last is stored a moment after the list is left.
      let opened = [];
      for (let made = 0; made < MOVES && faults.length === 0; made += BATCH) {
        if (made % RELOAD === RELOAD - BATCH) {
          await page.reload();
          done.push('reload');
        }
        const own = [...lists.values()].filter(({ ruleset }) => ruleset === game).slice(0, 3);
        const places = [
          ...['#/', '#/settings', '#/submissions', `#/shared/${word}`],
          ...own.flatMap(({ id }) => pages.map((at) => `#/list/${id}${at}`)),
        ];
        const batch = made / BATCH;
        const first = lists.size > MANY && batch % 2 ? '#/' : places[batch % places.length];
        const did = await page.evaluate(
          async ([number, state, files, places, first]) => {
            await window.monkey.settled();
            location.hash = first;
            return window.monkey.moves(number, state, files, places);
          },
          [BATCH - 1, state, files, places, first],
        );
        state = did.state;
        done.push(...did.done);
        for (const screen of did.seen) seen.add(screen);
        faults.push(...did.faults);
        compare(lists, did, [...opened, ...did.opened], faults);
        opened = did.opened;
        if (faults.length === 0) done.push(await drag(page, did.aim));
      }
      assert.deepEqual(faults, []);
      await reopen(page, lists);
      t.diagnostic(`${lists.size} lists; seen: ${[...seen].sort().join(', ')}`);
      for (const screen of ['start', 'settings', 'submissions', 'shared', 'fleet', 'terms', 'print', 'play', 'dialog'])
        assert.ok(seen.has(screen), `the monkey never came to ${screen}`);
      assert.deepEqual(faults, []);
    } catch (told) {
      t.diagnostic(`the last moves:\n${done.slice(-40).join('\n')}`);
      throw told;
    } finally {
      await chrome.stop();
    }
  });
}
