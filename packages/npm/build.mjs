// Makes the package of the full module: node build.mjs MODULES SCHEMA OUT, with the folder of the modules of `make web`, the schema of
// the calls, and the folder into which the package is packed.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [modules, schema, out] = process.argv.slice(2);
const here = import.meta.dirname;
const made = join(out, 'muster-lists');
mkdirSync(made, { recursive: true });
for (const file of ['package.json', 'index.js', 'index.d.ts', 'README.md'])
  copyFileSync(join(here, file), join(made, file));
copyFileSync(join(here, '../../LICENCES.txt'), join(made, 'LICENCES.txt'));
copyFileSync(join(modules, 'full.wasm.gz'), join(made, 'muster.wasm.gz'));

// The types are those of the screens, by the same generator.
const env = { ...process.env, APP_SCHEMA: resolve(schema), TYPES: resolve(made, 'calls.d.ts') };
execFileSync('node', ['scripts/types.mjs'], { cwd: join(here, '../../ui'), env });
const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(out)], {
  cwd: made,
  encoding: 'utf8',
});
console.log(join(out, name.trim()));
