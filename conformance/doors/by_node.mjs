// Answers calls on lines by the package for JavaScript, for run.py --stdio: by_node.mjs PACKAGE, the folder in which it is installed.
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { call } = await import(pathToFileURL(join(resolve(process.argv[2]), 'index.js')).href);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, call: name, args } = JSON.parse(line);
  const told = await call(name, args).then(
    (answer) => ({ answer }),
    ({ code, message, help }) => ({ fault: { code, message, help } }),
  );
  process.stdout.write(`${JSON.stringify({ id, ...told })}\n`);
}
