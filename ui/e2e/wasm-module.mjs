// Runs a module of the static edition in Node, as its worker does in a browser (src/static/module.worker.ts).

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Loads a packed module. Returns a function that answers calls with the bytes of the answer. */
export async function wasmModule(file) {
  const module = await WebAssembly.compile(gunzipSync(readFileSync(file)));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = name.includes('getRandomValues')
      ? (at, length) => crypto.getRandomValues(new Uint8Array(program.memory.buffer, at, length))
      : () => {
          throw new Error(`${name} is not there`);
        };
  }
  const program = (await WebAssembly.instantiate(module, imports)).exports;
  return (name, args) => {
    const [first, second] = [Buffer.from(name), Buffer.from(JSON.stringify(args))];
    const at = program.buffer(first.length + second.length);
    Buffer.from(program.memory.buffer).set(Buffer.concat([first, second]), at);
    const length = program.call(first.length);
    const answer = Buffer.from(program.memory.buffer, program.address(), Math.abs(length));
    return { ok: length >= 0, bytes: Buffer.from(answer) };
  };
}
