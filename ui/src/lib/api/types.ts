// The shapes that travel between the screens and the program. They follow the Rust types; keys are kebab-case.

export type Word = string;
export interface Noun { one: string; many: string }
export interface Named { id: string; title: string; summary?: string | null }
export interface Range { min: number; max?: number | null }
export interface Source { title: string; page: string }
export type SettingValue = boolean | number | string | number[];

// --- A list (contract, section 3; schemas/list.schema.json) ---
export type OptionPick = string | { [id: string]: number };
export interface RoleDetail { role: string; model?: number | null; trait?: string | null; character?: string | null; [x: `x-${string}`]: unknown }
export type RolePick = string | RoleDetail;
export interface CardDetail { card: string; cost?: number | null; replaces?: CardPick | null; [trait: string]: unknown }
export type CardPick = string | CardDetail;
export interface Part { count: number; mark?: string | null; options?: OptionPick[]; [x: `x-${string}`]: unknown }
export interface Squadron {
  unit: string; id?: string | null; name?: string | null; nation?: string | null; models?: number | Part[] | null; mark?: string | null;
  options?: OptionPick[]; roles?: RolePick[]; attached?: Squadron[]; allocation?: string | null; slot?: string | null;
  'brought-by'?: string | null; carries?: string[]; 'entry-turn'?: number | null; points?: number | null;
  notes?: string | null; 'private-notes'?: string | null; [x: `x-${string}`]: unknown;
}
export interface Group { kind: string; name?: string | null; id?: string | null; squadrons?: Squadron[]; notes?: string | null; 'private-notes'?: string | null; [x: `x-${string}`]: unknown }
export interface ArmyList {
  muster: number; name?: string | null; player?: string | null; club?: string | null; email?: string | null; date?: string | null;
  notes?: string | null; 'private-notes'?: string | null; points?: number | null;
  ruleset: string | { id: string; version?: string | null }; nation?: string | null; mfv: number;
  settings?: { [id: string]: SettingValue }; consents?: string[]; squadrons?: Squadron[]; groups?: Group[];
  decks?: { [deck: string]: CardPick[] }; [x: `x-${string}`]: unknown;
}

// --- rulesets ---
export interface NationInfo { id: string; name: string; units: number; traits: TraitWords[] }
export interface SettingInfo {
  id: string; title: string; summary: string; kind: 'word' | 'number' | 'numbers' | 'flag';
  values: Named[]; numbers: number[]; range: Range | null; default: SettingValue | null; 'given-by': string | null;
}
export interface SlotInfo { id: string; title: string; holds: number; required: boolean }
export interface GroupKindInfo extends Named { slots: SlotInfo[] }
export interface RoleInfo extends Named { 'trait-deck': string | null }
export interface CardInfo { id: string; name: string; cost: number | null; traits: TraitWords[]; summary: string | null }
export interface TraitInfo { id: string; title: string; many: boolean; open: boolean; values: Named[] }
export interface DeckInfo { id: string; title: string; card: Noun; cost: string; secret: boolean; cards: CardInfo[]; traits: TraitInfo[] }
export interface RulesetInfo {
  id: string; version: string; edition: string; name: string; summary: string; catalogue: string; rules: number;
  words: { squadron: Noun; group: Noun | null; model: Noun; mfv: { title: string; short: string } };
  nations: NationInfo[]; settings: SettingInfo[]; 'group-kinds': GroupKindInfo[]; roles: RoleInfo[]; allocations: Named[];
  decks: DeckInfo[]; traits: TraitInfo[]; stats: Named[]; bands: string[]; 'weapon-classes': Named[];
  waivable: { rule: string; title: string }[];
}

