// Tests of the desktop app: a fleet from nothing, files, changes by another program, a crash in the middle of a save.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Session, home } from './session.mjs';

let place, file;
before(() => {
  place = home();
  file = join(place.folder, 'channel.yaml');
});
after(() => place.remove());

/** Starts the app, runs `act`, and ends the app even if `act` fails. */
async function app(options, act) {
  const session = await Session.start({ folder: place.folder, ...options });
  try {
    await act(session);
  } catch (fault) {
    await session.picture('failed').catch(() => {});
    throw fault;
  } finally {
    await session.stop();
  }
}

const undone = (session) =>
  session.run(`return document.querySelector('[aria-label^="Redo: "]')?.getAttribute('aria-label') ?? null`);

test('a legal fleet is built from nothing, broken, fixed, and saved', () =>
  app({ env: { MUSTER_TEST_PICK: file } }, async (session) => {
    await session.button('New list');
    await session.click('label', 'Dystopian Wars 2.5', '[role=dialog]');
    await session.click('label', 'Kingdom of Britannia', '[role=dialog]');
    await session.click('summary', 'Agreed for the game', '[role=dialog]');
    await session.choose('Core type', 'Naval');
    await session.choose('Theatre', 'Water');
    await session.button('Begin the list');
    assert.equal(await session.verdict(), 'Empty');

    // The first possible flagship is the flagship.
    await session.add('Ruler Class Battleship');
    for (const unit of [
      'Tribal Class Cruiser',
      'Tribal Class Cruiser',
      'Attacker Class Frigate',
      'Attacker Class Frigate',
    ])
      await session.add(unit);
    await session.button('One more: Tribal Class Cruiser');
    assert.equal(await session.verdict(), 'Legal', await session.text('.problems'));
    const legal = await session.points();
    await session.picture('app-legal');

    for (let n = 0; n < 3; n++) await session.add('Ruler Class Battleship');
    assert.equal(await session.verdict(), 'Illegal');
    assert.match(await session.text('.problems'), /of at most 600 \(60% of MFV 1000\)/);
    await session.picture('app-broken');
    await session.click('[data-at="/squadrons/0"] .main');
    for (let n = 0; n < 3; n++) await session.press('Control+z');
    assert.equal(await session.verdict(), 'Legal');
    assert.equal(await session.points(), legal);
    assert.match(await undone(session), /Add Ruler Class Battleship/);

    await session.press('Control+s');
    await session.until(() => existsSync(file));
    assert.match(readFileSync(file, 'utf8'), /unit: tribal-class-cruiser/);
    assert.deepEqual(
      readdirSync(place.folder).filter((name) => name.startsWith('.muster')),
      [],
      'nothing is left beside it',
    );
  }));

test('the file opens by its name, and the list that was kept is there with its steps', () =>
  app({ args: [file] }, async (session) => {
    assert.equal(await session.verdict(), 'Legal');
    assert.match(await session.text('.kept'), /channel\.yaml/);
    await session.click('[data-at="/squadrons/0"] .main');
    await session.press('Control+d');
    assert.equal(await session.verdict(), 'Illegal');
    await session.press('Control+z');

    // Meanwhile another program writes the file.
    const theirs = readFileSync(file, 'utf8').replace('mfv: 1000', 'mfv: 1001');
    writeFileSync(file, theirs);
    await session.button('One more: Attacker Class Frigate');
    await session.verdict();
    await session.press('Control+s');
    await session.until(async () => (await session.text('body')).includes('was changed by another program'));
    assert.equal(readFileSync(file, 'utf8'), theirs);
    await session.picture('app-changed');
  }));

