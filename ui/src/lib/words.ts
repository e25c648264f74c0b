// Small texts that several screens use.

import type { TraitWords } from './api/types';

/** A message of the program in typographic quotes. The program puts words from files in backquotes, as on a command
 * line. */
export const told = (text: string): string => text.replace(/`([^`]*)`/g, '“$1”');

/** The text with a capital first letter, for labels and headings. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An id as a name: `heavy-carrier` is `Heavy Carrier`. Other texts stay as they are. */
export const plainName = (text: string): string =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text.split('-').map(capital).join(' ') : text;

/** The texts of traits: the name of a flag that is set, else the values. */
export const traitWords = (traits: readonly TraitWords[]): string[] =>
  traits.flatMap(({ title, values }) => values.map((value) => (value.id === 'yes' ? title : value.title)));

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
