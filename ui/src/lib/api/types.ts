// Made from schemas/app.schema.json by `npm run types`; never edited by hand.

/**
 * The kind of value that a setting has.
 */
export type SettingShape = 'flag' | 'word' | 'number' | 'numbers';
/**
 * The value of a setting.
 */
export type SettingValue = boolean | number | string | number[];
/**
 * What has a trait.
 */
export type Owner = 'unit' | 'nation' | 'card';
/**
 * What a field holds.
 */
export type FieldShape = 'flag' | 'number' | 'text' | 'unit' | 'word' | 'words';
/**
 * What a row is about.
 */
export type RowOf = 'list' | 'squadron';
/**
 * Whether a list may be played.
 */
export type Verdict = 'legal' | 'illegal' | 'undetermined' | 'unreadable';
/**
 * The only way to field a unit that is never bought as a squadron of its own.
 */
export type Only = 'attached' | 'brought';
/**
 * How many models a squadron has.
 */
export type Models = number | Part[];
/**
 * An option that is bought for every model, or for some.
 */
export type OptionPick =
  | string
  | {
      [k: string]: number;
    };
/**
 * A role that a model has.
 */
export type RolePick = string | RoleDetail;
/**
 * A figure on a card: mostly a number, sometimes text (`P/S`, `0+`).
 */
export type Stat = number | string;
/**
 * For whom an option is bought.
 */
export type Buys = 'model' | 'all-models' | 'squadron';
/**
 * What an option does to the number of models.
 */
export type Makes = 'becomes' | 'adds';
/**
 * How a kind of group changes what may be taken.
 */
export type InGroup = 'always' | 'never';
/**
 * What a person or a club does to a unit.
 */
export type Own = 'added' | 'changed';
/**
 * A change to a person's own catalogues.
 */
export type UnitChange =
  | {
      keep: OwnUnit;
    }
  | {
      price: {
        /**
         * The unit's id.
         */
        unit: string;
        /**
         * Points of one model; absent if not known.
         */
        points: number | null;
      };
    }
  | {
      drop: {
        /**
         * The unit's id.
         */
        unit: string;
      };
    };
/**
 * The value of a trait: one word, several words, or yes or no.
 */
export type TraitValue = boolean | string | string[];
/**
 * A version of the list format: a whole number, or `1.N` where N counts additions.
 */
export type Version = number;
/**
 * The kind of a list file.
 */
export type ListKind = 'list';
/**
 * The name of a ruleset: its id, or its id and a version range.
 */
export type RulesetName =
  | string
  | {
      /**
       * The id.
       */
      id: string;
      /**
       * The versions that may be used, as a semantic version range. If left out, the newest version is used.
       */
      version?: string | null;
    };
/**
 * A kind of things that a list may leave open.
 */
export type OpenKind = 'core' | 'roles' | 'options' | 'marks' | 'allocations' | 'settings' | 'mfv' | 'decks';
/**
 * A card of a deck: one that the ruleset knows, or one with facts that the list states.
 */
export type CardPick = string | CardDetail;
/**
 * The kind of a collection's file.
 */
export type CollectionKind = 'collection';
/**
 * How many models of a unit a player owns.
 */
export type Owned = number;
/**
 * How grave a finding is, gravest first.
 */
export type Severity = 'error' | 'undetermined' | 'warning' | 'note' | 'waived';
/**
 * The formats that a list can be written in.
 */
export type ExportFormat = 'text' | 'markdown' | 'discord' | 'bbcode' | 'lines' | 'csv' | 'ros' | 'word';
/**
 * A kind of page.
 */
export type Layout = 'force-list' | 'stat-cards' | 'decks' | 'reference' | 'roster' | 'index';
/**
 * The size of the pages.
 */
export type Paper = 'A4' | 'Letter';
/**
 * How stat cards show special rules.
 */
export type CardRules = 'none' | 'names' | 'lines';
/**
 * The standing of a list while a person still builds it. It is like the verdict, but an error that an addition would mend does not count yet.
 */
export type Standing = 'empty' | 'to-do' | 'legal' | 'illegal' | 'undetermined' | 'unreadable';
/**
 * What an explanation is about.
 */
export type What =
  | 'rule'
  | 'special-rule'
  | 'setting'
  | 'role'
  | 'group'
  | 'nation'
  | 'table'
  | 'sheet'
  | 'deck'
  | 'card'
  | 'patch'
  | 'aid'
  | 'finding';
/**
 * How grave a breach is.
 */
export type Grade = 'error' | 'warning' | 'note';
/**
 * The outcome of one file, or of one file inside a mail or an archive.
 */
export type HandedIn =
  | {
      lists: Submission[];
    }
  | {
      'no-list': {
        /**
         * Its name, as in reports.
         */
        file: string;
        /**
         * The mail or archive in which it was packed; none if it is a file by itself.
         */
        'packed-in': string | null;
        /**
         * Who sent the mail that it came in.
         */
        sender: Sender | null;
        /**
         * Why it holds no list, in words that follow a colon.
         */
        why: string;
      };
    };
/**
 * What became of a list.
 */
export type Outcome = 'changed' | 'new' | 'gone' | 'same';
/**
 * What a change is about.
 */
export type ChangeKind =
  | 'ruleset'
  | 'nation'
  | 'mfv'
  | 'setting'
  | 'consents'
  | 'overlays'
  | 'squadron'
  | 'groups'
  | 'relations'
  | 'deck'
  | 'sheet';

/**
 * What the screens may ask the program, and what it answers. A call that fails answers with a Fault. A call is its args in one JSON object, with `own` as one more key.
 */
export interface Calls {
  rulesets: RulesetsCall;
  examples: ExamplesCall;
  units: UnitsCall;
  'read-units': ReadUnitsCall;
  'change-units': ChangeUnitsCall;
  'own-unit': OwnUnitCall;
  'units-sheet': UnitsSheetCall;
  read: ReadCall;
  write: WriteCall;
  export: ExportCall;
  import: ImportCall;
  print: PrintCall;
  'print-many': PrintManyCall;
  preview: PreviewCall;
  judge: JudgeCall;
  case: CaseCall;
  play: PlayCall;
  candidates: CandidatesCall;
  attachables: AttachablesCall;
  mends: MendsCall;
  additions: AdditionsCall;
  migrate: MigrateCall;
  'write-collection': WriteCollectionCall;
  changes: ChangesCall;
  sheet: SheetCall;
  'write-sheet': WriteSheetCall;
  'print-sheet': PrintSheetCall;
  explain: ExplainCall;
  'special-rules': SpecialRulesCall;
  events: EventsCall;
  submissions: SubmissionsCall;
  correct: CorrectCall;
  tally: TallyCall;
  compare: CompareCall;
  page: PageCall;
  table: TableCall;
  replies: RepliesCall;
  version: VersionCall;
  licences: LicencesCall;
}
/**
 * The installed rulesets with everything that the screens need to know about them.
 */
export interface RulesetsCall {
  args: RulesetsArgs;
  own?: OwnFile[];
  answer: RulesetsAnswer;
}
/**
 * The arguments of `rulesets`: none.
 */
export interface RulesetsArgs {}
/**
 * A file that holds a person's own units for one game, as catalogues.
 */
export interface OwnFile {
  /**
   * The id of the ruleset that gets the units.
   */
  ruleset: string;
  /**
   * The catalogues as YAML, one per document.
   */
  text: string;
}
/**
 * The installed rulesets.
 */
export interface RulesetsAnswer {
  /**
   * All versions, in the order in which they are searched.
   */
  rulesets: RulesetInfo[];
  /**
   * What is wrong with the rulesets that cannot be used.
   */
  faults: Fault[];
}
/**
 * What the screens need to know about a ruleset.
 */
export interface RulesetInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its own semantic version.
   */
  version: string;
  /**
   * Lists that do not name a version are judged by this one.
   */
  newest: boolean;
  /**
   * The range of versions to write into a new list.
   */
  range: string;
  /**
   * The edition of the game.
   */
  edition: string;
  /**
   * The game's name.
   */
  name: string;
  /**
   * The words for its things in sentences.
   */
  words: Words;
  /**
   * What it covers and what it leaves out.
   */
  summary: string;
  /**
   * Rules of the game that the ruleset's books do not contain, one per line.
   */
  lacks: string[];
  /**
   * The folder it comes from, within the folder of rulesets; absent if it is built into the program.
   */
  folder: string | null;
  /**
   * The nations, in the order of the ruleset.
   */
  nations: NationInfo[];
  /**
   * The number of its units.
   */
  units: number;
  /**
   * The number of its units that belong to no nation and that every nation may field.
   */
  'common-units': number;
  /**
   * The sources of its units, in a few sentences.
   */
  catalogue: string;
  /**
   * What players agree on before a game.
   */
  settings: SettingInfo[];
  /**
   * The kinds of groups; empty if lists have no groups.
   */
  'group-kinds': GroupKindInfo[];
  /**
   * The roles that a model may have.
   */
  roles: RoleInfo[];
  /**
   * The allocations of squadrons; the first is the default.
   */
  allocations: Titled[];
  /**
   * The decks that a list may hold.
   */
  decks: DeckInfo[];
  /**
   * The kinds of sheets that players keep between games.
   */
  sheets: SheetKindInfo[];
  /**
   * The traits of units, such as sizes and types.
   */
  traits: TraitInfo[];
  /**
   * The statistics on cards, in printed order.
   */
  stats: Titled[];
  /**
   * The classes of weapons, by their letter.
   */
  'weapon-classes': Titled[];
  /**
   * The range bands of weapons, nearest first.
   */
  bands: string[];
  /**
   * Rules that the opponent or the organiser may waive.
   */
  waivable: WaivableRule[];
  /**
   * The number of its rules.
   */
  rules: number;
  /**
   * The number of its special rules.
   */
  'special-rules': number;
}
/**
 * The words for things in sentences.
 */
export interface Words {
  /**
   * A squadron.
   */
  squadron: Noun;
  /**
   * A group of squadrons; absent if lists have no groups.
   */
  group: Noun | null;
  /**
   * A model.
   */
  model: Noun;
  /**
   * The maximum force value.
   */
  mfv: ForceValue;
}
/**
 * A noun in singular and plural.
 */
export interface Noun {
  /**
   * Singular.
   */
  one: string;
  /**
   * Plural.
   */
  many: string;
}
/**
 * The name of the maximum force value.
 */
export interface ForceValue {
  /**
   * The full name.
   */
  title: string;
  /**
   * The abbreviation.
   */
  short: string;
}
/**
 * A nation.
 */
export interface NationInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * Its traits.
   */
  traits: TraitWords[];
  /**
   * The number of its units.
   */
  units: number;
}
/**
 * The values of a trait that something has.
 */
export interface TraitWords {
  /**
   * The trait's id.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * The values. A trait that is yes or no has the value `yes`.
   */
  values: TraitWord[];
}
/**
 * A value of a trait.
 */
export interface TraitWord {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
}
/**
 * Something that players agree on before a game.
 */
export interface SettingInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * What it decides.
   */
  summary: string;
  /**
   * The kind of its value.
   */
  kind: SettingShape;
  /**
   * The words that it may have, if its value is a word.
   */
  values: SettingWord[];
  /**
   * The numbers that the set may contain, if its value is a set of numbers.
   */
  numbers: number[];
  /**
   * The range of its value, if its value is a number.
   */
  range: Range | null;
  /**
   * The value if a list states none; absent if there is no default.
   */
  default: SettingValue | null;
  /**
   * The setting that decides this set of numbers. A list states one of the two, never both.
   */
  'given-by': string | null;
  /**
   * The waivable rule that the value "yes" waives.
   */
  consent: string | null;
}
/**
 * A word that a setting may have as its value.
 */
