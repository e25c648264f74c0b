// How a squadron's options are written and read: `id` for every model (or once for the squadron), `{id: n}` for some.

import type { ChoiceInfo, OptionInfo, OptionPick } from '../api/types';

const same = (option: { id: string; name: string }, key: string): boolean =>
  option.id === key || option.name.toLowerCase() === key.toLowerCase();

/** The most that one pick of an option without a number stands for. */
const whole = (option: OptionInfo, models: number): number => (option.buys === 'squadron' ? 1 : models);

/** How often an option is taken. */
export function count(picks: readonly OptionPick[] | undefined, option: OptionInfo, models: number): number {
  let taken = 0;
  for (const pick of picks ?? []) {
    if (typeof pick === 'string') taken += same(option, pick) ? whole(option, models) : 0;
    else for (const [key, number] of Object.entries(pick)) taken += same(option, key) ? number : 0;
  }
  return taken;
}

/** The picks with one option taken so often: 0 takes it out. Its place among the others is kept. */
export function take(picks: readonly OptionPick[] | undefined, option: OptionInfo, number: number, models: number): OptionPick[] {
  const pick: OptionPick | null = number <= 0 ? null : number === whole(option, models) ? option.id : { [option.id]: number };
  const out: OptionPick[] = [];
  let placed = false;
  const place = (): void => {
    if (pick !== null && !placed) out.push(pick);
    placed = true;
  };
  for (const old of picks ?? []) {
    if (typeof old === 'string') {
      if (same(option, old)) place();
      else out.push(old);
      continue;
    }
    const rest = Object.entries(old).filter(([key]) => !same(option, key));
    if (rest.length > 0) out.push(Object.fromEntries(rest));
    if (rest.length < Object.keys(old).length) place();
  }
  place();
  return out;
}

/** The options of a choice, those of narrower choices too. */
export const offered = (choice: ChoiceInfo): OptionInfo[] => [...choice.options, ...choice.choices.flatMap(offered)];

/** The picks with one option of a choice taken for all, and the others (with all that hangs on them) not at all. */
export function choose(picks: readonly OptionPick[] | undefined, choice: ChoiceInfo, option: OptionInfo | null, models: number): OptionPick[] {
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
  return keys.filter((key) => !all.some((option) => same(option, key)));
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
export function resize(picks: readonly OptionPick[] | undefined, all: readonly OptionInfo[], before: number, after: number): OptionPick[] {
  let out = [...(picks ?? [])];
  for (const option of all) {
    if (option.buys === 'model' && count(picks, option, before) === before) out = take(out, option, after, after);
  }
  return out;
}
