// The calls to the program. Only answers that cannot change while the program runs are cached.

import { own, watch } from '../own/files.svelte';
import { newestFirst } from '../editions';
import { byName } from '../orders';
import type { Judge } from './judge';
import { atDesk as desk, call as ask } from '../shell';
import type {
  AdditionsAnswer,
  ArmyList,
  BroughtKind,
  Calls,
  Candidates,
  CaseArgs,
  ChangeUnitsAnswer,
  ChangeUnitsArgs,
  ChangesAnswer,
  CollectionFile,
  CompareAnswer,
  CompareArgs,
  CorrectArgs,
  DocumentRead,
  EventsAnswer,
  EventsArgs,
  ExampleAnswer,
  ExplanationInfo,
  ExportAnswer,
  ExportFormat,
  GivenEvent,
  GivenFile,
  HandedIn,
  ImportAnswer,
  ImportArgs,
  Judged,
  LicencesAnswer,
  MendsAnswer,
  MigrateAnswer,
  OccasionInfo,
  Overview,
  OwnUnit,
  PlayAnswer,
  PreviewAnswer,
  PrintAnswer,
  PrintArgs,
  PrintManyArgs,
  PrintSheetArgs,
  Problem,
  ReadUnitsAnswer,
  RepliesAnswer,
  RulesetInfo,
  RulesetsAnswer,
  SealAnswer,
  SheetAnswer,
  SheetFile,
  ShownSubmission,
  SpecialRuleInfo,
  Starter,
  Submission,
  SubmissionsAnswer,
  SubmissionsArgs,
  TallyAnswer,
  TallyArgs,
  UnitInfo,
  UnitsSheetAnswer,
  VerifyAnswer,
  VersionAnswer,
} from './types';

/** Calls the program. The arguments and the answer of each call are described in its schema. The person's own units come
 * along. */
const call = <K extends keyof Calls>(name: K, args: Calls[K]['args']): Promise<Calls[K]['answer']> =>
  ask(name, own.files.length > 0 ? { ...args, own: own.along() } : args);

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
// Answers depend on the person's own units.
watch(forget);

/** All available rulesets, and the faults of those that cannot be used. */
export const rulesets = (): Promise<RulesetsAnswer> =>
  once('rulesets', async () => {
    const answer = await call('rulesets', {});
    return { ...answer, rulesets: answer.rulesets.map((one) => ({ ...one, nations: byName(one.nations) })) };
  });

/** The newest version of each game, with the newest edition first. */
export const games = async (): Promise<RulesetInfo[]> =>
  newestFirst((await rulesets()).rulesets.filter((one) => one.newest));

/** The starter fleets of a game. */
export const starters = (ruleset: string): Promise<Starter[]> =>
  once(`starters ${ruleset}`, () => call('starters', { ruleset }));

/** A list in figures. */
export const overview = (list: ArmyList, event: GivenEvent | null): Promise<Overview> =>
  call('overview', { list, event });

/** The units of a nation, and those that belong to no nation. Without a nation, those of all nations. */
export const units = (ruleset: string, nation: string | null, event: GivenEvent | null): Promise<UnitInfo[]> =>
  once(`units ${ruleset} ${nation} ${JSON.stringify(event)}`, () => call('units', { ruleset, nation, event }));

export const specialRules = (ruleset: string): Promise<SpecialRuleInfo[]> =>
  once(`special ${ruleset}`, () => call('special-rules', { ruleset }));

/** What a rule says by which a list was judged. */
export const explain = (judge: Judge, rule: string, event: GivenEvent | null): Promise<ExplanationInfo[]> =>
  once(`explain ${rule} ${JSON.stringify([judge, event])}`, () => call('explain', { ...judge, rule, event }));

/** What files are that a person brings. The files may have more fields, such as their paths, which are not sent. */
export const recognise = async (files: GivenFile[]): Promise<BroughtKind[]> =>
  (await call('recognise', { files: files.map(({ name, text, packed }) => ({ name, text, packed })) })).files;

/** Reads units from files: a spreadsheet, a catalogue, or community data. */
export const readUnits = (ruleset: string, nation: string | null, files: GivenFile[]): Promise<ReadUnitsAnswer> =>
  call('read-units', { ruleset, nation, files });

export const changeUnits = (args: ChangeUnitsArgs): Promise<ChangeUnitsAnswer> => call('change-units', args);

/** An own unit as the form states it; null if the catalogues do not state it whole. */
export const ownUnit = (ruleset: string, nation: string | null, text: string, unit: string): Promise<OwnUnit | null> =>
  call('own-unit', { ruleset, nation, text, unit });

/** An empty spreadsheet for units. */
export const unitsSheet = (ruleset: string): Promise<UnitsSheetAnswer> => call('units-sheet', { ruleset });

/** What the program is built of, and the licences of all of that. Not remembered: the text is long. */
export const licences = (): Promise<LicencesAnswer> => call('licences', {});

export const version = (): Promise<VersionAnswer> => once('version', () => call('version', {}));

export const read = async (text: string, file: string | null): Promise<DocumentRead[]> =>
  (await call('read', { text, file })).documents;

/** The verdict on a sheet. */
export const sheet = (sheet: SheetFile): Promise<SheetAnswer> => call('sheet', { sheet });

export const writeSheet = async (sheet: SheetFile): Promise<string> => (await call('write-sheet', { sheet })).text;

export const printSheet = (args: PrintSheetArgs): Promise<PrintAnswer> => call('print-sheet', args);

export const write = async (list: ArmyList): Promise<string> => (await call('write', { list })).text;

/** A wrong verdict as the text of one file, with all that judged the list. */
export const wrongVerdict = async (args: CaseArgs): Promise<string> => (await call('case', args)).text;