export interface SettingWord {
  /**
   * The word as lists write it.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * What it means.
   */
  summary: string | null;
  /**
   * The numbers that this word gives to the setting which it decides.
   */
  gives: number[];
}
/**
 * A range of whole numbers. Both ends are allowed.
 */
export interface Range {
  /**
   * The smallest number.
   */
  min: number;
  /**
   * The largest number; none if there is no limit.
   */
  max?: number | null;
}
/**
 * A kind of group.
 */
export interface GroupKindInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  title: string;
  /**
   * What it means.
   */
  summary: string | null;
  /**
   * The slots for its squadrons, in the order of the book; empty if it takes any squadrons.
   */
  slots: SlotInfo[];
  /**
   * The nations whose units may stand in it; absent if those of every nation may.
   */
  nations: string[] | null;
}
/**
 * A place in a group for squadrons of certain kinds.
 */
export interface SlotInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  title: string;
  /**
   * The number of squadrons that it may hold; absent if only rules limit it.
   */
  holds: number | null;
  /**
   * Whether the group needs at least one squadron in this slot.
   */
  required: boolean;
  /**
   * The slot that must be filled first.
   */
  'opened-by': string | null;
  /**
   * The slot that replaces this one once it is filled.
   */
  'closed-by': string | null;
}
/**
 * A role that a model may have.
 */
export interface RoleInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  title: string;
  /**
   * What it means.
   */
  summary: string | null;
  /**
   * The deck whose cards are the traits for this role.
   */
  'trait-deck': string | null;
}
/**
 * A thing with an id and a name.
 */
export interface Titled {
  /**
   * Its id, as lists write it.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * What it means.
   */
  summary: string | null;
}
/**
 * A deck that a list may hold.
 */
export interface DeckInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  title: string;
  /**
   * The name for its cards.
   */
  card: Noun;
  /**
   * The abbreviation for the cost of its cards.
   */
  cost: string;
  /**
   * Whether it is secret. A secret deck is left out of open prints.
   */
  secret: boolean;
  /**
   * The cards that the ruleset knows, in the order of their file. If it knows none, lists state the facts of each card.
   */
  cards: DeckCard[];
  /**
   * The traits of its cards. A list states them for cards that the ruleset does not know.
   */
  traits: TraitInfo[];
}
/**
 * A card of a deck.
 */
export interface DeckCard {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * Its cost, if known.
   */
  cost: number | null;
  /**
   * Its known traits.
   */
  traits: TraitWords[];
  /**
   * What it does.
   */
  summary: string | null;
}
/**
 * A trait with its values.
 */
export interface TraitInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * The kind of thing that has it.
   */
  of: Owner;
  /**
   * Its values, in printed order. A trait without values is yes or no, unless it is open.
   */
  values: Titled[];
  /**
   * Whether something may have several of its values.
   */
  many: boolean;
  /**
   * Whether any word may be a value.
   */
  open: boolean;
  /**
   * Whether everything of this kind has a value of it.
   */
  required: boolean;
}
/**
 * A kind of sheet.
 */
export interface SheetKindInfo {
  /**
   * Its id, which is the `kind` of its documents.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * What players keep on it.
   */
  summary: string;
  /**
   * The fields of the sheet itself.
   */
  fields: FieldInfo[];
  /**
   * Its kinds of rows.
   */
  rows: RowKindInfo[];
}
/**
 * A field of a sheet or a row.
 */
export interface FieldInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * What it says, if the title does not say all.
   */
  summary: string | null;
  /**
   * What it holds.
   */
  holds: FieldShape;
  /**
   * The words that it may hold.
   */
  values: Titled[];
  /**
   * It may hold the same word more than once.
   */
  repeats: boolean;
  /**
   * Every sheet or row must state it.
   */
  required: boolean;
}
/**
 * A kind of row.
 */
export interface RowKindInfo {
  /**
   * Its id, which is the key under which documents list its rows.
   */
  id: string;
  /**
   * What one of them is called.
   */
  title: string;
  /**
   * What such a row is about in a list; absent if it is about nothing in a list. If present, each such row must have a name.
   */
  of: RowOf | null;
  /**
   * Its fields.
   */
  fields: FieldInfo[];
}
/**
 * A rule that may be waived.
 */
export interface WaivableRule {
  /**
   * Its id, as consents name it.
   */
  rule: string;
  /**
   * Its name.
   */
  title: string;
}
/**
 * Why a call failed. Errors in a list are no reason for a call to fail; they are in the report on the list.
 */
export interface Fault {
  /**
   * A code for programs, such as `unknown-call`, `wrong-args`, `unreadable-list` or `unknown-ruleset`.
   */
  code: string;
  /**
   * What is wrong, in one sentence without a full stop.
   */
  message: string;
  /**
   * What to do about it.
   */
  help: string | null;
}
/**
 * The fleets that come with the program.
 */
export interface ExamplesCall {
  args: ExamplesArgs;
  own?: OwnFile[];
  answer: Example[];
}
/**
 * The arguments of `examples`.
 */
export interface ExamplesArgs {
  /**
   * Only fleets of this ruleset.
   */
  ruleset?: string | null;
}
/**
 * A fleet that comes with the program.
 */
export interface Example {
  /**
   * The id of its ruleset.
   */
  ruleset: string;
  /**
   * The name of its file.
   */
  file: string;
  /**
   * The list's name.
   */
  name: string;
  /**
   * The printed name of its nation, if it names one.
   */
  nation: string | null;
  /**
   * Its maximum force value, in points; none if it is not known.
   */
  mfv: number | null;
  /**
   * Its points: `985`, `?`.
   */
  points: string;
  /**
   * The verdict, judged with the units that are installed. Some examples are wrong on purpose.
   */
  verdict: Verdict;
  /**
   * The terms that the list sets for itself, in words.
   */
  terms: string | null;
  /**
   * It names units that are not installed: units of a club.
   */
  'lacks-units': boolean;
  /**
   * The text of the whole file.
   */
  text: string;
}
/**
 * Every unit of a nation, and every unit of no nation.
 */
export interface UnitsCall {
  args: UnitsArgs;
  own?: OwnFile[];
  answer: UnitInfo[];
}
/**
 * The arguments of `units`.
 */
export interface UnitsArgs {
  /**
   * The ruleset's id. A version or a range may follow: `dw-3@^1.0`.
   */
  ruleset: string;
  /**
   * The nation, by id or name. Default: all nations.
   */
  nation?: string | null;
  /**
   * The event that may change or bring units.
   */
  event?: GivenEvent | null;
}
/**
 * An event pack or house rules in the arguments of a call. Everything in the call is judged under it.
 */
export interface GivenEvent {
  /**
   * The id of an event at hand; or the name of a file, if there is a text.
   */
  name: string;
  /**
   * The content of the file.
   */
  text?: string | null;
}
/**
 * A unit.
 */
export interface UnitInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * Other names that lists may use.
   */
  aliases: string[];
  /**
   * The id of its nation; absent for units that every nation may field.
   */
  nation: string | null;
  /**
   * Points of one model, or of the smallest squadron of a fixed mix; absent if not known.
   */
  points: number | null;
  /**
   * These points as a table cell; `?` if they are not known.
   */
  figure: string;
  /**
   * What its price is for: `85 for each model`, `240 for the smallest squadron`.
   */
  price: string;
  /**
   * Its traits, in the ruleset's order.
   */
  traits: TraitWords[];
  /**
   * The numbers of models that a squadron of it may have; absent if the data set no limit.
   */
  squadron: Range | null;
  /**
   * The numbers of models as a table cell: `2-3`.
   */
  size: string | null;
  /**
   * The numbers of models in a sentence: `2 to 3 models`.
   */
  models: string | null;
  /**
   * The number of models if a list does not state it.
   */
  usual: number | null;
  /**
   * Whether it has models. A unit without models is a choice for its group.
   */
  'has-models': boolean;
  /**
   * The slots that it names, by the kinds of groups.
   */
  slots: {
    [k: string]: string;
  };
  /**
   * The one way to field it, if it is never a squadron of its own.
   */
  only: Only | null;
  /**
   * The smallest squadron of it, with its required options.
   */
  smallest: Squadron;
  /**
   * Its card; empty for a fixed mix.
   */
  card: CardInfo;
  /**
   * The kinds of models of a fixed mix, with their own cards.
   */
  members: MemberInfo[];
  /**
   * What may be bought for it.
   */
  options: OptionInfo[];
  /**
   * Choices: groups of options of which a player chooses a certain number.
   */
  choices: ChoiceInfo[];
  /**
   * The squadrons that its own rule lets it join, one line per alternative.
   */
  joins: string[];
  /**
   * The printed names of units that their own rules, or this unit's data, let join it.
   */
  'joined-by': string[];
  /**
   * What it brings and carries, and what books change on its card, one line each.
   */
  notes: string[];
  /**
   * The edition of the game whose figures it has.
   */
  vintage: string | null;
  /**
   * Whether a person or a club brings it, or changes it; absent for a unit as the ruleset has it.
   */
  own: Own | null;
  /**
   * What overlays do to it, a line each: `35 by Wessex Club, 30 in dw-2.5`.
   */
  overlays: string[];
  /**
   * The models that people count who own some of it: its own, and those that its options add.
   */
  miniatures: MiniatureInfo[];
  /**
   * The source of its figures, in a sentence.
   */
  source: string;
}
/**
 * A squadron of the list, or one that is attached to another.
 */
export interface Squadron {
  /**
   * The unit, by id or printed name.
   */
  unit: string;
  /**
   * An id by which other squadrons can refer to it.
   */
  id?: string | null;
  /**
   * The player's name for it.
   */
  name?: string | null;
  /**
   * Its nation, if it is not the list's.
   */
  nation?: string | null;
  /**
   * How many models it has. May be left out if only one number is possible.
   */
  models?: Models | null;
  /**
   * The Mark of all its models.
   */
  mark?: string | null;
  /**
   * The options that are bought for it.
   */
  options?: OptionPick[];
  /**
   * The roles that its models have.
   */
  roles?: RolePick[];
  /**
   * The squadrons that are attached to it.
   */
  attached?: Squadron[];
  /**
   * Where it is allocated. The ruleset declares the allocations.
   */
  allocation?: string | null;
  /**
   * The slot of its group that it fills. If left out, Muster finds one.
   */
  slot?: string | null;
  /**
   * The id of the squadron that brings this one at no cost.
   */
  'brought-by'?: string | null;
  /**
   * The ids of squadrons that this transport carries.
   */
  carries?: string[];
  /**
   * The preferred turn of entry.
   */
  'entry-turn'?: number | null;
  /**
   * The points that the player claims for it.
   */
  points?: number | null;
  /**
   * Remarks for everybody.
   */
  notes?: string | null;
  /**
   * Remarks for the player alone.
   */
  'private-notes'?: string | null;
}
/**
 * Models of a squadron that are alike.
 */
export interface Part {
  /**
   * How many models.
   */
  count: number;
  /**
   * Their Mark.
   */
  mark?: string | null;
  /**
   * The options that are bought for each of them.
   */
  options?: OptionPick[];
}
/**
 * A role with details.
 */
export interface RoleDetail {
  /**
   * The role.
   */
  role: string;
  /**
   * The model of the squadron that has it, counted from 1; 1 if left out.
   */
  model?: number | null;
  /**
   * The trait that comes with the role, if it has one.
   */
  trait?: string | null;
  /**
   * The special character who has the role.
   */
  character?: string | null;
}
/**
 * Statistics, weapons and special rules of one kind of model.
 */
export interface CardInfo {
  /**
   * The statistics, in the ruleset's order.
   */
  stats: StatInfo[];
  /**
   * The weapons.
   */
  weapons: WeaponInfo[];
  /**
   * The special rules, with those that a book's patches give.
   */
  rules: SpecialRef[];
}
/**
 * A statistic and its figure.
 */
