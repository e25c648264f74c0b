import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { chosen, document, plain, targets, withTexts } from './make.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const told = read('LICENCES.txt');

test('every crate that Cargo itself says is linked has a row, for every system of a release', () => {
  const programs = ['muster-cli', 'muster-desktop', 'muster-web', 'muster-python'].flatMap((name) => ['-p', name]);
  const missing = new Set();
  let count = 0;
  for (const target of targets()) {
    const args = ['tree', '--locked', '--prefix', 'none', '--edges', 'normal', '--target', target, ...programs];
    const tree = execFileSync(process.env.CARGO ?? 'cargo', [...args, '--features', 'muster-web/full'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    for (const line of tree.split('\n')) {
      const [, name, version, rest] = /^(\S+) v(\S+)(.*)$/.exec(line) ?? [];
      // Crates of this workspace have their folder behind them.
      if (!name || rest.includes('(/') || /\([A-Z]:/.test(rest)) continue;
      count += 1;
      if (!told.includes(`\n  ${name} ${version}  `)) missing.add(`${name} ${version}`);
    }
  }
  assert.ok(count > 1000, `only ${count} lines`);
  assert.deepEqual([...missing], []);
});

test('every number of a row is that of a text', () => {
  const rows = told
    .split('='.repeat(120))[0]
    .split('\n')
    .filter((line) => line.startsWith('  '));
  const numbers = new Set(rows.flatMap((row) => row.split('  ').at(-1).split(', ').map(Number)));
  const texts = [...told.matchAll(/^Text (\d+), of$/gm)].map(([, number]) => Number(number));
  assert.ok(rows.length > 600 && texts.length > 200);
  assert.deepEqual(
    [...numbers].sort((one, other) => one - other),
    texts,
  );
});

for (const name of ['DejaVu Sans', 'Old Standard', 'Source Sans 3', 'The Rust standard library', 'svelte', 'typst'])
  test(`${name} has a row`, () => assert.match(told, new RegExp(`^  ${name} .* \\d+$`, 'm')));

// What is handed out has the text: the archives, the installers, the static edition.
const LEGAL = ['NOTICE', 'LICENCES.txt', 'LICENSE-MIT', 'LICENSE-APACHE'];

test('the archives have the licences', () => {
  const copied = read('.github/workflows/release.yml')
    .split('\n')
    .find((line) => /^ +cp .* out\/$/.test(line));
  for (const file of LEGAL) assert.ok(copied.split(' ').includes(file), file);
});

test('the installers have the licences', () => {
  const of = (system) => JSON.parse(read(`src-tauri/tauri.${system}.conf.json`)).bundle;
  const { deb, rpm } = of('linux').linux;
  for (const files of [
    Object.values(deb.files),
    Object.values(rpm.files),
    ...['windows', 'macos'].map((one) => Object.keys(of(one).resources)),
  ])
    for (const file of LEGAL) assert.ok(files.includes(`../${file}`), file);
});

/** A part with files in a folder of its own. */
function part(files, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-licences-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  test.after(() => rmSync(folder, { recursive: true }));
  return {
    kind: 'crate',
    name: 'a',
    version: '1.0.0',
    licence: 'MIT',
    authors: ['Ann <ann@example.org>'],
    folder,
    ...more,
  };
}

const texts = (part, missing = []) => withTexts([part], missing).parts[0].texts;
const faults = (part, missing = []) => withTexts([part], missing).faults;

test('licences and notices of a part are found, wherever what is linked lies', () => {
  const files = { 'LICENSE.md': 'one', NOTICE: 'two', 'src/vendor/COPYING': 'three', 'LICENSES/MIT.txt': 'four' };
  assert.deepEqual(texts(part(files)).sort(), ['four', 'one', 'three', 'two']);
});

test('sources and what only tests have are not read', () => {
  assert.deepEqual(texts(part({ LICENSE: 'one', 'src/copying.rs': 'x', 'tests/fonts/LICENSE': 'x' })), ['one']);
});

test('a part without a text is a fault', () => {
  assert.deepEqual(faults(part({ 'README.md': 'x' })), ['a 1.0.0: has no text of its licence, MIT']);
  assert.deepEqual(faults(part({ 'src/vendor/LICENSE': 'x' })), ['a 1.0.0: has no text of its licence, MIT']);
});

test('an exception gives the text, with the names of the makers', () => {
  const [text] = texts(part({}), [{ parts: ['a'], text: 'MIT', reason: '' }]);
  assert.match(text, /^MIT License\n\nCopyright \(c\) Ann\n\nPermission/);
  assert.match(
    texts(part({}), [{ parts: ['a'], text: 'MIT', holders: ['Bob', 'Eve'], reason: '' }])[0],
    /\(c\) Bob, Eve\n/,
  );
  assert.deepEqual(faults(part({}, { authors: [] }), [{ parts: ['a'], text: 'MIT', reason: '' }]), [
    'a 1.0.0: nobody is named whose it is',
  ]);
});

test('an exception that is no longer needed is a fault, and so is one that names no part', () => {
  const exception = { parts: ['a'], text: 'MIT', reason: '' };
  assert.deepEqual(faults(part({ LICENSE: 'x' }), [exception]), ['a: its exception is no longer needed']);
  assert.deepEqual(faults(part({ LICENSE: 'x' }), [{ ...exception, parts: ['b'] }]), [
    'b: its exception is no longer needed',
  ]);
  assert.deepEqual(faults(part({}), [{ parts: ['a'], like: 'b', reason: '' }]), [
    'a: b, whose licence it has, is no part',
  ]);
});

test('a part whose manifest names no licence is a fault without an exception', () => {
  const silent = part({ LICENSE: 'x' }, { licence: undefined });
  assert.deepEqual(faults(silent), ['a 1.0.0: its manifest names no licence']);
  assert.deepEqual(faults(silent, [{ parts: ['a'], licence: 'MIT', reason: '' }]), []);
});

test('of a choice with MIT in it, MIT is taken, and nothing else is left out', () => {
  const files = ['COPYRIGHT', 'LICENSE-APACHE', 'LICENSE-MIT', 'LICENSE-THIRD-PARTY', 'NOTICE'];
  const kept = ['COPYRIGHT', 'LICENSE-MIT', 'LICENSE-THIRD-PARTY', 'NOTICE'];
  assert.deepEqual(chosen(files, 'MIT OR Apache-2.0'), kept);
  assert.deepEqual(chosen(files, 'MIT/Apache-2.0'), kept);
  assert.deepEqual(chosen(files, '(MIT OR Apache-2.0) AND Unicode-3.0'), files);
  assert.deepEqual(chosen(['LICENSE', 'LICENSE-APACHE'], 'MIT OR Apache-2.0'), ['LICENSE', 'LICENSE-APACHE']);
});

test('texts are plain: they cannot move the cursor of a terminal', () => {
  assert.equal(plain(Buffer.from('\ufeff\n\none\u001b[2J \r\ntwo\tx\f\n\n')), 'one[2J\ntwo        x');
});

test('equal texts are told once, with all that they are of', () => {
  const [one, other] = [
    { name: 'a', texts: ['the  same\ntext'] },
    { name: 'b', texts: ['the same text', 'another'] },
  ];
  const made = document([one, other].map((part) => ({ kind: 'crate', version: '1', licence: 'MIT', ...part })));
  assert.match(made, /^ {2}a 1 {2}MIT {2}1\n {2}b 1 {2}MIT {2}1, 2$/m);
  assert.match(made, /^Text 1, of\n {2}a 1, b 1\n\nthe {2}same\ntext\n$/m);
  assert.match(made, /^Text 2, of\n {2}b 1\n\nanother\n$/m);
});