export const exported = (
  list: ArmyList,
  to: ExportFormat,
  open: boolean,
  event: GivenEvent | null,
  sheet: SheetFile | null = null,
): Promise<ExportAnswer> => call('export', { list, to, open, sheet, event });

export const imported = (args: ImportArgs): Promise<ImportAnswer> => call('import', args);

export const print = (args: PrintArgs): Promise<PrintAnswer> => call('print', args);

export const preview = (args: PrintArgs): Promise<PreviewAnswer> => call('preview', args);

/** The fleet as a picture to post: a PNG in base 64. */
export const picture = async (
  list: ArmyList,
  event: GivenEvent | null,
  sheet: SheetFile | null = null,
): Promise<string> => (await call('picture', { list, event, sheet })).png;

export const writeCollection = async (collection: CollectionFile): Promise<string> =>
  (await call('write-collection', { collection })).text;

/** The verdict on a list. `sheet` is the sheet that the list points at; `collection` has the models that the person owns. */
export const judge = (
  list: ArmyList,
  event: GivenEvent | null,
  sheet: SheetFile | null = null,
  collection: CollectionFile | null = null,
): Promise<Judged> => call('judge', { list, sheet, event, collection });

/** What players need of a list in play. */
export const play = (list: ArmyList, event: GivenEvent | null): Promise<PlayAnswer> => call('play', { list, event });

export const candidates = (
  list: ArmyList,
  nation: string | null,
  group: string | null,
  event: GivenEvent | null,
  collection: CollectionFile | null,
): Promise<Candidates> => call('candidates', { list, nation, group, event, collection });

/** What may be attached to a squadron: units of its own nation, or of another one. */
export const attachables = (
  list: ArmyList,
  at: string,
  event: GivenEvent | null,
  nation: string | null = null,
): Promise<Candidates> => call('attachables', { list, at, event, nation });

/** The ways to mend a problem, or to make the list legal without one. */
export const mends = (
  list: ArmyList,
  problem: Problem | null,
  most: number,
  event: GivenEvent | null,
): Promise<MendsAnswer> => call('mends', { list, problem, most, event });

/** What may be added for the points left: of the models of a collection, if there is one, and without these units. */
export const additions = (
  list: ArmyList,
  event: GivenEvent | null,
  collection: CollectionFile | null,
  without: string[] = [],
): Promise<AdditionsAnswer> => call('additions', { list, event, collection, without });

/** A list moved to the newest version of its ruleset, and what becomes of it there. */
export const migrate = (list: ArmyList, event: GivenEvent | null, sheet: SheetFile | null): Promise<MigrateAnswer> =>
  call('migrate', { list, event, sheet });

/** What an event changes of the games that it is about. */
export const changes = (event: GivenEvent): Promise<ChangesAnswer> => call('changes', { event });

export const events = (args: EventsArgs): Promise<EventsAnswer> => call('events', args);

export const submissions = (args: SubmissionsArgs): Promise<SubmissionsAnswer> => call('submissions', args);

/** Whether a printed fingerprint is that of a list that was handed in, under the event of the program. */
export const verify = (submission: Submission, code: string): Promise<VerifyAnswer> =>
  call('verify', { submission, code });

/** What players handed in, for a judge who typed the PIN. */
export const atDesk = (pass: string): Promise<DeskAnswer> => desk('handed-in', { pass });

/** The lists, the table of each player by the name in lower case, and what is wrong with the file of the tables. */
interface DeskAnswer extends SubmissionsAnswer {
  tables: { [player: string]: string };
  'no-tables': string | null;
}

/** The pass of a judge who has the PIN. */
export const unlocked = async (pin: string): Promise<string> => (await desk<{ pass: string }>('unlock', { pin })).pass;

/** A list as a file that only the organiser of the event can open. */
export const seal = (list: ArmyList, event: GivenEvent): Promise<SealAnswer> => call('seal', { list, event });

export const correct = (args: CorrectArgs): Promise<ShownSubmission> => call('correct', args);

/** What became of lists in later versions of them. */
export const compare = (args: CompareArgs): Promise<CompareAnswer> => call('compare', args);

export const printMany = (args: PrintManyArgs): Promise<PrintAnswer> => call('print-many', args);

/** A list that breaks a rule, and one that keeps it. */
export const example = (judge: Judge, rule: string, event: GivenEvent | null): Promise<ExampleAnswer> =>
  once(`example ${rule} ${JSON.stringify([judge, event])}`, () => call('example', { ...judge, rule, event }));

/** Where a list may be played: by each version of its rules, and under each event of its game. */
export const everywhere = (list: ArmyList, events: GivenEvent[]): Promise<OccasionInfo[]> =>
  call('everywhere', { list, events });

/** Lists with whether each counts, in the same order. */
export const versions = async (lists: Submission[], late: boolean, event: GivenEvent): Promise<ShownSubmission[]> =>
  (await call('versions', { lists, late, event })).lists;

export const tally = (args: TallyArgs): Promise<TallyAnswer> => call('tally', args);

/** Everything that was handed in as a page for a browser. */
export const page = async (handedIn: HandedIn[], event: GivenEvent | null): Promise<string> =>
  (await call('page', { 'handed-in': handedIn, event })).text;

/** Everything that was handed in as a table for spreadsheets. */
export const table = async (handedIn: HandedIn[], event: GivenEvent | null): Promise<string> =>
  (await call('table', { 'handed-in': handedIn, event })).text;

export const replies = (handedIn: HandedIn[], event: GivenEvent | null): Promise<RepliesAnswer> =>
  call('replies', { 'handed-in': handedIn, event });
