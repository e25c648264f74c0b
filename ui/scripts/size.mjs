// What a browser loads, compressed as a server would: fonts are compressed already. Fails over the budget.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET = 300_000;
const files = readdirSync('dist', { recursive: true })
  .map((name) => join('dist', name))
  .filter((path) => statSync(path).isFile());
let total = 0;
for (const path of files.sort()) {
  const bytes = readFileSync(path);
  const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  total += size;
  console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${path}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  in all, compressed; the budget is ${BUDGET / 1000} kB`);
if (total > BUDGET) process.exit(1);
