import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { pack, unpack } from './archive';

const beside = { finished: false, event: null, deleted: null };

test('lists come back from an archive with what is kept beside them, also those of one name', () => {
  const event = { given: { name: 'cup.yaml', text: 'ban: {}' }, title: 'Cup' };
  const files = [
    { name: 'one.yaml', text: 'muster: 1 # é\n', tags: ['club', 'cup'], finished: true, event, deleted: 5 },
    { name: 'one.yaml', text: 'muster: 2\n', tags: [], ...beside },
    { name: 'two.yaml', text: '', tags: ['cup'], ...beside },
  ];
  const names = ['one.yaml', 'one-2.yaml', 'two.yaml'];
  const named = files.map((file, n) => ({ ...file, name: names[n]! }));
  expect(unpack(pack({ files, rest: null }))).toEqual({ files: named, rest: null });
});

test('an archive of other files is none of lists', () => {
  expect(unpack(zipSync({ 'letter.docx': strToU8('x'), '.hidden.yaml': strToU8('x') }))).toBeNull();
  expect(unpack(strToU8('PK and then nothing of a zip'))).toBeNull();
});

test('files in folders are read, tags that are none are left out', () => {
  const files = { 'a/b/one.yml': strToU8('x'), '__MACOSX/a/one.yml': strToU8('y') };
  const odd = { '.muster-tags.json': strToU8('{"a/b/one.yml": ["club", 3], "other": 5}') };
  const one = { name: 'a/b/one.yml', text: 'x', tags: ['club'], ...beside };
  // An archive of an older version has a file with the tags alone.
  expect(unpack(zipSync({ ...files, ...odd }))).toEqual({ files: [one], rest: null });
  const other = { tags: ['club', 3], finished: 'yes', event: { title: 'Cup', given: 'cup' } };
  const newer = { '.muster-lists.json': strToU8(JSON.stringify({ 'a/b/one.yml': other })) };
  expect(unpack(zipSync({ ...files, ...newer }))).toEqual({ files: [one], rest: null });
  expect(unpack(zipSync({ ...files, '.muster-tags.json': strToU8('{') }))?.files[0]?.tags).toEqual([]);
});

test('an archive that unpacks to too much is refused', () => {
  expect(() => unpack(zipSync({ 'one.yaml': new Uint8Array(9 << 20) }))).toThrow(/too large/);
});