test('the printed pages are shown, saved where a person chooses, and opened by the system', async () => {
  const pdf = join(place.folder, 'channel.pdf');
  // Stands in for the program that the system runs to open a file.
  const programs = join(place.folder, 'programs');
  const opened = join(place.folder, 'opened.pdf');
  mkdirSync(programs);
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\ncp "$1" "${opened}"\n`, { mode: 0o755 });
  const env = {
    MUSTER_TEST_PICK: pdf,
    PATH: `${programs}:${process.env.PATH}`,
  };
  await app({ args: [file], env }, async (session) => {
    await session.verdict();
    await session.press('Control+p');
    await session.tick('Stat cards');
    await session.until(() =>
      session.run(
        `const pages = [...document.querySelectorAll('.pages img')]; return pages.length > 1 && pages.every((page) => page.naturalWidth > 100)`,
      ),
    );
    await session.picture('app-print');
    await session.button('Save as PDF');
    await session.until(async () => (await session.text('body')).includes(`Saved as ${pdf}`));
    await session.button('Open', '.choices');
    await session.until(() => existsSync(opened) && readFileSync(opened).equals(readFileSync(pdf)));
  });
  assert.match(execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }), /Ruler Class Battleship/);
});

test('a crash in the middle of a save leaves the file as it was, and loses no edit', async () => {
  const old = readFileSync(file, 'utf8');
  await app({ args: [file], env: { MUSTER_TEST_CRASH: '1' } }, async (session) => {
    await session.verdict();
    // The list is stored first, then its file is written. The app dies during the file write, by itself or on request.
    const edit = async () => {
      await session.type('#unit-search', 'Lord Hood');
      await session.button('Add Lord Hood');
      await session.press('Control+s');
    };
    await edit().catch(() => {});
    await session.until(async () => {
      try {
        await session.text('body');
        return false;
      } catch {
        return true;
      }
    });
  });
  assert.equal(readFileSync(file, 'utf8'), old);
  await app({}, async (session) => {
    await session.click('a.entry');
    await session.until(async () =>
      (
        await session.run(`return [...document.querySelectorAll('[data-at] .main .name')].map((one) => one.innerText)`)
      ).some((name) => name.startsWith('Lord Hood')),
    );
  });
});

test('the page can only read files that a person chose, and open only PDFs that Muster made', () => {
  const other = join(place.folder, 'other.yaml');
  writeFileSync(other, 'muster: 1\n');
  return app({ args: [file] }, async (session) => {
    await session.verdict();
    const script = `const [name, args, done] = arguments;
      window.__TAURI_INTERNALS__.invoke(name, args).then((answer) => done({ answer }), (fault) => done({ fault }))`;
    const ask = (...args) => session.command('POST', '/execute/async', { script, args });
    for (const [name, args] of [
      ['read_file', { path: other }],
      ['write_file', { path: other, text: 'mine', packed: false, stamp: null }],
      ['find_brought', { paths: [place.folder] }],
      ['read_brought', { path: other }],
      ['set_own', { rulesets: place.folder, units: [] }],
      ['set_own', { rulesets: null, units: [other] }],
    ])
      assert.equal((await ask(name, args)).fault?.code, 'no-access', name);
    assert.equal((await ask('open_pdf', { name: 'run.sh', pdf: 'JVBERi0=' })).fault?.code, 'no-print');
    assert.equal(readFileSync(other, 'utf8'), 'muster: 1\n');
    assert.match((await ask('read_file', { path: file })).answer.text, /muster: 1/);
  });
});

/** Writes a folder of rulesets like a club's: one almost empty ruleset, and one that cannot be read. */
function clubFolder() {
  const folder = join(place.folder, 'club');
  const write = (name, text) => {
    mkdirSync(join(folder, name, '1'), { recursive: true });
    writeFileSync(join(folder, name, '1', 'ruleset.yaml'), text);
  };
  write(
    'club-game',
    'kind: ruleset\nid: club-game\nname: The Game of Our Club\nedition: "1"\nversion: 1.0.0\nsummary: Nothing is forbidden.\nbooks:\n  book: {title: A Book}\nnations:\n  north: {name: The North}\n',
  );
  write('broken-game', 'kind: ruleset\n');
  return folder;
}

test('settings hold at the next start, too: dark, on other paper, with rulesets of a club', async () => {
  const folder = clubFolder();
  const look = (session) =>
    session.run(`return [document.documentElement.dataset.theme ?? null, getComputedStyle(document.body).color]`);
  const chosen = (session) =>
    session.run(`return [...document.querySelectorAll('input:checked')].map((one) => one.labels[0].innerText)`);
  let light;
  await app({ env: { MUSTER_TEST_PICK: folder } }, async (session) => {
    light = await look(session);
    await session.button('Settings');
    await session.click('label', 'Dark');
    await session.click('label', 'US Letter');
    await session.button('Choose a folder');
    await session.until(async () => (await session.text('main')).includes('The Game of Our Club'));
    assert.match(await session.text('main'), /broken-game.*is missing/);
    await session.picture('app-settings');
  });
  await app({}, async (session) => {
    assert.equal((await look(session))[0], 'dark');
    assert.notEqual((await look(session))[1], light[1]);
    await session.button('New list');
    await session.click('label', 'The Game of Our Club', '[role=dialog]');
    await session.button('Begin the list');
    assert.equal(await session.verdict(), 'Empty');
    await session.button('Your lists');
    await session.button('Settings');
    assert.deepEqual(await chosen(session), ['Dark', 'US Letter']);
    await session.button('Built-in only');
    await session.until(async () => !(await session.text('main')).includes('The Game of Our Club'));
    await session.button('Your lists');
    await session.button('New list');
    await session.until(async () => (await session.text('[role=dialog]')).includes('Game'));
    assert.doesNotMatch(await session.text('[role=dialog]'), /The Game of Our Club/);
  });
});
