// Gathers the licences of everything that Muster is built of into LICENCES.txt, which every archive, every installer and
// the program itself carry:
//   make.mjs           writes it
//   make.mjs --check   fails if it would write something else, or if the text of a licence is missing
// It reads what `cargo metadata` knows, the sources that Cargo has fetched, and the installed packages of the screens.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FONTS, MISSING, OTHERS } from './table.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = join(ROOT, 'LICENCES.txt');
/** The crates of this workspace that become something that people get. */
const PROGRAMS = ['muster-cli', 'muster-desktop', 'muster-web', 'muster-python'];
const WIDTH = 120;

const run = promisify(execFile);
const cargo = process.env.CARGO ?? 'cargo';
const lines = (text) => text.split('\n');
const byName = (one, other) =>
  one.name < other.name || (one.name === other.name && one.version < other.version) ? -1 : 1;

/** The systems for which there are releases: those for which deny.toml has the crates judged. */
export function targets() {
  const [, list] = /^targets = \[([^\]]*)\]/m.exec(readFileSync(join(ROOT, 'deny.toml'), 'utf8'));
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
}

/** The crates of others that are linked into what people get, on any of the systems. Macros are among them, what only
 * builds or tests is not. */
export async function crates() {
  const found = new Map();
  for (const metadata of await Promise.all(targets().map(metadataOf))) {
    const packages = new Map(metadata.packages.map((one) => [one.id, one]));
    const nodes = new Map(metadata.resolve.nodes.map((one) => [one.id, one]));
    const members = metadata.packages.filter((one) => one.source === null);
    const todo = members.filter((one) => PROGRAMS.includes(one.name)).map((one) => one.id);
    const seen = new Set(todo);
    while (todo.length > 0) {
      for (const { pkg, dep_kinds: kinds } of nodes.get(todo.pop()).deps) {
        if (seen.has(pkg) || !kinds.some(({ kind }) => kind === null)) continue;
        seen.add(pkg);
        todo.push(pkg);
      }
    }
    for (const id of seen) {
      const { name, version, license, authors, manifest_path: manifest, source } = packages.get(id);
      if (source !== null)
        found.set(id, { kind: 'crate', name, version, licence: license, authors, folder: dirname(manifest) });
    }
  }
  return [...found.values()].sort(byName);
}

async function metadataOf(target) {
  const args = ['metadata', '--locked', '--format-version', '1', '--filter-platform', target];
  const { stdout } = await run(cargo, args, { cwd: ROOT, maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

/** The packages of npm that users get with the screens: those that package-lock.json has for more than development. */
export function packages() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'ui/package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, one]) => path !== '' && !one.dev && !one.devOptional)
    .map(([path, { version, license }]) => ({
      kind: 'package',
      name: path.split('node_modules/').at(-1),
      version,
      licence: license,
      authors: [],
      folder: join(ROOT, 'ui', path),
    }))
    .sort(byName);
}

const LEGAL = /^(licen[cs]e|copying|copyright|notice|unlicen[cs]e)/i;
/** Folders of crates from which nothing is linked. */
const APART = new Set(['tests', 'test', 'benches', 'examples', 'fuzz', '.github', 'node_modules']);
/** Sources with such a name, such as `copying.rs`. */
const SOURCE = /\.([cm]?[jt]sx?|rs|svelte|ya?ml|json|toml|html)$/i;

function legalFiles(folder, inside = '') {
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = inside + entry.name;
      if (entry.isDirectory()) return APART.has(entry.name) ? [] : legalFiles(folder, `${path}/`);
      return (LEGAL.test(entry.name) && !SOURCE.test(entry.name)) || /^licen[cs]es\//i.test(path) ? [path] : [];
    });
}

/** What a file's name says about the licence in it. */
const MIT = /mit/i;
const OTHER = /apache|zlib|boost|bsl|bsd|unlicen|cc0|lgpl/i;

/** The files of a part that hold its licences and notices. Where a part offers a choice with MIT in it, MIT is taken, and
 * the files of the other licences are left out. */
export function chosen(files, licence) {
  const isChoice = /\bMIT\b/.test(licence) && !/\bAND\b/.test(licence);
  const rest = files.filter((file) => !OTHER.test(file.split('/').at(-1)));
  return isChoice && rest.some((file) => MIT.test(file)) ? rest : files;
}

/** A text as it is printed: no marks, tabs or ends of lines that differ, no blank lines around it. */
export function plain(bytes) {
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n').replace(/\t/g, '        ');
  return lines(text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/g, ''))
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

const read = (path) => plain(readFileSync(path));
const standard = (name) => readFileSync(new URL(`texts/${name}.txt`, import.meta.url));