export interface StatInfo {
  /**
   * The statistic's id.
   */
  id: string;
  /**
   * Its name on screens.
   */
  title: string;
  /**
   * The figure.
   */
  value: Stat;
}
/**
 * A weapon.
 */
export interface WeaponInfo {
  /**
   * Its name.
   */
  name: string;
  /**
   * The letter of its class.
   */
  class: string | null;
  /**
   * The name of its class.
   */
  'class-title': string | null;
  /**
   * Its name, with the number that is mounted if there is more than one: `2 × Rockets`.
   */
  title: string;
  /**
   * Attack dice in each range band, nearest first; `-` if the weapon cannot reach that band.
   */
  bands: Stat[];
  /**
   * The arc of fire.
   */
  arc: string | null;
  /**
   * Special rules of this weapon alone.
   */
  rules: SpecialRef[];
}
/**
 * A special rule as a card prints it.
 */
export interface SpecialRef {
  /**
   * The special rule as printed, with parameters.
   */
  text: string;
  /**
   * Its id, by which `explain` finds it; none if the ruleset does not know it.
   */
  id: string | null;
  /**
   * Its effect, in our words.
   */
  summary: string | null;
}
/**
 * One kind of models in a fixed mix.
 */
export interface MemberInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its name with the number of models: `1-2 × Gunner`.
   */
  title: string;
  /**
   * The number of models.
   */
  models: Range;
  /**
   * Its price: `30 points each`.
   */
  price: string;
  /**
   * Its traits.
   */
  traits: TraitWords[];
  /**
   * Its card.
   */
  card: CardInfo;
  /**
   * What may be bought for these models.
   */
  options: OptionInfo[];
  /**
   * Choices for these models.
   */
  choices: ChoiceInfo[];
}
/**
 * An option.
 */
export interface OptionInfo {
  /**
   * Its id, as lists write it.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * Its price per purchase: `+5`.
   */
  price: string;
  /**
   * Its price per purchase for a squadron of several models: `+5 each`.
   */
  'price-each': string;
  /**
   * What overlays do to it, a line each: `+10 by Wessex Club, +5 in dw-2.5`.
   */
  overlays: string[];
  /**
   * How its points are counted, if the price alone does not say it.
   */
  'points-note': string | null;
  /**
   * Whether it is bought for a model or for the squadron.
   */
  buys: Buys;
  /**
   * How often a model (or the squadron) may have it. Default: once.
   */
  max: number | null;
  /**
   * What it does to the number of models.
   */
  makes: Makes | null;
  /**
   * What it changes, in words, and how often it may be taken along with other options.
   */
  effect: string | null;
  /**
   * Special rules that it adds.
   */
  rules: SpecialRef[];
  /**
   * The card of the models that it makes, or its additions to a card.
   */
  card: CardInfo | null;
  /**
   * The kinds of groups in which it is always taken, or never offered.
   */
  groups: {
    [k: string]: InGroup;
  };
  /**
   * Options that require this one.
   */
  options: OptionInfo[];
  /**
   * Choices that require this option.
   */
  choices: ChoiceInfo[];
}
/**
 * A group of options of which a player chooses a certain number.
 */
export interface ChoiceInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * The number of options that must be chosen.
   */
  min: number;
  /**
   * The number of options that may be chosen; absent if there is no limit.
   */
  max: number | null;
  /**
   * The option that applies if a list states none.
   */
  default: string | null;
  /**
   * Whether its options are Marks of the model.
   */
  marks: boolean;
  /**
   * Whether it is a hardpoint. A list names a weapon, and any hardpoint of the unit that offers the weapon may take it.
   */
  hardpoint: boolean;
  /**
   * The options to choose from.
   */
  options: OptionInfo[];
  /**
   * Narrower choices, whose options count for this choice too.
   */
  choices: ChoiceInfo[];
}
/**
 * A model that people own and count.
 */
export interface MiniatureInfo {
  /**
   * The name that a collection which states no nation has for the model: `nation:id`, or the id alone.
   */
  of: string;
  /**
   * The printed name.
   */
  name: string;
}
/**
 * Units of a person's own, read from a spreadsheet or a catalogue.
 */
export interface ReadUnitsCall {
  args: ReadUnitsArgs;
  own?: OwnFile[];
  answer: ReadUnitsAnswer;
}
/**
 * The arguments of `read-units`.
 */
export interface ReadUnitsArgs {
  /**
   * The ruleset's id.
   */
  ruleset: string;
  /**
   * The nation of units of a spreadsheet that names none, by id or name.
   */
  nation?: string | null;
  /**
   * A spreadsheet (`.csv`), a catalogue of Muster, or the files of community data (`.cat`, `.gst`) that one nation needs.
   */
  files: GivenFile[];
}
/**
 * A file of any form.
 */
export interface GivenFile {
  /**
   * Its name, with the folders in which it was dropped.
   */
  name: string;
  /**
   * Its content.
   */
  text: string;
  /**
   * The content is in base 64, because the file is not text.
   */
  packed: boolean;
}
/**
 * The units of a file, or what is wrong with it.
 */
export interface ReadUnitsAnswer {
  /**
   * The units; empty if anything is wrong.
   */
  units: ReadUnit[];
  /**
   * The units as catalogues, for the key `own` of calls; empty if anything is wrong.
   */
  text: string;
  /**
   * What is wrong, each with its line and column. Nothing of the file is used then.
   */
  faults: string[];
  /**
   * The parts of community data that Muster did not understand. The units can be used all the same.
   */
  notes: string[];
  /**
   * The file is a spreadsheet of a list, not of units.
   */
  'is-list': boolean;
}
/**
 * A unit of a file.
 */
export interface ReadUnit {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * The printed name of its nation; absent for units of no nation.
   */
  nation: string | null;
  /**
   * Whether it replaces a unit of the ruleset, or changes its price.
   */
  replaces: boolean;
}
/**
 * A person's own catalogues with one unit changed.
 */
export interface ChangeUnitsCall {
  args: ChangeUnitsArgs;
  own?: OwnFile[];
  answer: ChangeUnitsAnswer;
}
/**
 * The arguments of `change-units`.
 */
export interface ChangeUnitsArgs {
  /**
   * The ruleset's id.
   */
  ruleset: string;
  /**
   * The nation of the unit, by id or name; absent for a unit that every nation may field.
   */
  nation?: string | null;
  /**
   * The catalogues as they are; empty if there are none yet.
   */
  text: string;
  /**
   * The change.
   */
  change: UnitChange;
}
/**
 * A unit as a person states it.
 */
export interface OwnUnit {
  /**
   * The id of the own unit that it replaces; absent for a new one.
   */
  id?: string | null;
  /**
   * The name.
   */
  name: string;
  /**
   * Points of one model; absent if not known.
   */
  points?: number | null;
  /**
   * The numbers of models that a squadron may have; absent if there is no limit.
   */
  squadron?: Range | null;
  /**
   * Its traits, such as size and type.
   */
  traits?: {
    [k: string]: TraitValue;
  };
  /**
   * Its card.
   */
  card: Card;
  /**
   * What may be bought for it.
   */
  options?: OwnOption[];
  /**
   * The id of a unit of the same nation. The new unit may stand where that one may, and join what that one may.
   */
  like?: string | null;
  /**
   * The digest of what the catalogues state of the unit, from `own-unit`. If a change has it and the catalogues state something else by now, the change fails with `unit-changed`.
   */
  opened?: string | null;
}
/**
 * Statistics, weapons and special rules of one kind of model.
 */
export interface Card {
  /**
   * Statistics by the ids that the ruleset declares, such as `dr: 6`.
   */
  stats?: {
    [k: string]: Stat;
  };
  /**
   * The weapons.
   */
  weapons?: Weapon[];
  /**
   * Special rules as printed, spelt right, with parameters: `Strategic Value (50)`.
   */
  rules?: string[];
}
/**
 * A weapon with its attack dice in each range band.
 */
export interface Weapon {
  /**
   * Its name, without the name of the model and without the letter of the class.
   */
  name: string;
  /**
   * The class, by the letter that the ruleset declares (`P`, `S`, `T`); none if the data give none.
   */
  class?: string | null;
  /**
   * How many are mounted, if more than one.
   */
  count?: number | null;
  /**
   * Attack dice in each range band, nearest first; `-` if the weapon cannot reach that band.
   */
  bands: Stat[];
  /**
   * The arc of fire.
   */
  arc?: string | null;
  /**
   * Special rules of this weapon alone, with parameters, as the card prints them beside the weapon.
   */
  rules?: string[];
}
/**
 * An option of an own unit.
 */
export interface OwnOption {
  /**
   * The name.
   */
  name: string;
  /**
   * Points; absent if not known.
   */
  points?: number | null;
  /**
   * For whom it is bought.
   */
  buys: Buys & string;
  /**
   * Special rules that it adds, with their parameters. If absent, it keeps those that it has.
   */
  rules?: string[] | null;
}
/**
 * The changed catalogues.
 */
export interface ChangeUnitsAnswer {
  /**
   * The catalogues, for the key `own` of calls; empty if nothing is left.
   */
  text: string;
  /**
   * The id of the unit.
   */
  unit: string;
}
/**
 * A unit of a person's own catalogues, as a form states it.
 */
export interface OwnUnitCall {
  args: OwnUnitArgs;
  own?: OwnFile[];
  answer: OwnUnit | null;
}
/**
 * The arguments of `own-unit`.
 */
export interface OwnUnitArgs {
  /**
   * The ruleset's id.
   */
  ruleset: string;
  /**
   * The nation of the unit, by id or name; absent for a unit that every nation may field.
   */
  nation?: string | null;
  /**
   * The catalogues.
   */
  text: string;
  /**
   * The unit's id.
   */
  unit: string;
}
/**
 * An empty spreadsheet for units.
 */
export interface UnitsSheetCall {
  args: UnitsSheetArgs;
  own?: OwnFile[];
  answer: UnitsSheetAnswer;
}
/**
 * The arguments of `units-sheet`.
 */
export interface UnitsSheetArgs {
  /**
   * The ruleset's id.
   */
  ruleset: string;
}
/**
 * An empty spreadsheet.
 */
export interface UnitsSheetAnswer {
  /**
   * The name for its file.
   */
  name: string;
  /**
   * The spreadsheet as CSV, with every column of the ruleset and notes on their values.
   */
  text: string;
}
/**
 * The lists and sheets in a text.
 */
export interface ReadCall {
  args: ReadArgs;
  own?: OwnFile[];
  answer: ReadAnswer;
}
/**
 * The arguments of `read`.
 */
export interface ReadArgs {
  /**
   * YAML or JSON, one document or several.
   */
  text: string;
  /**
   * The file name for reports.
   */
  file?: string | null;
}
/**
 * The documents of a text.
 */
export interface ReadAnswer {
  /**
   * In the order of the text; never empty.
   */
  documents: DocumentRead[];
}
/**
 * One document of a text.
 */
export interface DocumentRead {
  /**
   * The list; absent if the document is not a list or is a faulty one.
   */
  list: ArmyList | null;
  /**
   * The sheet; absent if the document is not a sheet or is a faulty one.
   */
  sheet: SheetFile | null;
  /**
   * The collection, with the full names of its models; absent if the document is not a collection or is a faulty one.
   */
  collection: CollectionFile | null;
  /**
   * The version of the ruleset that judged it; absent if none did.
   */
  version: string | null;
  /**
   * What is wrong with the document; empty if it is a list, a sheet or a collection.
   */
  faults: ReadFault[];
  /**
   * The report. Its findings have lines and columns. If the document is neither a list nor a sheet, the report says why.
   */
  report: Report;
  /**
   * Points that the list states and that are wrong now.
   */
  claims: Claim[];
  /**
   * The newest version of its ruleset, if another version or none judged the list.
   */
  newer: Newer | null;
}
/**
 * A list file.
 */
