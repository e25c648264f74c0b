// Judges the packages of package-lock.json, here and in src-tauri (the bundler of the installers), as deny.toml has the crates judged: the licences of what users get, that
// every package comes from the registry with a checksum, and that users get no package in two versions. It needs no
// network and no installed packages. Known weaknesses are asked for elsewhere: `make advisories`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Licences that ask for no more than their text and the names of the authors.
const LICENCES = ['MIT', 'ISC', 'Apache-2.0', 'Apache-2.0 OR MIT', '(MIT OR Apache-2.0)'];

// Packages with another licence, or with none in their manifest.
const EXCEPTIONS = {
  '@fontsource-variable/source-sans-3': { licence: 'OFL-1.1', reason: 'a font: it may be shipped, not sold by itself' },
  '@fontsource/old-standard-tt': { licence: 'OFL-1.1', reason: 'a font: it may be shipped, not sold by itself' },
  'svelte-toolbelt': { licence: undefined, reason: 'MIT by the file LICENSE in the package' },
};

// Packages that users get in two versions, with the reason. There are none.
const DUPLICATES = {};

/** Sentences on what is wrong with a lockfile. */
export function faults(lock, exceptions = EXCEPTIONS, duplicates = DUPLICATES) {
  const found = [];
  const versions = new Map();
  const used = new Set();
  for (const [path, { version, license, dev, devOptional, link, resolved, integrity }] of Object.entries(
    lock.packages,
  )) {
    if (path === '') continue;
    const name = path.split('node_modules/').at(-1);
    const here = `${name} ${version}`;
    // The lockfile leaves out the registry's address (.npmrc). What comes from elsewhere has one.
    if (link || resolved !== undefined) found.push(`${here}: comes from ${resolved}, not from the registry`);
    if (!integrity?.startsWith('sha512-')) found.push(`${here}: has no SHA-512 checksum`);
    if (dev || devOptional) continue;
    versions.set(name, [...(versions.get(name) ?? []), version]);
    const exception = exceptions[name];
    if (exception && exception.licence === license) used.add(name);
    else if (!LICENCES.includes(license)) found.push(`${here}: the licence ${license} is not among those allowed`);
  }
  for (const [name, all] of versions) {
    if (new Set(all).size < 2) continue;
    if (name in duplicates) used.add(name);
    else found.push(`${name}: users get it in ${all.length} versions: ${all.join(', ')}`);
  }
  const unused = [...Object.keys(exceptions), ...Object.keys(duplicates)].filter((name) => !used.has(name));
  return [...found, ...unused.map((name) => `${name}: its exception is no longer needed`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  const [screens, bundler] = [lock('../package-lock.json'), lock('../../src-tauri/package-lock.json')];
  const found = [...faults(screens), ...faults(bundler, {})];
  for (const fault of found) console.error(fault);
  const count = Object.keys(screens.packages).length + Object.keys(bundler.packages).length - 2;
  console.log(`${count} packages of npm: ${found.length} faults`);
  process.exit(found.length > 0 ? 1 : 0);
}
