// What a browser loads first, compressed as a server would: the page, and what its program and styles need at once. Fonts
// are compressed already. Fails over the budget. The other files are loaded when they are needed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET = 300_000;
const files = readdirSync('dist', { recursive: true })
  .map((name) => join('dist', name))
  .filter((path) => statSync(path).isFile());

/** The files that a browser loads with this one: those that it names, but not those that its program asks for later. */
function needed(path, found = new Set([path])) {
  if (!/\.(html|css|js)$/.test(path)) return found;
  const text = readFileSync(path, 'utf8').replaceAll(/\bimport\([^)]*\)|__vite__mapDeps[^;]*;/g, '');
  for (const other of files) {
    if (found.has(other) || !text.includes(basename(other))) continue;
    found.add(other);
    needed(other, found);
  }
  return found;
}

const first = needed(join('dist', 'index.html'));
let total = 0;
for (const path of files.sort()) {
  const bytes = readFileSync(path);
  const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  if (first.has(path)) total += size;
  console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${path}${first.has(path) ? '' : ' (later)'}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  at first, compressed; the budget is ${BUDGET / 1000} kB`);
if (total > BUDGET) process.exit(1);
