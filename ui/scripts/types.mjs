// Makes src/lib/api/types.ts, or the file that TYPES names, of the schema of the calls, which APP_SCHEMA names.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const schema = JSON.parse(readFileSync(process.env.APP_SCHEMA ?? '../target/app.schema.json', 'utf8'));
const made = await compile(schema, 'Calls', {
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  bannerComment: '// Made by `make types` of the types in crates/app; never edited by hand.',
  style: { printWidth: 120, singleQuote: true },
});
writeFileSync(process.env.TYPES ?? 'src/lib/api/types.ts', made);
