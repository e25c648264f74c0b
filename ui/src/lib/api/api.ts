// The calls to the program. Only answers that cannot change while the program runs are cached.

import { call as ask } from '../shell';
import type {
  ArmyList,
  Calls,
  Candidates,
  DocumentRead,
  Example,
  ExplanationInfo,
  ExportAnswer,
  ExportFormat,
  ImportAnswer,
  ImportArgs,
  Judged,
  PreviewAnswer,
  PrintAnswer,
  PrintArgs,
  RulesetInfo,
  RulesetsAnswer,
  SpecialRuleInfo,
  UnitInfo,
  VersionAnswer,
} from './types';

/** Calls the program. The arguments and the answer of each call are described in its schema. */
const call = <K extends keyof Calls>(name: K, args: Calls[K]['args']): Promise<Calls[K]['answer']> => ask(name, args);

const kept = new Map<string, Promise<unknown>>();

/** Asks once and remembers the answer. A refusal is forgotten, so that the next call asks again. */
function once<T>(key: string, asked: () => Promise<T>): Promise<T> {
  let answer = kept.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = asked();
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return answer;
}

export const forget = (): void => kept.clear();

/** All available rulesets, and the faults of those that cannot be used. */
export const rulesets = (): Promise<RulesetsAnswer> => once('rulesets', () => call('rulesets', {}));

/** The newest version of each game. */
export const games = async (): Promise<RulesetInfo[]> => (await rulesets()).rulesets.filter((one) => one.newest);

export const examples = (): Promise<Example[]> => once('examples', async () => await call('examples', {}));

/** The units of a nation, and those that belong to no nation. */
export const units = (ruleset: string, nation: string): Promise<UnitInfo[]> =>
  once(`units ${ruleset} ${nation}`, () => call('units', { ruleset, nation }));

export const specialRules = (ruleset: string): Promise<SpecialRuleInfo[]> =>
  once(`special ${ruleset}`, () => call('special-rules', { ruleset }));

export const explain = (ruleset: string, rule: string): Promise<ExplanationInfo[]> =>
  once(`explain ${ruleset} ${rule}`, () => call('explain', { ruleset, rule }));

export const version = (): Promise<VersionAnswer> => once('version', () => call('version', {}));

export const read = async (text: string, file: string | null): Promise<DocumentRead[]> =>
  (await call('read', { text, file })).documents;

export const write = async (list: ArmyList): Promise<string> => (await call('write', { list })).text;

export const exported = (list: ArmyList, to: ExportFormat, open: boolean): Promise<ExportAnswer> =>
  call('export', { list, to, open });

export const imported = (args: ImportArgs): Promise<ImportAnswer> => call('import', args);

export const print = (args: PrintArgs): Promise<PrintAnswer> => call('print', args);

export const preview = (args: PrintArgs): Promise<PreviewAnswer> => call('preview', args);

export const judge = (list: ArmyList): Promise<Judged> => call('judge', { list });

export const candidates = (list: ArmyList, nation: string | null, group: string | null): Promise<Candidates> =>
  call('candidates', { list, nation, group });

export const attachables = (list: ArmyList, at: string): Promise<Candidates> => call('attachables', { list, at });
