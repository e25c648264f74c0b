// The calls of the program, typed. Nothing is remembered here but what cannot change while the program runs.

import { call } from '../shell';
import type {
  ArmyList, Candidate, Example, Explanation, Judgement, ReadAnswer, RulesetInfo, SpecialRule, UnitInfo,
} from './types';

const kept = new Map<string, Promise<unknown>>();

/** Asks once; a refusal is forgotten, so that the next try asks again. */
function once<T>(name: string, args: object): Promise<T> {
  const key = `${name} ${JSON.stringify(args)}`;
  let answer = kept.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = call<T>(name, args);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return answer;
}

export const forget = (): void => kept.clear();

export const rulesets = (): Promise<RulesetInfo[]> => once('rulesets', {});
export const examples = (): Promise<Example[]> => once('examples', {});
export const units = (ruleset: string, nation: string | null): Promise<UnitInfo[]> => once('units', { ruleset, nation });
export const explain = (ruleset: string, rule: string): Promise<Explanation[]> => once('explain', { ruleset, rule });
export const specialRules = (ruleset: string): Promise<SpecialRule[]> => once('special-rules', { ruleset });
export const version = (): Promise<{ version: string; format: number }> => once('version', {});

export const read = (text: string, file: string | null): Promise<ReadAnswer> => call('read', { text, file });
export const write = (list: ArmyList): Promise<{ text: string }> => call('write', { list });
export const judge = (list: ArmyList): Promise<Judgement> => call('judge', { list, with: { bars: true } });
export const candidates = (list: ArmyList, nation: string | null, group: string | null): Promise<Candidate[]> =>
  call('candidates', { list, nation, group });
export const attachables = (list: ArmyList, at: string): Promise<Candidate[]> => call('attachables', { list, at });
