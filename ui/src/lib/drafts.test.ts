import { expect, test } from 'vitest';
import { draftOf, hold } from './drafts';

test('what was typed is there again, until it is what the form began with', () => {
  const first = { name: '', rules: [] as string[] };
  expect(draftOf('unit')).toBeNull();
  hold('unit', { name: 'Kraken', rules: ['Elusive'] }, first);
  expect(draftOf('unit')).toEqual({ name: 'Kraken', rules: ['Elusive'] });
  expect(draftOf('paste')).toBeNull();
  hold('unit', first, first);
  expect(draftOf('unit')).toBeNull();
});

test('a draft does not change with the form that took it', () => {
  hold('text', { lines: ['one'] }, { lines: [] });
  draftOf<{ lines: string[] }>('text')!.lines.push('two');
  expect(draftOf('text')).toEqual({ lines: ['one'] });
});