export interface ArmyList {
  /**
   * Version of the list format: 1, or 1.N.
   */
  muster: Version;
  /**
   * Always `list`; may be left out.
   */
  kind?: ListKind | null;
  /**
   * The list's name.
   */
  name?: string | null;
  /**
   * The player's name.
   */
  player?: string | null;
  /**
   * The player's club.
   */
  club?: string | null;
  /**
   * Where to reach the player.
   */
  email?: string | null;
  /**
   * The list's date, as YYYY-MM-DD.
   */
  date?: string | null;
  /**
   * Remarks for everybody.
   */
  notes?: string | null;
  /**
   * Remarks for the player alone.
   */
  'private-notes'?: string | null;
  /**
   * The total that the player claims, in points.
   */
  points?: number | null;
  /**
   * A secret word, made by chance where the list is first shown to others. The fingerprint covers it. So nobody can find out what an open list hides by trying lists until one fits the fingerprint.
   */
  salt?: string | null;
  /**
   * The ruleset under which the list is made.
   */
  ruleset: RulesetName;
  /**
   * The force's nation, by id or printed name.
   */
  nation?: string | null;
  /**
   * Maximum force (fleet) value, in points. If left out, it is unknown, and the rules that need it are undetermined.
   */
  mfv?: number | null;
  /**
   * What was agreed for the game, by the ids of settings. The ruleset declares settings, values and defaults.
   */
  settings?: {
    [k: string]: SettingValue;
  };
  /**
   * The ids of waivable rules that the opponent or the organiser waived.
   */
  consents?: string[];
  /**
   * What the source of the list could not or did not state. As far as the list lacks it, a rule that needs it cannot be decided.
   */
  open?: OpenKind[];
  /**
   * The ids of overlays (house rules) under which the list is made. An event replaces them.
   */
  overlays?: string[];
  /**
   * The sheet of a campaign that the list belongs to.
   */
  sheet?: SheetPick | null;
  /**
   * The squadrons. The key may also be `sections` or `units`.
   */
  squadrons?: Squadron[];
  /**
   * Groups of squadrons (battle groups, platoons), in games that have them.
   */
  groups?: Group[];
  /**
   * Decks of cards, by the ids that the ruleset declares.
   */
  decks?: {
    [k: string]: CardPick[];
  };
}
/**
 * A sheet that a list belongs to, and the rows of it that the list stands for.
 */
export interface SheetPick {
  /**
   * The path of the sheet's file, from the folder of the list's file.
   */
  file: string;
  /**
   * The names of the rows that the list stands for, such as the battle groups that fight. Empty if each squadron has a row of its own.
   */
  rows?: string[];
}
/**
 * A group of squadrons: a battle group, a platoon.
 */
export interface Group {
  /**
   * Its kind, as the ruleset declares it.
   */
  kind: string;
  /**
   * Its name.
   */
  name?: string | null;
  /**
   * An id by which others can refer to it.
   */
  id?: string | null;
  /**
   * Its squadrons. The key may also be `sections` or `units`.
   */
  squadrons?: Squadron[];
  /**
   * Remarks for everybody.
   */
  notes?: string | null;
  /**
   * Remarks for the player alone.
   */
  'private-notes'?: string | null;
}
/**
 * A card with facts that the list states, or one that replaces another.
 */
export interface CardDetail {
  /**
   * The card, by id or printed name.
   */
  card: string;
  /**
   * The card of the base deck that it replaces.
   */
  replaces?: CardPick | null;
  /**
   * Its cost in victory points.
   */
  cost?: number | null;
  [k: string]: string | CardPick | null | number | undefined;
}
/**
 * The document of a sheet. Its ruleset declares its fields and its kinds of rows.
 */
export interface SheetFile {
  kind: string;
  ruleset:
    | string
    | {
        id: string;
        version?: string | null;
      };
  name?: string | null;
  nation?: string | null;
  [k: string]: unknown;
}
/**
 * The models that a player owns.
 */
export interface CollectionFile {
  /**
   * Version of this format: 1, or 1.N.
   */
  muster: Version;
  /**
   * Always `collection`.
   */
  kind: CollectionKind;
  /**
   * Its name.
   */
  name?: string | null;
  /**
   * Whose it is.
   */
  player?: string | null;
  /**
   * Remarks.
   */
  notes?: string | null;
  /**
   * The ruleset that knows the units.
   */
  ruleset: RulesetName;
  /**
   * The nation of the units that name none, by id or printed name.
   */
  nation?: string | null;
  /**
   * How many models there are of each unit, by id or printed name. A unit of another nation is `nation:unit`.
   */
  models?: {
    [k: string]: Owned;
  };
}
/**
 * What is wrong with a document.
 */
export interface ReadFault {
  /**
   * A code for programs, such as `unknown-key`.
   */
  code: string;
  /**
   * What is wrong, in one sentence.
   */
  message: string;
  /**
   * The line, from 1.
   */
  line: number | null;
  /**
   * The column, from 1.
   */
  column: number | null;
  /**
   * What to do about it.
   */
  help: string | null;
}
/**
 * The report on one list, as it is written as JSON. All keys are always there.
 */
export interface Report {
  /**
   * The path of the file as it was given; `-` for standard input.
   */
  file: string;
  /**
   * The document in the file, counted from 0.
   */
  document: number;
  /**
   * The list's name.
   */
  name: string | null;
  /**
   * The player's name.
   */
  player: string | null;
  /**
   * The ruleset that judged it; none if no list could be read.
   */
  ruleset: RulesetUsed | null;
  /**
   * The event packs and house rules that were applied, in order.
   */
  events: string[];
  /**
   * The settings in use, with defaults filled in.
   */
  settings: {
    [k: string]: SettingValue;
  };
  /**
   * The ids of the rules that the list waives.
   */
  consents: string[];
  /**
   * The terms that the list sets for itself.
   */
  terms: Terms;
  /**
   * The verdict.
   */
  verdict: Verdict;
  /**
   * The points of the whole list; none if they are not known.
   */
  points: number | null;
  /**
   * The maximum force value.
   */
  mfv: number | null;
  /**
   * A digest of the list, `-`, and a digest of the rules: each is ten bytes of SHA-256 in base 32. None if the list could not be judged.
   */
  fingerprint: string | null;
  /**
   * All findings, gravest first.
   */
  findings: Finding[];
}
/**
 * The ruleset that judged a list.
 */
export interface RulesetUsed {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its own version.
   */
  version: string;
  /**
   * The edition of the game.
   */
  edition: string;
  /**
   * `sha256:` and the digest of all its files.
   */
  digest: string;
}
/**
 * The terms that a list sets for itself. An opponent or an organiser may refuse them, so they are shown with every verdict.
 */
export interface Terms {
  /**
   * The ids of the rules that it waives.
   */
  waived: string[];
  /**
   * The settings by which it picks rules one by one, puts rules out of use that are in use by default, or raises a limit.
   */
  settings: {
    [k: string]: SettingValue;
  };
  /**
   * The one of these settings that picks rules by their level.
   */
  level: string | null;
  /**
   * The version of the ruleset that it asks for, if that is not the newest at hand.
   */
  pinned: string | null;
  /**
   * The rules are not those that were published under their id and version.
   */
  'not-published': boolean;
  /**
   * The id and version of the rules, if a frozen archive brings them and the program has none of that id.
   */
  'own-rules': string | null;
  /**
   * The code of the full list of which it is what an opponent may see. What it hides is not judged.
   */
  'full-list': string | null;
  /**
   * The names of the event packs and house rules under which it should be judged, but which are not about its game.
   */
  'other-game': string[];
  /**
   * Its units that are from outside the ruleset.
   */
  'own-units': OwnUnit2[];
  /**
   * Its cards that the ruleset does not know, and whose facts it states itself.
   */
  'own-cards': OwnCard[];
  /**
   * What it leaves open.
   */
  open: OpenKind[];
  /**
   * The overlays in use that it names itself, or that a frozen archive brings.
   */
  overlays: OwnOverlay[];
  /**
   * All terms in words that follow the verdict: `with 1 rule waived by the list itself (mfv-cap)`. None if the list sets no terms.
   */
  words: string | null;
}
/**
 * A unit of a club that a list fields.
 */
export interface OwnUnit2 {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its printed name.
   */
  name: string;
  /**
   * The id of its nation; none for a unit that every nation may field.
   */
  nation: string | null;
  /**
   * It replaces a unit of the ruleset.
   */
  replaces: boolean;
}
/**
 * A card whose facts a list states itself.
 */
export interface OwnCard {
  /**
   * The id of the deck.
   */
  deck: string;
  /**
   * The list's name for the card.
   */
  name: string;
}
/**
 * An overlay that a list names itself or that a frozen archive brings, and what it changes. What it does to units of the list is told with these.
 */
export interface OwnOverlay {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * A frozen archive brings it; otherwise the list names it.
   */
  'from-archive': boolean;
  /**
   * The ids of rules that it takes out of use.
   */
  drops: string[];
  /**
   * The ids of rules that it brings or changes.
   */
  rules: string[];
  /**
   * The ids of rules that it waives.
   */
  consents: string[];
  /**
   * The maximum force values that it allows; empty if it says nothing of them.
   */
  mfv: number[];
  /**
   * The values that it allows for settings.
   */
  fixes: {
    [k: string]: SettingValue[];
  };
  /**
   * What else it brings or changes: `cards`, `tables`.
   */
  others: string[];
}
/**
 * One broken rule at one place, or something else worth saying.
 */
export interface Finding {
  /**
   * The id of the rule, of the remark, or of the fault of the file.
   */
  rule: string;
  /**
   * How grave it is.
   */
  severity: Severity;
  /**
   * What is wrong, in one sentence, with the numbers.
   */
  message: string;
  /**
   * JSON pointers into the list, the main place first. The pointer to something that the list does not state says where it would stand. If something is missing, the further places are those where it could be added.
   */
  at: string[];
  /**
   * The line of the main place, counted from 1.
   */
  line: number | null;
  /**
   * The column of the main place, counted from 1.
   */
  column: number | null;
  /**
   * The measured number, if the rule compares numbers and it is known.
   */
  measured: number | null;
  /**
   * The minimum, rounded up.
   */
  min: number | null;
  /**
   * The maximum, rounded down.
   */
  max: number | null;
  /**
   * The book and page; none if the finding is of no rule of a book.
   */
  source: Source | null;
  /**
   * The id of the ruleset or overlay that last changed the rule.
   */
  origin: string | null;
  /**
   * What would help.
   */
  help: string | null;
  /**
   * It waits for something unknown that another finding tells, such as an unknown unit. Left out if it does not.
   */
  waits?: boolean;
}
/**
 * A book and page as shown.
 */
export interface Source {
  /**
   * The book's title.
   */
  title: string;
  /**
   * The printed page or pages.
   */
  page: string;
}
/**
 * Points that a list states and that are wrong now.
 */
export interface Claim {
  /**
   * JSON pointer to the stated points.
   */
  at: string;
  /**
   * The points that the list states.
   */
  claimed: number;
  /**
   * The real points.
   */
  points: number;
  /**
   * The same as a sentence.
   */
  message: string;
}
/**
 * The verdict on a list under the newest version of its ruleset.
 */
export interface Newer {
  /**
   * The newest version.
   */
  ruleset: RulesetUsed;
  /**
   * The verdict under it.
   */
  verdict: Verdict;
  /**
   * The points under it: `985 points`, `points not known`.
   */
  points: string;
  /**
   * Findings that only the newest version has.
   */
  appeared: Finding[];
  /**
   * Findings that only the list's version has.
   */
  gone: Finding[];
}
/**
 * A list as text.
 */
export interface WriteCall {
  args: WriteArgs;
  own?: OwnFile[];
  answer: WriteAnswer;
}
/**
 * The arguments of `write`.
 */
export interface WriteArgs {
  /**
   * The list.
   */
  list: ArmyList;
}
/**
 * A list as text.
 */
