// Small texts that several screens use.

import type { Standing, TraitWords } from './api/types';
import type { Tone } from './desk/standing';

/** A message of the program in typographic quotes. The program puts words from files in backquotes, as on a command
 * line. */
export const told = (text: string): string => text.replace(/`([^`]*)`/g, '“$1”');

/** The text with a capital first letter, for labels and headings. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A message of the program that stands by itself. */
export const sentence = (text: string): string => capital(told(text));

/** How many there are of something: `1 file`, `3 files`. */
export const counted = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** An id as a name: `heavy-carrier` is `Heavy Carrier`. Other texts stay as they are. */
export const plainName = (text: string): string =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text.split('-').map(capital).join(' ') : text;

/** A verdict, or how a list stands that is being built. The ids of verdicts are for calls and files. */
export const standingWords: { [standing in Standing]: string } = {
  legal: 'legal',
  illegal: 'illegal',
  undetermined: 'cannot tell',
  unreadable: 'unreadable',
  empty: 'empty',
  'to-do': 'to do',
};

/** The same after `The list` or `The sheet`. */
export const standingSays: { [standing in Standing]: string } = {
  legal: 'is legal',
  illegal: 'is illegal',
  undetermined: 'cannot be judged yet',
  unreadable: 'is unreadable',
  empty: 'is empty',
  'to-do': 'is not finished',
};

/** How grave a finding is. */
export const toneWords: { [tone in Tone]: string } = {
  error: 'error',
  'to-do': 'to do',
  undetermined: 'not known',
  warning: 'warning',
  note: 'note',
  waived: 'waived',
};

/** The texts of traits: the name of a flag that is set, else the values. A number says nothing without its name. */
export const traitWords = (traits: readonly TraitWords[]): string[] =>
  traits.flatMap(({ title, values }) =>
    values.map((value) =>
      value.id === 'yes' ? title : /^\d+$/.test(value.title) ? `${title} ${value.title}` : value.title,
    ),
  );

/** A text as the name of a file or an id: `Été 2026` is `ete-2026`. Empty if nothing of it can stand there. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