/** The texts of each part, and sentences on what is wrong. */
export function withTexts(parts, missing = MISSING) {
  const used = new Set();
  const faults = [];
  const own = (part) => {
    const files = legalFiles(part.folder);
    const isWhole = files.some((file) => !file.includes('/') || /^licen[cs]es\//i.test(file));
    return { isWhole, texts: chosen(files, part.licence ?? '').map((file) => read(join(part.folder, file))) };
  };
  const found = parts.map((part) => {
    const { isWhole, texts } = own(part);
    const entry = missing.find(({ parts }) => parts.includes(part.name));
    if (isWhole) {
      if (!part.licence && !entry?.licence) faults.push(`${part.name} ${part.version}: its manifest names no licence`);
      if (entry?.licence) used.add(part.name);
      return { ...part, licence: part.licence ?? entry?.licence, texts };
    }
    if (!entry || entry.licence) {
      faults.push(`${part.name} ${part.version}: has no text of its licence, ${part.licence}`);
      return { ...part, texts };
    }
    used.add(part.name);
    if (entry.like) {
      const other = parts.find(({ name }) => name === entry.like);
      if (!other) faults.push(`${part.name}: ${entry.like}, whose licence it has, is no part`);
      return { ...part, texts: [...texts, ...(other ? own(other).texts : [])] };
    }
    const holders = entry.holders ?? part.authors.map((author) => author.replace(/ *<.*>/, ''));
    if (holders.length === 0) faults.push(`${part.name} ${part.version}: nobody is named whose it is`);
    const text = plain(standard(entry.text)).replace('HOLDERS', holders.join(', '));
    return { ...part, texts: [...texts, text] };
  });
  const unused = missing.flatMap(({ parts }) => parts).filter((name) => !used.has(name));
  return { parts: found, faults: [...faults, ...unused.map((name) => `${name}: its exception is no longer needed`)] };
}

/** Everything that Muster is built of, and sentences on what is wrong. */
export async function everything() {
  const { parts, faults } = withTexts([...(await crates()), ...packages()]);
  const folder = join(ROOT, 'crates/print/fonts');
  const known = FONTS.flatMap(({ files }) => files);
  for (const file of readdirSync(folder))
    if (!known.includes(file)) faults.push(`crates/print/fonts/${file}: FONTS does not say which font it belongs to`);
  const fonts = FONTS.map(({ name, licence, text }) => ({
    kind: 'font',
    name,
    licence,
    texts: [read(join(folder, text))],
  }));
  const others = OTHERS.map(({ name, licence, text }) => ({
    kind: 'other',
    name,
    licence,
    texts: [plain(standard(text))],
  }));
  return { parts: [...others, ...fonts, ...parts], faults };
}

/** Lines of words, none longer than the width. */
function wrapped(words, indent) {
  const all = [indent];
  for (const word of words) {
    if (all.at(-1).length + word.length + 1 > WIDTH && all.at(-1) !== indent) all.push(indent);
    all[all.length - 1] += (all.at(-1) === indent ? '' : ' ') + word;
  }
  return all.join('\n');
}

const title = ({ name, version }) => (version ? `${name} ${version}` : name);

/** The whole text: what Muster is built of with the numbers of the texts, then each text once. */
export function document(parts) {
  const texts = new Map();
  const numbers = parts.map((part) =>
    part.texts.map((text) => {
      // Many differ in the breaks of their lines alone.
      const key = text.replace(/\s+/g, ' ');
      const known = texts.get(key) ?? { number: texts.size + 1, text, of: [] };
      texts.set(key, known);
      if (!known.of.includes(part)) known.of.push(part);
      return known.number;
    }),
  );
  const table = (kind, head) => {
    const rows = parts.flatMap((part, index) =>
      part.kind === kind ? [[title(part), part.licence, [...new Set(numbers[index])].join(', ')]] : [],
    );
    const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
    const shown = rows.map((row) => `  ${row[0].padEnd(widths[0])}  ${row[1].padEnd(widths[1])}  ${row[2]}`);
    return [`${head}:`, '', ...shown, ''];
  };
  const count = (kind) => parts.filter((part) => part.kind === kind).length;
  return [
    'What Muster is built of, and its licences',
    '',
    'Muster itself is licensed under the MIT licence or the Apache License 2.0, at your option (LICENSE-MIT,',
    'LICENSE-APACHE). What follows was made by others, on any of the systems for which there are releases. The numbers are',
    'those of the texts below. Where its makers offer a choice with the MIT licence in it, that one is taken.',
    '',
    ...table('font', 'Fonts of the prints'),
    ...table('package', `${count('package')} packages of npm, of the screens, with their fonts`),
    ...table('crate', `${count('crate')} crates`),
    ...table('other', 'More'),
    ...[...texts.values()].flatMap(({ number, text, of }) => [
      '='.repeat(WIDTH),
      `Text ${number}, of`,
      wrapped(
        of.map((part, index) => title(part) + (index + 1 < of.length ? ',' : '')),
        '  ',
      ),
      '',
      text,
      '',
    ]),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { parts, faults } = await everything();
  const text = document(parts);
  const isCheck = process.argv.includes('--check');
  if (isCheck && (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text))
    faults.push('LICENCES.txt does not have what Muster is built of now: run `make licences`, and read what changed');
  for (const fault of faults) console.error(fault);
  if (!isCheck && faults.length === 0) writeFileSync(FILE, text);
  console.log(`licences of ${parts.length} parts in ${text.length} bytes: ${faults.length} faults`);
  process.exit(faults.length > 0 ? 1 : 0);
}