export interface WriteAnswer {
  /**
   * YAML as a person would write it. Reading it gives the same list.
   */
  text: string;
}
/**
 * A list as text for other people and programs.
 */
export interface ExportCall {
  args: ExportArgs;
  own?: OwnFile[];
  answer: ExportAnswer;
}
/**
 * The arguments of `export`.
 */
export interface ExportArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The format to write.
   */
  to: ExportFormat;
  /**
   * Leave out what the opponent may not see.
   */
  open: boolean;
  /**
   * The sheet that the list points at.
   */
  sheet?: SheetFile | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * A list as text.
 */
export interface ExportAnswer {
  /**
   * The text.
   */
  text: string;
  /**
   * What the format cannot hold, in sentences.
   */
  lost: string[];
}
/**
 * A list, read from pasted text.
 */
export interface ImportCall {
  args: ImportArgs;
  own?: OwnFile[];
  answer: ImportAnswer;
}
/**
 * The arguments of `import`.
 */
export interface ImportArgs {
  /**
   * A text with a list: a list file, a list as one word, a text from `export`, from another tool or from a person. Or the content of the file that `file` names.
   */
  text: string;
  /**
   * The name of the file, if the text is the content of one. It may be a mail, an archive, a document, a roster, or a PDF from `print`.
   */
  file?: string | null;
  /**
   * The text is in base 64, because the file is not text.
   */
  packed?: boolean;
  /**
   * The id of the ruleset, if the text does not name it. If none is given, it is found by the units that the text names.
   */
  ruleset: string | null;
  /**
   * The nation, if it is not the one that the text names.
   */
  nation: string | null;
  /**
   * The maximum force value in points, if it is not the one that the text names.
   */
  mfv: number | null;
}
/**
 * The lists in a text or file.
 */
export interface ImportAnswer {
  /**
   * The lists in their order. Never empty.
   */
  lists: ImportedList[];
  /**
   * What else is in the file and is no list, or a faulty one, in sentences.
   */
  others: string[];
}
/**
 * A list read from a text.
 */
export interface ImportedList {
  /**
   * The list, with ids in place of the names in the text.
   */
  list: ArmyList;
  /**
   * What was not understood.
   */
  doubts: DoubtInfo[];
  /**
   * What the text does not say and Muster concluded, in sentences.
   */
  concluded: string[];
  /**
   * How each line was read. Empty for what was not read by weighing lines, such as list files and rosters.
   */
  lines: LineInfo[];
}
/**
 * A line, a word or a number that was not understood.
 */
export interface DoubtInfo {
  /**
   * The number of the line, from 1.
   */
  line: number;
  /**
   * The line, word or number.
   */
  text: string;
  /**
   * What is doubtful, in one sentence.
   */
  message: string;
  /**
   * The most similar names, or what it may be.
   */
  help: string | null;
  /**
   * The readings that the line may have. Somebody chooses one of them.
   */
  readings: PossibleReadingInfo[];
}
/**
 * A reading that a doubtful line may have.
 */
export interface PossibleReadingInfo {
  /**
   * The reading in words.
   */
  words: string;
  /**
   * The line as it is written so that it has this reading only. Empty if it is to be left out.
   */
  line: string;
}
/**
 * How a line of a text was read.
 */
export interface LineInfo {
  /**
   * The number of the line, from 1. Each sentence of a line has an entry of its own.
   */
  line: number;
  /**
   * The line, or the sentence of it, without marks.
   */
  text: string;
  /**
   * The reading that was taken.
   */
  taken: ReadingInfo;
  /**
   * The next best reading.
   */
  next: ReadingInfo | null;
}
/**
 * A reading of a line, with what speaks for it.
 */
export interface ReadingInfo {
  /**
   * The reading in words.
   */
  words: string;
  /**
   * The evidence for the reading, each with its weight: `all words of a unit's name (40)`.
   */
  evidence: string[];
  /**
   * The sum of the weights.
   */
  weight: number;
}
/**
 * A list as PDF.
 */
export interface PrintCall {
  args: PrintArgs;
  own?: OwnFile[];
  answer: PrintAnswer;
}
/**
 * The arguments of `print` and `preview`.
 */
export interface PrintArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The layouts to print, in this order.
   */
  layouts: Layout[];
  /**
   * The size of the pages.
   */
  paper: Paper;
  /**
   * Include the secret decks, secret roles and private notes, for the player's own use.
   */
  private: boolean;
  /**
   * How stat cards show special rules.
   */
  'card-rules': CardRules & string;
  /**
   * The sheet that the list points at.
   */
  sheet?: SheetFile | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * A list as a file to print.
 */
export interface PrintAnswer {
  /**
   * A PDF in base 64.
   */
  pdf: string;
}
/**
 * Many lists as one PDF.
 */
export interface PrintManyCall {
  args: PrintManyArgs;
  own?: OwnFile[];
  answer: PrintAnswer;
}
/**
 * The arguments of `print-many`.
 */
export interface PrintManyArgs {
  /**
   * The lists as they were handed in, in the order of the pages. Those that could not be read are left out.
   */
  lists: Submission[];
  /**
   * The layouts to print of each, in this order.
   */
  layouts: Layout[];
  /**
   * The size of the pages.
   */
  paper: Paper;
  /**
   * The event under which they were judged.
   */
  event?: GivenEvent | null;
}
/**
 * A list that was handed in, with its report. If it could not be read, the report says why.
 */
export interface Submission {
  /**
   * The report. What was doubtful in the text is among its findings.
   */
  report: Report;
  /**
   * The list; none if the document is not a list or is a faulty one.
   */
  list: ArmyList | null;
  /**
   * The id of its nation; none if the ruleset does not know it.
   */
  nation: string | null;
  /**
   * Whether the list was read from another form than a list file.
   */
  'is-read': boolean;
  /**
   * The text that the lines of findings count, if it is not the file itself.
   */
  text: string | null;
  /**
   * The mail address that a sheet states. A list has its own.
   */
  email: string | null;
  /**
   * How it came.
   */
  came: Came;
}
/**
 * How a list was handed in.
 */
export interface Came {
  /**
   * The file: that of the report, or the mail or archive in which it was packed.
   */
  file: string;
  /**
   * Who sent the mail that it came in.
   */
  sender: Sender | null;
  /**
   * Whether the lines of findings are lines of that file.
   */
  'is-plain': boolean;
  /**
   * Whether a print carries it, so that its pages may say something else.
   */
  'is-carried': boolean;
  /**
   * The codes of which the pages of that print must show one if they show this list: its own.
   */
  codes: string[];
}
/**
 * Who sent a mail.
 */
export interface Sender {
  /**
   * The name.
   */
  name: string | null;
  /**
   * The mail address; none if the mail names none, or if it is unclear.
   */
  address: string | null;
  /**
   * The day on which it was sent, by the sender's own clock, as YYYY-MM-DD.
   */
  date: string | null;
  /**
   * The subject.
   */
  subject: string | null;
  /**
   * Why the mail does not tell by one plain address who sent it, in words that follow `the mail`; none if it does, or if it names none at all.
   */
  unclear: string | null;
  /**
   * What else the mail says of its sender, each in words that follow `the mail`: `asks for replies to “eve@example.org”`.
   */
  doubts: string[];
  /**
   * The sender of the innermost mail that this mail forwards, as it states it; none if it forwards none.
   */
  forwards: Sender | null;
}
/**
 * The pages of that PDF as images.
 */
export interface PreviewCall {
  args: PrintArgs;
  own?: OwnFile[];
  answer: PreviewAnswer;
}
/**
 * The printed pages as images.
 */
export interface PreviewAnswer {
  /**
   * An SVG image per page.
   */
  pages: string[];
}
/**
 * The verdict on a list, with everything that the screens show of it.
 */
export interface JudgeCall {
  args: JudgeArgs;
  own?: OwnFile[];
  answer: Judged;
}
/**
 * The arguments of `judge`.
 */
export interface JudgeArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The sheet that the list points at.
   */
  sheet?: SheetFile | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
  /**
   * The models that the person owns. A collection of another game is passed over.
   */
  collection?: CollectionFile | null;
}
/**
 * The verdict on a list and its summary.
 */
export interface Judged {
  /**
   * The report as `muster check --format json` prints it, but with empty `file` and `findings`. The verdict is `unreadable` if the list cannot be read or its ruleset is not installed.
   */
  report: Report;
  /**
   * The findings of the report, each with its source in words.
   */
  findings: FindingInfo[];
  /**
   * The standing of the list while a person still builds it.
   */
  standing: Standing;
  /**
   * The findings that depend on something unknown; absent if there are none.
   */
  waiting: Waiting | null;
  /**
   * The summary of the list; absent if the list is unreadable.
   */
  summary: SummaryInfo | null;
  /**
   * The list hides something from opponents and has no salt, so that its fingerprint on an open print can be searched for it.
   */
  'needs-salt': boolean;
  /**
   * The list compared with the models that the person owns; absent if the call brought none of the list's game.
   */
  owned: OwnedInfo | null;
}
/**
 * A finding, with its source in words.
 */
export interface FindingInfo {
  /**
   * The id of the rule, of the remark, or of the fault of the file.
   */
  rule: string;
  /**
   * How grave it is.
   */
  severity: Severity;
  /**
   * What is wrong, in one sentence, with the numbers.
   */
  message: string;
  /**
   * JSON pointers into the list, the main place first. The pointer to something that the list does not state says where it would stand. If something is missing, the further places are those where it could be added.
   */
  at: string[];
  /**
   * The line of the main place, counted from 1.
   */
  line: number | null;
  /**
   * The column of the main place, counted from 1.
   */
  column: number | null;
  /**
   * The measured number, if the rule compares numbers and it is known.
   */
  measured: number | null;
  /**
   * The minimum, rounded up.
   */
  min: number | null;
  /**
   * The maximum, rounded down.
   */
  max: number | null;
  /**
   * The book and page; none if the finding is of no rule of a book.
   */
  source: Source | null;
  /**
   * The id of the ruleset or overlay that last changed the rule.
   */
  origin: string | null;
  /**
   * What would help.
   */
  help: string | null;
  /**
   * It waits for something unknown that another finding tells, such as an unknown unit. Left out if it does not.
   */
  waits?: boolean;
  /**
   * The book and page of its rule: `The Rulebook, pages 15, 89`. Absent for findings about the file itself.
   */
  cited: string | null;
  /**
   * The overlay without which it would be another finding or none: `from Wessex Club`. Absent if there is none, or if the message or the source names it.
   */
  overlay: string | null;
  /**
   * Whether it is an error that adding to the list would mend, such as points that are short or a role that is missing.
   */
  'to-do': boolean;
  /**
   * Whether only the squadron or group at its first place breaks the rule. If not, the whole list breaks it; the places then show what the rule counted, or where a person can mend it.
   */
  local: boolean;
}
/**
 * Findings that exist only because something that the report names is not known.
 */
export interface Waiting {
  /**
   * The number of their rules, in a sentence.
   */
  words: string;
  /**
   * The indexes of these findings, from 0.
   */
  findings: number[];
}
/**
 * The summary of a list.
 */
export interface SummaryInfo {
  /**
   * Points of the whole list: `985`, `at least 985`, `?`.
   */
  figure: string;
  /**
   * The difference to the maximum force value: `15 left`, `40 over`; absent if nothing is known.
   */
  left: string | null;
  /**
   * Whether the list certainly costs more than the maximum force value.
   */
  over: boolean;
  /**
   * The printed name of the list's nation, or the text in the list if there is no such nation.
   */
  nation: string | null;
  /**
   * The squadrons, in the order of the list.
   */
  squadrons: SquadronInfo[];
  /**
   * The groups, in the order of the list.
   */
  groups: GroupInfo[];
  /**
   * How far each limit on the whole list, or on a group, is used.
   */
  shares: ShareInfo[];
  /**
   * The allowances of the list.
   */
  allowances: AllowanceInfo[];
  /**
   * The ids that the names in the list stand for.
   */
  names: Names;
}
/**
 * The summary of a squadron.
 */
