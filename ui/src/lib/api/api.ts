// The calls of the program, typed. Only what cannot change while the program runs is remembered here.

import { call } from '../shell';
import { type Game, game, type UnitView, units as viewed } from '../view';
import type {
  ArmyList, Candidates, DocumentRead, Example, Explanation, Judged, RulesetsAnswer, SpecialRuleFacts, UnitsAnswer,
} from './types';

const kept = new Map<string, Promise<unknown>>();

/** Asks once; a refusal is forgotten, so that the next try asks again. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  let answer = kept.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = ask();
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return answer;
}

export const forget = (): void => kept.clear();

/** The games, each in its newest version. */
export const games = (): Promise<Game[]> =>
  once('rulesets', async () => (await call<RulesetsAnswer>('rulesets', {})).rulesets.filter((one) => one.newest).map(game));

export const examples = (): Promise<Example[]> => once('examples', async () => (await call<{ examples: Example[] }>('examples', {})).examples);

export const specialRules = (ruleset: string): Promise<SpecialRuleFacts[]> =>
  once(`special ${ruleset}`, async () => (await call<{ rules: SpecialRuleFacts[] }>('special-rules', { ruleset })).rules);

/** The units of a nation and of no nation, with their words. */
export const units = (one: Game, nation: string): Promise<UnitView[]> =>
  once(`units ${one.id} ${nation}`, async () => {
    const [answer, special] = await Promise.all([call<UnitsAnswer>('units', { ruleset: one.id, nation }), specialRules(one.id)]);
    return viewed(answer, one, special);
  });

export const explain = (ruleset: string, rule: string): Promise<Explanation[]> =>
  once(`explain ${ruleset} ${rule}`, async () => (await call<{ explanations: Explanation[] }>('explain', { ruleset, rule })).explanations);

export const version = (): Promise<{ program: string; format: string }> => once('version', () => call('version', {}));

export const read = async (text: string, file: string | null): Promise<DocumentRead[]> =>
  (await call<{ documents: DocumentRead[] }>('read', { text, ...(file === null ? {} : { file }) })).documents;

export const write = async (list: ArmyList): Promise<string> => (await call<{ text: string }>('write', { list })).text;

export const judge = (list: ArmyList): Promise<Judged> => call('judge', { list });

export const candidates = (list: ArmyList, nation: string | null, group: number | null): Promise<Candidates> =>
  call('candidates', { list, ...(nation === null ? {} : { nation }), ...(group === null ? {} : { group }) });

export const attachables = (list: ArmyList, at: string): Promise<Candidates> => call('attachables', { list, at });
