import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { pack, unpack } from './archive';

test('lists come back from an archive with their tags, also those of one name', () => {
  const files = [
    { name: 'one.yaml', text: 'muster: 1 # é\n', tags: ['club', 'cup'] },
    { name: 'one.yaml', text: 'muster: 2\n', tags: [] },
    { name: 'two.yaml', text: '', tags: ['cup'] },
  ];
  const names = ['one.yaml', 'one-2.yaml', 'two.yaml'];
  expect(unpack(pack({ files }))).toEqual({ files: files.map((file, n) => ({ ...file, name: names[n] })) });
});

test('an archive of other files is none of lists', () => {
  expect(unpack(zipSync({ 'letter.docx': strToU8('x'), '.hidden.yaml': strToU8('x') }))).toBeNull();
  expect(unpack(strToU8('PK and then nothing of a zip'))).toBeNull();
});

test('files in folders are read, tags that are none are left out', () => {
  const files = { 'a/b/one.yml': strToU8('x'), '__MACOSX/a/one.yml': strToU8('y') };
  const odd = { '.muster-tags.json': strToU8('{"a/b/one.yml": ["club", 3], "other": 5}') };
  expect(unpack(zipSync({ ...files, ...odd }))).toEqual({ files: [{ name: 'one.yml', text: 'x', tags: ['club'] }] });
  expect(unpack(zipSync({ ...files, '.muster-tags.json': strToU8('{') }))?.files[0]?.tags).toEqual([]);
});

test('an archive that unpacks to too much is refused', () => {
  expect(() => unpack(zipSync({ 'one.yaml': new Uint8Array(9 << 20) }))).toThrow(/too large/);
});