// --- units ---
export interface TraitWords { id: string; title: string; values: { id: string; title: string }[] } // a flag has the value yes
export interface Weapon { name: string; class: string | null; count: number | null; bands: (string | number)[]; arc: string | null; rules: SpecialRef[] }
export interface SpecialRef { text: string; id: string | null; summary: string | null }
export interface Card { stats: { id: string; value: string | number }[]; weapons: Weapon[]; rules: SpecialRef[] }
export interface OptionInfo {
  id: string; name: string; points: number | null; 'points-note': string | null; buys: 'model' | 'all-models' | 'squadron';
  max: number | null; makes: 'becomes' | 'adds' | null; effect: string | null; rules: SpecialRef[]; card: Card | null;
  options: OptionInfo[]; choices: ChoiceInfo[];
}
export interface ChoiceInfo { id: string; name: string; min: number; max: number | null; default: string | null; marks: boolean; options: OptionInfo[]; choices: ChoiceInfo[] }
export interface MemberInfo { id: string; name: string; models: Range; points: number | null; traits: TraitWords[]; card: Card; options: OptionInfo[]; choices: ChoiceInfo[] }
export interface UnitInfo {
  id: string; name: string; aliases: string[]; nation: string | null; points: number | null; 'points-note': string | null; traits: TraitWords[];
  squadron: Range | null; usual: number | null; only: 'attached' | 'brought' | null; card: Card; members: MemberInfo[];
  options: OptionInfo[]; choices: ChoiceInfo[]; joins: string[]; 'joined-by': string[]; notes: string[]; vintage: string | null; source: string | null;
}

// --- examples, read, write ---
export interface Example { ruleset: string; file: string; name: string; nation: string | null; mfv: number; verdict: Verdict; points: number | null; text: string }
export interface Fault { message: string; line: number | null; column: number | null; help: string | null }
export interface ReadDocument { list: ArmyList | null; faults: Fault[]; version: string | null }
export interface ReadAnswer { documents: ReadDocument[] }

// --- judge ---
export type Verdict = 'legal' | 'illegal' | 'undetermined' | 'unreadable';
export type Severity = 'error' | 'undetermined' | 'warning' | 'note' | 'waived';
export interface Finding {
  rule: string; severity: Severity; message: string; at: string[]; line: number | null; column: number | null;
  measured: number | null; min: number | null; max: number | null; source: Source | null; origin: string | null; help: string | null;
}
export interface Report {
  name: string | null; ruleset: { id: string; version: string; edition: string; digest: string } | null; settings: { [id: string]: SettingValue };
  consents: string[]; verdict: Verdict; points: number | null; mfv: number | null; fingerprint: string | null; findings: Finding[];
}
export interface SquadronLine {
  at: string; id: string | null; name: string; unit: string; nation: string | null; models: number; points: number | null; allocation: string;
  'entry-turn': number | null; 'brought-by': string | null; carries: string[]; 'carried-by': string[]; roles: string[]; options: string[]; depth: number; slot: string | null;
}
export interface SlotLine { slot: string; title: string; holds: number; required: boolean; open: boolean; filled: string[] }
export interface GroupLine { at: string; kind: string; name: string; points: number | null; slots: SlotLine[] }
export interface Share { rule: string; group: string | null; subject: string; 'in-points': boolean; measured: number | null; min: number | null; max: number | null; formula: string | null }
export interface Allowance { rule: string; title: string; amount: number | null; of: string; formula: string | null }
export interface Summary {
  points: number | null; mfv: number; allocates: boolean; squadrons: SquadronLine[]; groups: GroupLine[]; shares: Share[]; allowances: Allowance[];
  decks: { deck: string; title: string; cards: string[] }[];
}
export interface Judgement { report: Report; summary: Summary }

// --- candidates, attachables ---
export interface Candidate { unit: string; squadron: Squadron; points: number | null; may: boolean; findings: Finding[]; slot?: string | null }

// --- explain, special-rules ---
export interface Explanation {
  what: string; id: string; title: string; kind: string; summary: string | null; formula: string[]; lines: string[]; facts?: { [k: string]: unknown };
  applies: string[]; unless: string[]; severity: string | null; waivable: boolean; covers: string[]; 'covered-by': string[];
  reading: string | null; help: string | null; source: Source | null; origin: string | null;
}
export interface SpecialRule {
  id: string; name: string; kind: string; number: number | null; title: string; parameters: string[]; stacking: string | null;
  aliases: string[]; tags: string[]; summary: string; source: Source | null;
}
