// Reads and writes a squadron's options: `id` for every model (or once for the squadron), `{id: n}` for some. Lists may
// name options by other words. The program says which id each word means, and everything else here uses ids.

import type { ChoiceInfo, OptionInfo, OptionPick, OptionTaken, UnitInfo } from '../api/types';

/** The ids for the words that a list uses for options, roles, cards or nations, as the program understood them. */
export type Words = { readonly [word: string]: string };

/** The id for a word; the word itself if it means nothing. */
export const idOf = (words: Words | undefined, word: string): string =>
  words && Object.hasOwn(words, word) ? words[word]! : word;

/** The picks with option ids. A word that means no option stays as it is. */
export function byId(picks: readonly OptionPick[] | undefined, words: Words): OptionPick[] {
  return (picks ?? []).map((pick) => {
    if (typeof pick === 'string') return idOf(words, pick);
    const named: { [id: string]: number } = {};
    for (const [word, number] of Object.entries(pick))
      named[idOf(words, word)] = (named[idOf(words, word)] ?? 0) + number;
    return named;
  });
}

/** All picks by id, including the Mark: a list states it in a field of its own, but it is an option of every model. */
export const picksOf = (of: { options?: OptionPick[]; mark?: string | null }, words: Words): OptionPick[] =>
  byId([...(of.options ?? []), ...(of.mark == null ? [] : [of.mark])], words);

/** How many an option without a number stands for. */
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

/** The picks with one option taken `number` times; 0 removes it. The option keeps its place among the others. */
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

/** The options of a choice, including those of the choices within it. */
export const offered = (choice: ChoiceInfo): OptionInfo[] => [...choice.options, ...choice.choices.flatMap(offered)];

/** The narrower choices within a choice, at any depth. */
const inside = (choice: ChoiceInfo): ChoiceInfo[] => choice.choices.flatMap((one) => [one, ...inside(one)]);

/** The picks with one option of a choice taken for all models. The other options are removed with all options below
 * them. */
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

/** An option with all options that can only be taken with it. */
export function below(option: OptionInfo): OptionInfo[] {
  return [option, ...option.options.flatMap(below), ...option.choices.flatMap(offered).flatMap(below)];
}

/** All options of a unit and of its members, at any depth. */
export const everyOption = (unit: UnitInfo | null): OptionInfo[] =>
  unit
    ? [unit, ...unit.members]
        .flatMap(({ options, choices }) => [...options, ...choices.flatMap(offered)])
        .flatMap(below)
    : [];

/** How often an option is taken, with what fills up a choice that the list leaves open: its default. */
export function standing(
  picks: readonly OptionPick[] | undefined,
  choice: ChoiceInfo,
  option: OptionInfo,
  models: number,
): number {
  const stated = count(picks, option, models);
  if (choice.default !== option.id) return stated;
  const all = offered(choice).reduce((sum, one) => sum + count(picks, one, models), 0);
  const needed = choice.min * (option.buys === 'squadron' ? 1 : models);
  return stated + Math.max(0, needed - all);
}

/** What stands in each place of a choice that has a fixed number of places, in the order of the picks; null for a place
 * that is empty. */
export function held(
  picks: readonly OptionPick[] | undefined,
  choice: ChoiceInfo,
  models: number,
): (OptionInfo | null)[] {
  const keys = (picks ?? []).flatMap((pick) => (typeof pick === 'string' ? [pick] : Object.keys(pick)));
  const rank = ({ id }: OptionInfo): number => (keys.includes(id) ? keys.indexOf(id) : keys.length);
  const all = [...choice.options]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((option) => Array<OptionInfo>(standing(picks, choice, option, models)).fill(option));
  const free = Math.max(0, (choice.max ?? all.length) - all.length);
  return [...all, ...Array<null>(free).fill(null)];
}

/** The picks with another option in a place of a choice. */
export function exchange(
  picks: readonly OptionPick[] | undefined,
  choice: ChoiceInfo,
  place: number,
  option: OptionInfo,
  models: number,
): OptionPick[] {
  const next = held(picks, choice, models);
  next[place] = option;
  const none = choice.options.reduce((out, one) => take(out, one, 0, models), [...(picks ?? [])]);
  const number = (id: string): number => next.filter((now) => now?.id === id).length;
  return next.reduce((out, now) => (now ? take(out, now, number(now.id), models) : out), none);
}

/** The picks with what each hardpoint holds, as the program put it there: a list may name a weapon that several
 * hardpoints offer. Leaves out the defaults of hardpoints, which stand wherever nothing else does. Of hardpoints that
 * share a number, it leaves out those that the list does not state: they make room for what is chosen. */
export function placed(
  picks: readonly OptionPick[],
  all: readonly OptionInfo[],
  choices: readonly ChoiceInfo[],
  taken: readonly OptionTaken[],
  models: number,
): OptionPick[] {
  const hardpoints = [...choices, ...all.flatMap((option) => option.choices)].filter((choice) => choice.hardpoint);
  const offers = new Map(hardpoints.flatMap(offered).map((option) => [option.id, option]));
  const usual = new Set(hardpoints.map((choice) => choice.default));
  const sharing = new Set(hardpoints.flatMap(inside).map((choice) => choice.default));
  let out = [...picks];
  for (const option of offers.values()) {
    const there = taken.find(({ id }) => id === option.id)?.number ?? 0;
    const stated = sharing.has(option.id) ? Math.min(there, count(picks, option, models)) : there;
    const number = usual.has(option.id) ? 0 : stated;
    out = take(out, option, number, models);
  }
  return out;
}

/** The picks that the unit does not offer. They are shown so that they can be removed. */
export function strangers(picks: readonly OptionPick[] | undefined, all: readonly OptionInfo[]): string[] {
  const keys = (picks ?? []).flatMap((pick) => (typeof pick === 'string' ? [pick] : Object.keys(pick)));
  return keys.filter((key) => !all.some((option) => option.id === key));
}

/** The picks without one key, spelled as in the list. */
export function drop(picks: readonly OptionPick[] | undefined, key: string): OptionPick[] {
  return (picks ?? []).flatMap((pick): OptionPick[] => {
    if (typeof pick === 'string') return pick === key ? [] : [pick];
    const rest = Object.entries(pick).filter(([other]) => other !== key);
    return rest.length > 0 ? [Object.fromEntries(rest)] : [];
  });
}

/** Adapts the picks to a new number of models. What the list states without a number stays with all models. A number
 * stays, and only comes down to the number of models: it never becomes one of all, as models that come later did not
 * have it. */
export function resize(
  picks: readonly OptionPick[] | undefined,
  all: readonly OptionInfo[],
  before: number,
  after: number,
): OptionPick[] {
  const models = new Set(all.filter((option) => option.buys === 'model').map(({ id }) => id));
  const fit = (id: string, number: number): number =>
    models.has(id) && number <= before ? Math.min(number, after) : number;
  return (picks ?? []).map((pick) =>
    typeof pick === 'string'
      ? pick
      : Object.fromEntries(Object.entries(pick).map(([id, number]) => [id, fit(id, number)])),
  );
}
