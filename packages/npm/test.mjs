// Installs the packed package and uses it as a stranger would: node --test test.mjs, with PACKAGE (the packed file) and MUSTER_BIN.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'muster-npm-'));
const examples = join(root, 'examples/dw-2.5');
const lists = readdirSync(examples).filter((name) => name.endsWith('.yaml'));
let muster;

before(async () => {
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', resolve(process.env.PACKAGE)], {
    cwd: folder,
  });
  muster = await import(pathToFileURL(join(folder, 'node_modules/muster-lists/index.js')).href);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** What the program says of files. */
function checked(names, more = []) {
  const args = ['check', ...names, '--format', 'json', ...more];
  return JSON.parse(
    spawnSync(process.env.MUSTER_BIN, args, { cwd: examples, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout,
  );
}
const file = (name) => ({ name, text: readFileSync(join(examples, name), 'utf8') });

test('reports are those of the program', async () => {
  assert.ok(lists.length > 5);
  assert.deepEqual(await muster.check(lists.map(file)), checked(lists));
  const event = { name: 'channel-cup-2026' };
  const pack = join(root, 'examples/events/channel-cup-2026.yaml');
  assert.deepEqual(await muster.check(lists.map(file), { event }), checked(lists, ['--event', pack]));
});

test('the package has the version of the program', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  assert.equal((await muster.call('version')).program, version);
});

test('one list is judged as text and as an object', async () => {
  const list = { muster: 1, ruleset: 'dw-2.5', nation: 'kingdom-of-britannia', mfv: 500, squadrons: [] };
  const [one, other] = [await muster.judge(list), await muster.judge(JSON.stringify(list))];
  assert.equal(one.verdict, 'illegal');
  assert.deepEqual(one, other);
  assert.equal((await muster.judge('')).verdict, 'unreadable');
});

test('what is refused throws, and nothing else stops', async () => {
  await assert.rejects(muster.call('units', { ruleset: 'chess' }), { name: 'MusterFault', code: 'unknown-ruleset' });
  await assert.rejects(muster.call('explode'), { code: 'unknown-call' });
  await assert.rejects(muster.check('x', { event: { name: 'no-such' } }), { code: 'unknown-event' });
  const many = await Promise.all(lists.map((name) => muster.judge(file(name).text)));
  assert.equal(many.length, lists.length);
});

test('a worker judges, too', async () => {
  const text = JSON.stringify(file(lists[0]).text);
  const source = `import { judge } from 'muster-lists'; import { parentPort } from 'node:worker_threads';
    parentPort.postMessage((await judge(${text})).verdict);`;
  writeFileSync(join(folder, 'worker.js'), source);
  const { Worker } = await import('node:worker_threads');
  const told = await new Promise((done, failed) =>
    new Worker(join(folder, 'worker.js')).on('message', done).on('error', failed),
  );
  assert.equal(told, checked([lists[0]]).reports[0].verdict);
});

test('the bot of the example answers', async () => {
  const fake = join(folder, 'node_modules/discord.js');
  mkdirSync(fake, { recursive: true });
  writeFileSync(
    join(fake, 'package.json'),
    '{"name": "discord.js", "version": "14.0.0", "type": "module", "main": "index.js"}',
  );
  writeFileSync(
    join(fake, 'index.js'),
    `import { EventEmitter } from 'node:events';
     export const Events = { MessageCreate: 'messageCreate' }, GatewayIntentBits = {};
     export class Client extends EventEmitter { login() { globalThis.client = this; } }`,
  );
  cpSync(join(import.meta.dirname, 'example/bot.js'), join(folder, 'bot.js'));
  await import(pathToFileURL(join(folder, 'bot.js')).href);
  const said = (content) =>
    new Promise((reply) => globalThis.client.emit('messageCreate', { content, reply: async (text) => reply(text) }));
  const told = await said('!judge Kingdom of Britannia, 1000 points\n3 Tribal Cruisers');
  assert.match(told, /^illegal\n.*at least/);
});

test('the types fit', () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { call, check, judge, MusterFault, type ListedReport } from 'muster-lists';
     const report: ListedReport = await judge('x', { event: { name: 'cup' } });
     const verdict: 'legal' | 'illegal' | 'undetermined' | 'unreadable' = report.verdict;
     const names: string[] = (await call('units', { ruleset: 'dw-4' })).map((unit) => unit.name);
     const rules: string[] = (await check(['x'])).reports.flatMap((one) => one.findings.map((finding) => finding.rule));
     // @ts-expect-error there is no such call
     await call('explode');
     console.log(verdict, names, rules, MusterFault);`,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
  const tsc = join(root, 'ui/node_modules/typescript/bin/tsc');
  const ran = spawnSync('node', [tsc, ...options, 'typed.ts'], { cwd: folder, encoding: 'utf8' });
  assert.equal(ran.stdout, '');
});