export interface SquadronInfo {
  /**
   * JSON pointer into the list.
   */
  at: string;
  /**
   * The id that the list gives it.
   */
  id: string | null;
  /**
   * The player's name for it, else the unit's.
   */
  name: string;
  /**
   * The unit's printed name, or the list's word for an unknown unit.
   */
  unit: string;
  /**
   * The unit's id; none if the unit is unknown.
   */
  'unit-id'?: string | null;
  /**
   * The nation's printed name; none for units of no nation.
   */
  nation: string | null;
  /**
   * The nation's id.
   */
  'nation-id'?: string | null;
  /**
   * How many models; 0 for a choice of a group, which has none.
   */
  models: number;
  /**
   * Its points without what is attached to it; none if they are not known.
   */
  points: number | null;
  /**
   * What overlays do to its unit and options, a line each: `35 by Wessex Club rules, 30 in the-ruleset`.
   */
  overlays?: string[];
  /**
   * The least that the points may be, if they are not known.
   */
  'points-at-least'?: number | null;
  /**
   * Where it is allocated.
   */
  allocation: string;
  /**
   * The id of that allocation.
   */
  'allocation-id': string;
  /**
   * The turn in which it enters.
   */
  'entry-turn': number | null;
  /**
   * The name of the squadron that brings it at no cost.
   */
  'brought-by': string | null;
  /**
   * The names of the squadrons that it carries.
   */
  carries: string[];
  /**
   * The names of the squadrons that carry it.
   */
  'carried-by': string[];
  /**
   * The roles that its models have, each with the trait or the character that comes with it.
   */
  roles: string[];
  /**
   * The ids of those roles.
   */
  'role-ids': string[];
  /**
   * The options taken, each with its number if not all models have it.
   */
  options: string[];
  /**
   * The same options by their ids.
   */
  'option-ids': OptionTaken[];
  /**
   * The names by which the list names options and Marks, each with the id of the option. Leaves out names that the unit does not have.
   */
  'option-words'?: {
    [k: string]: string;
  };
  /**
   * How many squadrons it hangs below: 0 if it is not attached, 1 if it is attached to one that is not.
   */
  depth: number;
  /**
   * The name of the slot that it fills.
   */
  slot?: string | null;
  /**
   * The id of that slot.
   */
  'slot-id'?: string | null;
  /**
   * Its points as a table cell: `85`, `at least 85`, `?`.
   */
  figure: string;
  /**
   * Its points in a sentence: `85 points`, `points not known`.
   */
  price: string;
  /**
   * Its models as they are fielded; empty if its unit has no hardpoints, because its own card says all then.
   */
  cards: ModelsInfo[];
  /**
   * The traits of its unit as its options make them; empty if the options change none.
   */
  traits: TraitWords[];
}
/**
 * An option that a squadron takes.
 */
export interface OptionTaken {
  /**
   * Its id.
   */
  id: string;
  /**
   * How often it is taken: once for each model that has it, or once for the squadron.
   */
  number: number;
}
/**
 * The models of a squadron with one card.
 */
export interface ModelsInfo {
  /**
   * Their name.
   */
  name: string;
  /**
   * Their card, with the options that all of them have.
   */
  card: CardInfo;
  /**
   * What hardpoints hold, if models differ in it.
   */
  some: SomeInfo[];
}
/**
 * What some of the models have.
 */
export interface SomeInfo {
  /**
   * The models that have it: `2 of 3 models`.
   */
  models: string;
  /**
   * What they have.
   */
  card: CardInfo;
}
/**
 * The summary of a group.
 */
export interface GroupInfo {
  /**
   * JSON pointer into the list.
   */
  at: string;
  /**
   * The kind's id.
   */
  kind: string;
  /**
   * The player's name for it, else the title of its kind.
   */
  name: string;
  /**
   * The points of its squadrons; none if they are not known.
   */
  points: number | null;
  /**
   * The least that the points may be, if they are not known.
   */
  'points-at-least'?: number | null;
  /**
   * Its slots, in the order of the ruleset.
   */
  slots: SlotLine[];
  /**
   * Its points: `85`, `at least 85`, `?`.
   */
  figure: string;
}
/**
 * A slot of a group.
 */
export interface SlotLine {
  /**
   * Its id.
   */
  slot: string;
  /**
   * Its name.
   */
  title: string;
  /**
   * How many squadrons it holds; means nothing if there is a `count`.
   */
  holds: number;
  /**
   * What overlays do to the rules that limit it or ask for it, a line each: `changed by Wessex Club rules`.
   */
  overlays?: string[];
  /**
   * How many squadrons stand in it and how many may, if only rules limit the number: `2 of 1-3`, or `together with Patrol: 4 of 2-6` for slots that share a limit.
   */
  count?: string | null;
  /**
   * How many more squadrons it may hold; absent if there is no limit or the number is not known.
   */
  room?: number | null;
  /**
   * A rule asks for more squadrons than stand in it.
   */
  short?: boolean;
  /**
   * The group must fill it.
   */
  required: boolean;
  /**
   * It may be filled, given which other slots of the group are filled.
   */
  open: boolean;
  /**
   * The squadrons in it, as JSON pointers.
   */
  filled: string[];
}
/**
 * How far a limit is used.
 */
export interface ShareInfo {
  /**
   * The rule's id.
   */
  rule: string;
  /**
   * The name of the group that it is about; none for the whole list.
   */
  group?: string | null;
  /**
   * JSON pointer to that group.
   */
  'group-at'?: string | null;
  /**
   * The ids of the group's slots whose squadrons it counts, if it counts all squadrons in them and nothing else.
   */
  slots?: string[];
  /**
   * What is counted.
   */
  subject: string;
  /**
   * The numbers are points.
   */
  'in-points': boolean;
  /**
   * The measured amount; none if it is not known.
   */
  measured: number | null;
  /**
   * The least that the amount may be, if it is not known.
   */
  'measured-at-least'?: number | null;
  /**
   * The minimum, rounded up.
   */
  min: number | null;
  /**
   * The maximum, rounded down.
   */
  max: number | null;
  /**
   * How the bounds are calculated.
   */
  formula: string | null;
  /**
   * The amount and its limit: `470 of 300 to 600`.
   */
  figure: string;
  /**
   * How far the limit is broken: `130 over`, `40 short`; absent if it is not certainly broken.
   */
  state: string | null;
  /**
   * What an overlay did to the limit: `changed by Wessex Club`; absent if it is as the ruleset has it.
   */
  origin: string | null;
}
/**
 * An allowance of a list.
 */
export interface AllowanceInfo {
  /**
   * The rule's id.
   */
  rule: string;
  /**
   * The rule's title.
   */
  title: string;
  /**
   * How many; none if that is not known.
   */
  amount: number | null;
  /**
   * The least that the number may be, if it is not known.
   */
  'amount-at-least'?: number | null;
  /**
   * Of what.
   */
  of: string;
  /**
   * How the number is calculated.
   */
  formula: string | null;
  /**
   * The number: `4`, `at least 4`, `?`.
   */
  figure: string;
}
/**
 * The ids for the names that a list uses. Each map goes from a name to an id. A name that nothing has is left out.
 */
export interface Names {
  /**
   * The ids of nations.
   */
  nations: {
    [k: string]: string;
  };
  /**
   * The ids of roles.
   */
  roles: {
    [k: string]: string;
  };
  /**
   * The ids of cards, by the id of their deck.
   */
  cards: {
    [k: string]: {
      [k: string]: string;
    };
  };
  /**
   * The ids of slots, by the kind of their group.
   */
  slots: {
    [k: string]: {
      [k: string]: string;
    };
  };
}
/**
 * A list compared with the models that a person owns.
 */
export interface OwnedInfo {
  /**
   * A note for each model of which the list needs more than there are.
   */
  short: FindingInfo[];
  /**
   * What the list needs, in its order.
   */
  needs: NeedInfo[];
}
/**
 * How many of a model a list needs.
 */
export interface NeedInfo {
  /**
   * The model's name in a collection.
   */
  of: string;
  /**
   * How many the list needs.
   */
  models: number;
  /**
   * The same in words, beside the number of those that are owned: `the list has 5, short of 1`.
   */
  words: string;
}
/**
 * A verdict that somebody thinks is wrong, as the text of one file.
 */
export interface CaseCall {
  args: CaseArgs;
  own?: OwnFile[];
  answer: CaseAnswer;
}
/**
 * The arguments of `case`. A person gives a verdict, a finding or both.
 */
export interface CaseArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The verdict that the person expected.
   */
  verdict?: Verdict | null;
  /**
   * The finding that is wrong, as `judge` told it.
   */
  finding?: About | null;
  /**
   * The page that shows it.
   */
  page?: string | null;
  /**
   * Why the person expected it.
   */
  why?: string | null;
  /**
   * The sheet that the list points at.
   */
  sheet?: SheetFile | null;
  /**
   * The event under which the list was judged.
   */
  event?: GivenEvent | null;
}
/**
 * A finding, by its rule and its places.
 */
export interface About {
  /**
   * The id of the rule.
   */
  rule: string;
  /**
   * JSON pointers into the list, the main place first.
   */
  at: string[];
}
/**
 * A case as text.
 */
export interface CaseAnswer {
  /**
   * YAML with everything that judges the list again, and nothing else of the person than the page and the reason.
   */
  text: string;
}
/**
 * The squadrons of a list as players need them in play.
 */
export interface PlayCall {
  args: PlayArgs;
  own?: OwnFile[];
  answer: PlayAnswer;
}
/**
 * The arguments of `play`.
 */
export interface PlayArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * A list in play.
 */
export interface PlayAnswer {
  /**
   * The squadrons in the order of the list, without choices of groups, which have no models.
   */
  squadrons: SquadronInPlay[];
}
/**
 * A squadron in play.
 */
export interface SquadronInPlay {
  /**
   * JSON pointer into the list.
   */
  at: string;
  /**
   * The player's name for it, else the unit's.
   */
  name: string;
  /**
   * Size, type and the like; absent if its unit is not known.
   */
  kind: string | null;
  /**
   * Its points in a sentence: `85 points`, `points not known`.
   */
  price: string;
  /**
   * The name of the squadron that it is attached to.
   */
  'attached-to': string | null;
  /**
   * The roles that its models have.
   */
  roles: string[];
  /**
   * The options taken, each with its number if not all models have it.
   */
  options: string[];
  /**
   * Its models, those with the same card together.
   */
  models: ModelsInPlay[];
  /**
   * The boxes that the squadron has once.
   */
  boxes: Boxes[];
}
/**
 * Models with the same card in play.
 */
export interface ModelsInPlay {
  /**
   * Their number.
   */
  number: number;
  /**
   * Their name and card.
   */
  shown: ModelsInfo;
  /**
   * The boxes that each of them has.
   */
  boxes: Boxes[];
}
/**
 * Rows of boxes with a title.
 */
export interface Boxes {
  /**
   * What is ticked off.
   */
  title: string;
  /**
   * The number of boxes of each row, from 1 to 30: one row, or two for a figure that changes, such as `10/6`.
   */
  rows: number[];
}
/**
 * The units that may be added to a list. For the others it says why not.
 */
export interface CandidatesCall {
  args: CandidatesArgs;
  own?: OwnFile[];
  answer: Candidates;
}
/**
 * The arguments of `candidates`.
 */
export interface CandidatesArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The nation whose units to try, by id or name. Default: the list's nation.
   */
  nation?: string | null;
  /**
   * JSON pointer to the group that the units would join, such as `/groups/0`. Default in games with groups: the last group.
   */
  group?: string | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
  /**
   * The models that the person owns. A collection of another game is passed over.
   */
  collection?: CollectionFile | null;
}
/**
 * The units that were tried, each as a squadron to add or attach.
 */
