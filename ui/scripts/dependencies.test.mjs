import assert from 'node:assert/strict';
import test from 'node:test';
import { faults } from './dependencies.mjs';

const good = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };
const lock = (packages) => ({ packages: { '': { name: 'ours' }, ...packages } });
const one = (change) => lock({ 'node_modules/a': { ...good, ...change } });

test('a package with a good licence from the registry has no fault', () => {
  assert.deepEqual(faults(one({}), {}), []);
});

for (const [what, change, sentence] of [
  ['another licence', { license: 'GPL-3.0' }, 'a 1.0.0: the licence GPL-3.0 is not among those allowed'],
  ['no licence', { license: undefined }, 'a 1.0.0: the licence undefined is not among those allowed'],
  [
    'a choice of licences that nobody has judged',
    { license: 'MIT OR GPL-3.0' },
    'a 1.0.0: the licence MIT OR GPL-3.0 is not among those allowed',
  ],
  ['no checksum', { integrity: undefined }, 'a 1.0.0: has no SHA-512 checksum'],
  ['a weak checksum', { integrity: 'sha1-x' }, 'a 1.0.0: has no SHA-512 checksum'],
  [
    'a git source',
    { resolved: 'git+ssh://git@example.org/a.git#1' },
    'a 1.0.0: comes from git+ssh://git@example.org/a.git#1, not from the registry',
  ],
  ['a folder', { link: true, resolved: '../a' }, 'a 1.0.0: comes from ../a, not from the registry'],
]) {
  test(`${what} is a fault`, () => assert.deepEqual(faults(one(change), {}), [sentence]));
}

test('tools for development may have any licence and several versions, but only from the registry', () => {
  const dev = { ...good, license: 'MPL-2.0', dev: true };
  const packages = { 'node_modules/a': dev, 'node_modules/b/node_modules/a': { ...dev, version: '2.0.0' } };
  assert.deepEqual(faults(lock(packages), {}), []);
  const elsewhere = { ...packages, 'node_modules/c': { ...dev, resolved: 'https://example.org/c.tgz' } };
  assert.deepEqual(faults(lock(elsewhere), {}), [
    'c 1.0.0: comes from https://example.org/c.tgz, not from the registry',
  ]);
});

test('two versions for users are a fault, unless they are an exception', () => {
  const two = lock({ 'node_modules/@x/a': good, 'node_modules/b/node_modules/@x/a': { ...good, version: '2.0.0' } });
  assert.deepEqual(faults(two, {}), ['@x/a: users get it in 2 versions: 1.0.0, 2.0.0']);
  assert.deepEqual(faults(two, {}, { '@x/a': 'b needs it' }), []);
});

test('an exception is for one licence, and must be needed', () => {
  const exceptions = { a: { licence: 'OFL-1.1', reason: 'a font' } };
  assert.deepEqual(faults(one({ license: 'OFL-1.1' }), exceptions), []);
  assert.deepEqual(faults(one({}), exceptions), ['a: its exception is no longer needed']);
  assert.deepEqual(faults(one({ license: 'GPL-3.0' }), exceptions), [
    'a 1.0.0: the licence GPL-3.0 is not among those allowed',
    'a: its exception is no longer needed',
  ]);
});
