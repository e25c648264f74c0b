// The modules of the static edition give the same bytes as the program: reports of every golden list and example, PDFs of
// every example and of every thirtieth golden list. EACH=1 prints all golden lists.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from './muster.mjs';
import { wasmModule } from './wasm-module.mjs';

const MODULES = process.env.MUSTER_MODULES;
const skip = !MODULES && 'MUSTER_MODULES names no folder of compiled modules';
const ROOT = new URL('../..', import.meta.url).pathname;

/** The YAML files in a folder. */
const files = (folder) => {
  const names = readdirSync(join(ROOT, folder), { recursive: true }).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => join(folder, name));
};

/** The program's answer to a call, as bytes. Each call has a connection of its own, because the server closes those that
 * wait while a module is at work. */
const native = (server) => async (name, args) => {
  const method = { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } };
  const asked = request(new URL(`api/${name}`, server.url), method).end(JSON.stringify(args));
  const [response] = await once(asked, 'response');
  return { ok: response.statusCode === 200, bytes: Buffer.concat(await response.toArray()) };
};

/** Compares an answer of both, and returns it. */
async function same([program, module], name, args, of) {
  const [one, other] = [await program(name, args), await module(name, args, of)];
  assert.ok(one.ok && other.ok, `${name} of ${of}: ${one.bytes} ${other.bytes}`);
  assert.ok(one.bytes.equals(other.bytes), `${name} of ${of} differs`);
  return JSON.parse(one.bytes);
}

/** The static edition's answer: that of the small module, or of the full one for calls that the small one refuses. */
async function edition(counted) {
  const small = () => wasmModule(join(MODULES, 'desk.wasm.gz'));
  let [desk, full] = [await small(), null];
  return async (name, args, of) => {
    const answer = desk(name, args);
    if (answer.ok || JSON.parse(answer.bytes).code !== 'not-here') return answer;
    counted.full.push(`${name} of ${of}`);
    // As the worker does: the small module may keep what it could not read.
    desk = await small();
    full ??= await wasmModule(join(MODULES, 'full.wasm.gz'));
    return full(name, args);
  };
}

test('reports and fingerprints are the same', { skip }, async (test) => {
  const server = await serve();
  test.after(() => server.stop());
  const counted = { files: 0, lists: 0, full: [] };
  const both = [native(server), await edition(counted)];
  for (const file of [...files('examples'), ...files('tests/lists')]) {
    const { documents } = await same(both, 'read', { text: readFileSync(join(ROOT, file), 'utf8') }, file);
    counted.files++;
    for (const { list } of documents.filter(({ list }) => list)) {
      await same(both, 'judge', { list }, file);
      counted.lists++;
    }
  }
  assert.ok(counted.lists > 1_000, `only ${counted.lists} lists`);
  test.diagnostic(JSON.stringify(counted));
});

test('PDFs are the same', { skip }, async (test) => {
  const server = await serve();
  test.after(() => server.stop());
  const both = [native(server), await wasmModule(join(MODULES, 'full.wasm.gz'))];
  const each = Number(process.env.EACH ?? 30);
  let [count, golden] = [0, 0];
  for (const file of [...files('examples'), ...files('tests/lists')]) {
    const { documents } = await same(both, 'read', { text: readFileSync(join(ROOT, file), 'utf8') }, file);
    for (const { list } of documents.filter(({ list }) => list)) {
      if (!file.startsWith('examples') && golden++ % each) continue;
      await same(both, 'print', { list, layouts: ['force-list', 'stat-cards'], paper: 'A4', private: true }, file);
      count++;
    }
  }
  assert.ok(count > 30, `only ${count} lists`);
  test.diagnostic(`${count} PDFs`);
});
