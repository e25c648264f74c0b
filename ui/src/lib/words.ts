// Small words that several screens say.

import type { Range, TraitWords } from './api/types';

/** "2 to 4", "3", "1 or more". */
export const span = ({ min, max }: Range): string => (max === min ? `${min}` : max ? `${min} to ${max}` : `${min} or more`);

/** With a capital letter, as labels and headings begin. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What traits say: the name of a flag that is set, else the values. */
export const traitWords = (traits: readonly TraitWords[]): string[] =>
  traits.flatMap(({ title, values }) => values.map((value) => (value.id === 'yes' ? title : value.title)));