export interface Candidates {
  /**
   * JSON pointer to the place where each of them would be added.
   */
  at: string;
  /**
   * The group that must be added along with a candidate, if the game has groups and the list has none yet.
   */
  group: Group | null;
  /**
   * Units of the nation first, then units of no nation, each in the order of their catalogues.
   */
  candidates: Candidate[];
}
/**
 * A squadron that could be added.
 */
export interface Candidate {
  /**
   * The unit's id.
   */
  unit: string;
  /**
   * The id of its nation; absent for units of no nation.
   */
  nation: string | null;
  /**
   * The smallest squadron of the unit that may be added, with its required options. If none may be added: the smallest one.
   */
  squadron: Squadron;
  /**
   * The ids of the slots of its group that it fits, whether they have room or not; empty if it is to be attached.
   */
  slots: string[];
  /**
   * What the squadron costs; absent if not known.
   */
  points: number | null;
  /**
   * The points as a table cell: `85`, `?`.
   */
  figure: string;
  /**
   * The points in a sentence: `85 points`, `points not known`.
   */
  price: string;
  /**
   * Adding it causes no new error and makes no error worse.
   */
  may: boolean;
  /**
   * The errors that it would cause or make worse. Their pointers refer to the list with the candidate added.
   */
  findings: FindingInfo[];
  /**
   * The rules that the list breaks less once the squadron is added. For example, it comes nearer to a minimum.
   */
  helps: string[];
  /**
   * Whether the person owns enough models for the list with this squadron. Absent if the call has no collection.
   */
  owned: boolean | null;
}
/**
 * The units that may be attached to a squadron. For the others it says why not.
 */
export interface AttachablesCall {
  args: AttachablesArgs;
  own?: OwnFile[];
  answer: Candidates;
}
/**
 * The arguments of `attachables`.
 */
export interface AttachablesArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * JSON pointer to a squadron of the list, such as `/squadrons/0` or `/groups/0/squadrons/1/attached/0`.
   */
  at: string;
  /**
   * The nation whose units to try, by id or name. Default: the squadron's nation.
   */
  nation?: string | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * Changes that mend a problem of a list, or that make the list legal.
 */
export interface MendsCall {
  args: MendsArgs;
  own?: OwnFile[];
  answer: MendsAnswer;
}
/**
 * The arguments of `mends`.
 */
export interface MendsArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The problem to mend: an error, a warning, a word that is not known, or something that the list leaves open. Default: all errors of the list.
   */
  problem?: Problem | null;
  /**
   * How many mends to find at most, from 1 to 20. Default: 3.
   */
  most?: number | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * A finding of a list, as `judge` told it.
 */
export interface Problem {
  /**
   * The id of its rule.
   */
  rule: string;
  /**
   * Its places, all in their order.
   */
  at: string[];
}
/**
 * What was found.
 */
export interface MendsAnswer {
  /**
   * The mends; the first changes least. Empty if the search found none, or if the list does not have this error.
   */
  mends: MendInfo[];
  /**
   * There are more than were asked for.
   */
  more: boolean;
  /**
   * How many changed lists were judged.
   */
  judged: number;
  /**
   * The search stopped at its bound, so it may have missed some.
   */
  bounded: boolean;
}
/**
 * Changes of a list, and what comes of them.
 */
export interface MendInfo {
  /**
   * The changes in the few words of a button: `Set to 4`.
   */
  label: string;
  /**
   * Each change in a sentence without a full stop: `Set Tribal Class Cruiser to 4 models instead of 5`.
   */
  changes: string[];
  /**
   * The points that each change adds, in the same order; null if not known.
   */
  gains: (number | null)[];
  /**
   * The points after them; absent if not known.
   */
  points: number | null;
  /**
   * The points that they add; absent if not known.
   */
  gain: number | null;
  /**
   * The verdict after them.
   */
  verdict: Verdict;
  /**
   * The list after them.
   */
  list: ArmyList;
}
/**
 * Squadrons that may be added to a list for the points left.
 */
export interface AdditionsCall {
  args: AdditionsArgs;
  own?: OwnFile[];
  answer: AdditionsAnswer;
}
/**
 * The arguments of `additions`.
 */
export interface AdditionsArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
  /**
   * The models that the person owns: only these are added. A collection of another game is passed over.
   */
  collection?: CollectionFile | null;
}
/**
 * What may be added.
 */
export interface AdditionsAnswer {
  /**
   * Squadrons one after the other, then models and options, until nothing more may be added; absent if nothing may be.
   */
  full: MendInfo | null;
  /**
   * How many changed lists were judged.
   */
  judged: number;
  /**
   * The search stopped at its bound, so it may have missed some.
   */
  bounded: boolean;
}
/**
 * A list moved to the newest version of its ruleset, and what becomes of it there.
 */
export interface MigrateCall {
  args: MigrateArgs;
  own?: OwnFile[];
  answer: MigrateAnswer;
}
/**
 * The arguments of `migrate`.
 */
export interface MigrateArgs {
  /**
   * The list.
   */
  list: ArmyList;
  /**
   * The sheet that the list points at.
   */
  sheet?: SheetFile | null;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * What becomes of a list.
 */
export interface MigrateAnswer {
  /**
   * How it is judged now; absent if the version that it asks for is not at hand.
   */
  before: StateInfo | null;
  /**
   * How the newest version judges it.
   */
  after: StateInfo;
  /**
   * Prices and names that differ, a sentence each.
   */
  changes: string[];
  /**
   * The findings that it does not have now.
   */
  new: FindingInfo[];
  /**
   * The findings that it has now, and then no more.
   */
  gone: FindingInfo[];
  /**
   * The list for the newest version.
   */
  list: ArmyList;
}
/**
 * How a list is judged by one version.
 */
export interface StateInfo {
  /**
   * The version of the ruleset.
   */
  version: string;
  /**
   * The verdict.
   */
  verdict: Verdict;
  /**
   * The terms that the list sets for itself, in words that follow the verdict; none if it sets none.
   */
  terms: string | null;
  /**
   * What the list costs, in words: `985 of 1000 points`, or `points not known`.
   */
  points: string;
}
/**
 * A collection of models as text.
 */
export interface WriteCollectionCall {
  args: WriteCollectionArgs;
  own?: OwnFile[];
  answer: WriteAnswer;
}
/**
 * The arguments of `write-collection`.
 */
export interface WriteCollectionArgs {
  /**
   * The collection.
   */
  collection: CollectionFile;
}
/**
 * What an event or house rules change of the games that they are about.
 */
export interface ChangesCall {
  args: ChangesArgs;
  own?: OwnFile[];
  answer: ChangesAnswer;
}
/**
 * The arguments of `changes`.
 */
export interface ChangesArgs {
  /**
   * The event or the house rules.
   */
  event: GivenEvent;
}
/**
 * What differs in each game that the event is about.
 */
export interface ChangesAnswer {
  /**
   * The games, in the order of the event.
   */
  games: ChangedGame[];
}
/**
 * What differs in one game.
 */
export interface ChangedGame {
  /**
   * The name of the game.
   */
  name: string;
  /**
   * What differs under each heading; empty if nothing does.
   */
  sections: ChangedSection[];
}
/**
 * What differs under one heading.
 */
export interface ChangedSection {
  /**
   * The heading, such as the nation of units.
   */
  title: string;
  /**
   * The things that differ.
   */
  rows: ChangedRow[];
}
/**
 * One thing that differs, or several of which the same is to say.
 */
export interface ChangedRow {
  /**
   * `new`, `gone` or `changed`.
   */
  became: string;
  /**
   * Their names.
   */
  names: string;
  /**
   * What is to say of them.
   */
  sentences: string[];
}
/**
 * The verdict on a sheet that is kept between games.
 */
export interface SheetCall {
  args: SheetArgs;
  own?: OwnFile[];
  answer: SheetAnswer;
}
/**
 * The arguments of `sheet`.
 */
export interface SheetArgs {
  /**
   * The sheet.
   */
  sheet: SheetFile;
}
/**
 * The verdict on a sheet.
 */
export interface SheetAnswer {
  /**
   * The report as `muster check --format json` prints it, but with empty `file` and `findings`. The verdict is `unreadable` if the sheet cannot be read or its ruleset is not installed.
   */
  report: Report;
  /**
   * The findings of the report, each with its source in words.
   */
  findings: FindingInfo[];
  /**
   * The standing of the sheet while a person still writes it: `to-do` if it only lacks what it must state.
   */
  standing: Standing;
  /**
   * How far each limit on the sheet is used; absent if the sheet is unreadable.
   */
  shares: ShareInfo[] | null;
}
/**
 * A sheet as text.
 */
export interface WriteSheetCall {
  args: WriteSheetArgs;
  own?: OwnFile[];
  answer: WriteAnswer;
}
/**
 * The arguments of `write-sheet`.
 */
export interface WriteSheetArgs {
  /**
   * The sheet.
   */
  sheet: SheetFile;
}
/**
 * A sheet as PDF.
 */
export interface PrintSheetCall {
  args: PrintSheetArgs;
  own?: OwnFile[];
  answer: PrintAnswer;
}
/**
 * The arguments of `print-sheet`.
 */
export interface PrintSheetArgs {
  /**
   * The sheet.
   */
  sheet: SheetFile;
  /**
   * The size of the pages.
   */
  paper: Paper;
  /**
   * Include the private notes, for the player's own use.
   */
  private: boolean;
}
/**
 * What a rule, or anything else that a ruleset declares, says.
 */
export interface ExplainCall {
  args: ExplainArgs;
  own?: OwnFile[];
  answer: ExplanationInfo[];
}
/**
 * The arguments of `explain`.
 */
export interface ExplainArgs {
  /**
   * The ruleset's id. A version or a range may follow: `dw-3@1.0.0`.
   */
  ruleset: string;
  /**
   * The id or name of a rule, special rule, setting, role, kind of group, nation, table, deck, card, patch or play aid.
   */
  rule: string;
  /**
   * The event that may change or bring rules.
   */
  event?: GivenEvent | null;
  /**
   * The ids of overlays that a list names itself. Under an event, they do not count.
   */
  overlays?: string[];
}
/**
 * An explanation, with its source in words.
 */
export interface ExplanationInfo {
  /**
   * What it is about.
   */
  what: What;
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  title: string;
  /**
   * The kind of the rule, in words.
   */
  kind: string | null;
  /**
   * Its purpose or effect, in a few sentences.
   */
  summary: string | null;
  /**
   * The conditions that must hold, in words, one per line.
   */
  formula: string[];
  /**
   * The facts of an aid, the values of a setting, or the rows of a table.
   */
  lines: string[];
  /**
   * Other facts, by their names.
   */
  facts: {
    [k: string]: string;
  };
  /**
   * The cards of a deck.
   */
  cards: CardLine[];
  /**
   * The settings under which the rule is judged.
   */
  applies: string[];
  /**
   * The settings under which the rule is not judged.
   */
  unless: string[];
  /**
   * How grave a breach is; absent if nothing is judged.
   */
  severity: Grade | null;
  /**
   * Whether the opponent or the organiser may waive it.
   */
  waivable: boolean;
  /**
   * The definitions whose findings this rule reports.
   */
  covers: string[];
  /**
   * The rules that report the findings of this definition.
   */
  'covered-by': string[];
  /**
   * How Muster reads the rule if the book is unclear.
   */
  reading: string | null;
  /**
   * What to do if the rule is broken.
   */
  help: string | null;
  /**
   * The book and page.
   */
  source: Source | null;
  /**
   * The ruleset or overlay it comes from.
   */
  origin: string | null;
  /**
   * The titles of the rules that it names, by their ids.
   */
  titles: {
    [k: string]: string;
  };
  /**
   * The book and page in words: `The Rulebook, pages 15, 89`.
   */
  cited: string | null;
  /**
   * What an overlay did to the rule: `changed by Wessex Club`; absent if it is as the ruleset has it.
   */
  overlay: string | null;
}
/**
 * A card of a deck, in brief.
 */
export interface CardLine {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  title: string;
  /**
   * Its cost, if known.
   */
  cost: number | null;
  /**
   * What it does.
   */
  summary: string | null;
}
/**
 * The special rules of a game.
 */
export interface SpecialRulesCall {
  args: SpecialRulesArgs;
  own?: OwnFile[];
  answer: SpecialRuleInfo[];
}
/**
 * The arguments of `special-rules`.
 */
export interface SpecialRulesArgs {
  /**
   * The ruleset's id.
   */
  ruleset: string;
  /**
   * Words that the name, kind, summary or tags must contain. Default: all rules.
   */
  text?: string | null;
}
/**
 * A special rule.
 */
export interface SpecialRuleInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * The printed name.
   */
  name: string;
  /**
   * The names of its parameters.
   */
  parameters: string[];
  /**
   * The name with its parameters, as the book prints it.
   */
  title: string;
  /**
   * The kind's name.
   */
  kind: string;
  /**
   * The number in the book's list.
   */
  number: number | null;
  /**
   * What several instances of the rule on one model do, if the book says so.
   */
  stacking: string | null;
  /**
   * Other spellings on cards and in data.
   */
  aliases: string[];
  /**
   * Further words that classify it.
   */
  tags: string[];
  /**
   * Its effect, in our words.
   */
  summary: string;
  /**
   * The book and page: `The Rulebook, page 19`.
   */
  source: string;
}
/**
 * The events at hand.
 */
