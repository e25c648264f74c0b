// Makes src/lib/api/types.ts of the schema that the Rust types give; with --check only tells whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const schema = JSON.parse(readFileSync(process.env.APP_SCHEMA ?? '../schemas/app.schema.json', 'utf8'));
const path = 'src/lib/api/types.ts';
const made = await compile(schema, 'Calls', {
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  bannerComment: '// Made from schemas/app.schema.json by `npm run types`; never edited by hand.',
  style: { printWidth: 120, singleQuote: true },
});
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== made) {
    console.error(`${path} is not what the schema says: run \`npm run types\``);
    process.exit(1);
  }
} else writeFileSync(path, made);
