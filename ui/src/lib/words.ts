// Small words that several screens say.

import type { Range, Source, TraitWords } from './api/types';

/** "2 to 4", "3", "1 or more". */
export const span = ({ min, max }: Range): string =>
  max === min ? `${min}` : max ? `${min} to ${max}` : `${min} or more`;

/** A book with its page or pages; data of the community name a part of it instead. The program says it in the same words. */
export function cite({ title, page }: Source): string {
  if (page === '') return title;
  if (!/^\d/.test(page)) return `${title}, ${page}`;
  return `${title}, ${/[,\-–]/.test(page) ? 'pages' : 'page'} ${page}`;
}

/** A sentence of the program, which names words of files as a command line does. */
export const told = (text: string): string => text.replace(/`([^`]*)`/g, '“$1”');

/** With a capital letter, as labels and headings begin. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What traits say: the name of a flag that is set, else the values. */
export const traitWords = (traits: readonly TraitWords[]): string[] =>
  traits.flatMap(({ title, values }) => values.map((value) => (value.id === 'yes' ? title : value.title)));