export interface EventsCall {
  args: EventsArgs;
  own?: OwnFile[];
  answer: EventsAnswer;
}
/**
 * The arguments of `events`.
 */
export interface EventsArgs {
  /**
   * An event file of the user, which is checked and listed too.
   */
  given?: GivenEvent | null;
}
/**
 * The events that a call may name.
 */
export interface EventsAnswer {
  /**
   * The names of those that count for every call that names none, because the program was started with them.
   */
  standing: string[];
  /**
   * The events at hand, by name.
   */
  events: EventInfo[];
  /**
   * The event that the call gave.
   */
  given: EventInfo | null;
}
/**
 * An event.
 */
export interface EventInfo {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * The ids of the rulesets that it is about.
   */
  rulesets: string[];
  /**
   * The last day for lists, as YYYY-MM-DD.
   */
  deadline: string | null;
}
/**
 * The lists in files that players handed in, judged.
 */
export interface SubmissionsCall {
  args: SubmissionsArgs;
  own?: OwnFile[];
  answer: SubmissionsAnswer;
}
/**
 * The arguments of `submissions`.
 */
export interface SubmissionsArgs {
  /**
   * The files, in the order in which they count.
   */
  files: GivenFile[];
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * What was found in the files.
 */
export interface SubmissionsAnswer {
  /**
   * The outcomes of each file, in the order of the files. Each file has at least one.
   */
  files: HandedInInfo[][];
}
/**
 * The outcome of a file, or of a file inside a mail or an archive.
 */
export interface HandedInInfo {
  /**
   * The lists, or why there are none. Other calls take it back as it is.
   */
  'handed-in': HandedIn;
  /**
   * Words for each of the lists.
   */
  words: ListWords[];
}
/**
 * What a screen says of a list that was handed in.
 */
export interface ListWords {
  /**
   * The printed name of its nation; the list's own word if there is no such nation.
   */
  nation: string | null;
  /**
   * Its points: `985 of 1000 points`; empty if it could not be judged.
   */
  points: string;
  /**
   * The index of the finding that decides the verdict and is told first; absent if there is none.
   */
  first: number | null;
  /**
   * How many other findings decide the verdict.
   */
  more: number;
  /**
   * The indexes of the findings that are doubts about its text.
   */
  doubts: number[];
  /**
   * The indexes of the findings that say what was concluded from its text.
   */
  concluded: number[];
  /**
   * The indexes of the findings that only wait for something unknown that others name.
   */
  waiting: number[];
  /**
   * How its sender differs from what it states; absent if it does not. Words that follow a subject.
   */
  'sent-by': string | null;
  /**
   * The book and page of each finding.
   */
  cited: (string | null)[];
}
/**
 * A list that was handed in, with what a person made of it.
 */
export interface CorrectCall {
  args: CorrectArgs;
  own?: OwnFile[];
  answer: CorrectAnswer;
}
/**
 * The arguments of `correct`.
 */
export interface CorrectArgs {
  /**
   * The list as it was handed in.
   */
  submission: Submission;
  /**
   * The list that a person made of it.
   */
  list: ArmyList;
  /**
   * The event under which to judge.
   */
  event?: GivenEvent | null;
}
/**
 * A submission with the list that a person made of it.
 */
export interface CorrectAnswer {
  /**
   * The submission.
   */
  submission: Submission;
  /**
   * Words for it.
   */
  words: ListWords;
}
/**
 * How many lists and files were handed in, and which lists are the same.
 */
export interface TallyCall {
  args: TallyArgs;
  own?: OwnFile[];
  answer: TallyAnswer;
}
/**
 * The arguments of `tally`.
 */
export interface TallyArgs {
  /**
   * All lists, in the order in which they were handed in.
   */
  lists: CountedList[];
  /**
   * How many things hold no list: files, and what is packed in them.
   */
  others: number;
  /**
   * How many files were handed in.
   */
  files: number;
}
/**
 * A list to be counted.
 */
export interface CountedList {
  /**
   * Its file.
   */
  place: string;
  /**
   * Its verdict.
   */
  verdict: Verdict;
  /**
   * Something in its text was not understood.
   */
  doubtful: boolean;
  /**
   * The id of its ruleset.
   */
  ruleset: string | null;
  /**
   * Its fingerprint.
   */
  fingerprint: string | null;
}
/**
 * How many lists and files there are.
 */
export interface TallyAnswer {
  /**
   * `43 lists: 30 legal, 13 illegal`.
   */
  lists: string;
  /**
   * `60 files: 43 lists, 9 read with doubts, 8 need a person`.
   */
  files: string;
  /**
   * For each list, the place of the first list that is the same.
   */
  'same-as': (string | null)[];
}
/**
 * What became of lists in later versions.
 */
export interface CompareCall {
  args: CompareArgs;
  own?: OwnFile[];
  answer: CompareAnswer;
}
/**
 * The arguments of `compare`.
 */
export interface CompareArgs {
  /**
   * The lists as they were handed in.
   */
  before: Submission[];
  /**
   * Later versions.
   */
  after: Submission[];
  /**
   * The event under which both were judged.
   */
  event?: GivenEvent | null;
}
/**
 * What became of the lists.
 */
export interface CompareAnswer {
  /**
   * The lists: changed ones first, then new ones, those that are gone, and the same.
   */
  lists: Compared[];
}
/**
 * A list in both versions, or in the only one that it has.
 */
export interface Compared {
  /**
   * What became of it.
   */
  outcome: Outcome;
  /**
   * The player; of the later version, if both name one.
   */
  player: string | null;
  /**
   * The list's name; of the later version, if both have one.
   */
  name: string | null;
  /**
   * The earlier version; none if the list is new.
   */
  before: Version2 | null;
  /**
   * The later version; none if the list is gone.
   */
  after: Version2 | null;
  /**
   * What changed: what was agreed first, then the squadrons.
   */
  changes: Change[];
  /**
   * What an organiser must know of who it is from, in sentences: its sender is not the one that it states, or a new list states the name or address of an earlier one that came from elsewhere.
   */
  senders: string[];
  /**
   * What else an organiser should know of the pair, in sentences: that only what the two versions state makes them one player's, or that their codes differ and nothing else does.
   */
  remarks: string[];
}
/**
 * One version of a list.
 */
export interface Version2 {
  /**
   * The file, and the name inside if it was packed.
   */
  file: string;
  /**
   * The document in the file, counted from 0.
   */
  document: number;
  /**
   * The verdict.
   */
  verdict: Verdict;
  /**
   * The terms that the list sets for itself, in words that follow the verdict; none if it sets none.
   */
  terms: string | null;
  /**
   * The points, if they are known.
   */
  points: number | null;
  /**
   * The maximum force value, in points.
   */
  mfv: number | null;
  /**
   * The fingerprint.
   */
  fingerprint: string | null;
  /**
   * How many lines and numbers of its text were not understood.
   */
  doubts: number;
}
/**
 * Something that differs between two versions of a list.
 */
export interface Change {
  /**
   * What it is.
   */
  kind: ChangeKind;
  /**
   * The change in words, such as `Uwatsu Class Frigate: 4 models instead of 5, 120 points instead of 150`.
   */
  message: string;
  /**
   * How it was before; none if it is added.
   */
  before: string | null;
  /**
   * How it is now; none if it is gone.
   */
  after: string | null;
  /**
   * The points of a squadron before, with what is attached to it.
   */
  'points-before': number | null;
  /**
   * Its points now.
   */
  'points-after': number | null;
}
/**
 * Everything that was handed in as a page for a browser.
 */
export interface PageCall {
  args: TableArgs;
  own?: OwnFile[];
  answer: TableAnswer;
}
/**
 * The arguments of `page` and `table`.
 */
export interface TableArgs {
  /**
   * Everything that was handed in, as `submissions` and `correct` answered it.
   */
  'handed-in': HandedIn[];
  /**
   * The event, for the deadline on the page.
   */
  event?: GivenEvent | null;
}
/**
 * A file to save.
 */
export interface TableAnswer {
  /**
   * The content of the file.
   */
  text: string;
}
/**
 * Everything that was handed in as a table for spreadsheets.
 */
export interface TableCall {
  args: TableArgs;
  own?: OwnFile[];
  answer: TableAnswer;
}
/**
 * A mail to each player.
 */
export interface RepliesCall {
  args: RepliesArgs;
  own?: OwnFile[];
  answer: RepliesAnswer;
}
/**
 * The arguments of `replies`.
 */
export interface RepliesArgs {
  /**
   * Everything that was handed in, as `submissions` and `correct` answered it.
   */
  'handed-in': HandedIn[];
  /**
   * The event, for the deadline.
   */
  event?: GivenEvent | null;
}
/**
 * The mails to the players.
 */
export interface RepliesAnswer {
  /**
   * An archive with a `.eml` file for each mail, in base 64.
   */
  zip: string;
  /**
   * How many mails there are.
   */
  mails: number;
  /**
   * The mails that have no address.
   */
  'without-address': WithoutAddress[];
}
/**
 * A mail that has no address.
 */
export interface WithoutAddress {
  /**
   * Its file.
   */
  mail: string;
  /**
   * Why it has none, in words that follow a colon.
   */
  why: string;
}
/**
 * The version of this program.
 */
export interface VersionCall {
  args: VersionArgs;
  own?: OwnFile[];
  answer: VersionAnswer;
}
/**
 * The arguments of `version`: none.
 */
export interface VersionArgs {}
/**
 * The version of this program.
 */
export interface VersionAnswer {
  /**
   * The program's version.
   */
  program: string;
  /**
   * The newest version of the list format that it reads, which is also the version that it writes.
   */
  format: string;
}
/**
 * What the program is built of, and the licences of all of that.
 */
export interface LicencesCall {
  args: LicencesArgs;
  own?: OwnFile[];
  answer: LicencesAnswer;
}
/**
 * The arguments of `licences`: none.
 */
export interface LicencesArgs {}
/**
 * What the program is built of, and the licences of all of that.
 */
export interface LicencesAnswer {
  /**
   * Plain text in lines: what there is, with the numbers of texts, then each text once.
   */
  text: string;
}
