// How a squadron's options are written and read: `id` for every model (or once for the squadron), `{id: n}` for some.
// Lists may name options by other words; the program says what each of them means, and all else here goes by ids.

import type { ChoiceInfo, OptionInfo, OptionPick } from '../api/types';

/** The ids of options by the words that a list uses for them, as the program understood them. */
export type Words = { readonly [word: string]: string };

const idOf = (words: Words, word: string): string => (Object.hasOwn(words, word) ? words[word]! : word);

/** The picks by the ids of options; a word that means none stays as it is. */
export function byId(picks: readonly OptionPick[] | undefined, words: Words): OptionPick[] {
  return (picks ?? []).map((pick) => {
    if (typeof pick === 'string') return idOf(words, pick);
    const named: { [id: string]: number } = {};
    for (const [word, number] of Object.entries(pick))
      named[idOf(words, word)] = (named[idOf(words, word)] ?? 0) + number;
    return named;
  });
}

/** All that models have, by ids: the Mark that is stated in its own place is an option of every model. */
export const picksOf = (of: { options?: OptionPick[]; mark?: string | null }, words: Words): OptionPick[] =>
  byId([...(of.options ?? []), ...(of.mark == null ? [] : [of.mark])], words);

/** The most that one pick of an option without a number stands for. */
const whole = (option: OptionInfo, models: number): number => (option.buys === 'squadron' ? 1 : models);

/** How often an option is taken. */
export function count(picks: readonly OptionPick[] | undefined, option: OptionInfo, models: number): number {
  let taken = 0;
  for (const pick of picks ?? []) {
    if (typeof pick === 'string') taken += option.id === pick ? whole(option, models) : 0;
    else for (const [key, number] of Object.entries(pick)) taken += option.id === key ? number : 0;
  }
  return taken;
}

/** The picks with one option taken so often: 0 takes it out. Its place among the others is kept. */
export function take(
  picks: readonly OptionPick[] | undefined,
  option: OptionInfo,
  number: number,
  models: number,
): OptionPick[] {
  const pick: OptionPick | null =
    number <= 0 ? null : number === whole(option, models) ? option.id : { [option.id]: number };
  const out: OptionPick[] = [];
  let placed = false;
  const place = (): void => {
    if (pick !== null && !placed) out.push(pick);
    placed = true;
  };
  for (const old of picks ?? []) {
    if (typeof old === 'string') {
      if (option.id === old) place();
      else out.push(old);
      continue;
    }
    const rest = Object.entries(old).filter(([key]) => option.id !== key);
    if (rest.length > 0) out.push(Object.fromEntries(rest));
    if (rest.length < Object.keys(old).length) place();
  }
  place();
  return out;
}

/** The options of a choice, those of narrower choices too. */
export const offered = (choice: ChoiceInfo): OptionInfo[] => [...choice.options, ...choice.choices.flatMap(offered)];

/** The picks with one option of a choice taken for all, and the others (with all that hangs on them) not at all. */
export function choose(
  picks: readonly OptionPick[] | undefined,
  choice: ChoiceInfo,
  option: OptionInfo | null,
  models: number,
): OptionPick[] {
  let out = [...(picks ?? [])];
  for (const other of offered(choice)) {
    if (other.id === option?.id) continue;
    for (const one of below(other)) out = take(out, one, 0, models);
  }
  return option ? take(out, option, whole(option, models), models) : out;
}

/** An option and everything that only it opens. */
export function below(option: OptionInfo): OptionInfo[] {
  return [option, ...option.options.flatMap(below), ...option.choices.flatMap(offered).flatMap(below)];
}

/** Keys of picks that the unit does not offer, so that they can be seen and taken out. */
export function strangers(picks: readonly OptionPick[] | undefined, all: readonly OptionInfo[]): string[] {
  const keys = (picks ?? []).flatMap((pick) => (typeof pick === 'string' ? [pick] : Object.keys(pick)));
  return keys.filter((key) => !all.some((option) => option.id === key));
}

/** The picks without one key, as it is written. */
export function drop(picks: readonly OptionPick[] | undefined, key: string): OptionPick[] {
  return (picks ?? []).flatMap((pick): OptionPick[] => {
    if (typeof pick === 'string') return pick === key ? [] : [pick];
    const rest = Object.entries(pick).filter(([other]) => other !== key);
    return rest.length > 0 ? [Object.fromEntries(rest)] : [];
  });
}

/** When the number of models changes: an option that all models had, all of them have still; other numbers stay. */
export function resize(
  picks: readonly OptionPick[] | undefined,
  all: readonly OptionInfo[],
  before: number,
  after: number,
): OptionPick[] {
  let out = [...(picks ?? [])];
  for (const option of all) {
    if (option.buys === 'model' && count(picks, option, before) === before) out = take(out, option, after, after);
  }
  return out;
}
