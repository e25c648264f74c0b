// The shapes that travel between the screens and the program. They follow the Rust types; keys are kebab-case.

export interface Noun { one: string; many: string }
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
export interface NamedFacts { id: string; title: string; summary: string | null }
export interface NationFacts { id: string; name: string; traits: { [trait: string]: string[] }; units: number }
export interface SettingValueFacts extends NamedFacts { gives: number[] }
export interface SettingFacts {
  id: string; title: string; summary: string; shape: 'flag' | 'word' | 'number' | 'numbers'; values: SettingValueFacts[]; numbers: number[];
  min: number | null; max: number | null; default: SettingValue | null; 'given-by': string | null; consent: string | null;
}
export interface SlotFacts { id: string; title: string; holds: number; required: boolean; 'opened-by': string | null; 'closed-by': string | null }
export interface GroupKindFacts extends NamedFacts { slots: SlotFacts[] }
export interface RoleFacts extends NamedFacts { 'trait-deck': string | null }
export interface CardFacts { id: string; name: string; cost: number | null; traits: { [trait: string]: string[] }; summary: string | null }
export interface DeckFacts { id: string; title: string; one: string; many: string; cost: string; secret: boolean; cards: CardFacts[] }
export interface TraitFacts { id: string; title: string; of: 'unit' | 'nation' | 'card'; values: NamedFacts[]; many: boolean; open: boolean }
export interface RulesetFacts {
  id: string; version: string; newest: boolean; range: string; edition: string; title: string; summary: string; lacks: string[]; folder: string | null;
  nations: NationFacts[]; units: number; 'common-units': number; sources: string[]; settings: SettingFacts[]; 'group-kinds': GroupKindFacts[];
  roles: RoleFacts[]; allocations: NamedFacts[]; decks: DeckFacts[]; traits: TraitFacts[]; stats: NamedFacts[]; 'weapon-classes': NamedFacts[];
  bands: string[]; waivable: NamedFacts[]; rules: number; 'special-rules': number;
  words?: { squadron?: Noun; model?: Noun; mfv?: string };
}
export interface Fault { code: string; message: string; help: string | null }
export interface RulesetsAnswer { rulesets: RulesetFacts[]; faults: Fault[] }

// --- units: the shapes of catalogue files ---
export type TraitValue = boolean | string | string[];
export type Stat = number | string;
export interface Weapon { name: string; class?: string | null; count?: number | null; bands?: Stat[]; arc?: string | null; rules?: string[] }
export interface Card { stats?: { [id: string]: Stat }; weapons?: Weapon[]; rules?: string[] }
export interface PointsWith { with?: string[]; without?: string[]; points: number }
export interface NewKind { takes?: number; traits?: { [id: string]: TraitValue }; card?: Card }
export interface UnitOption {
  id: string; name: string; aliases?: string[]; points?: number | null; 'points-with'?: PointsWith[]; together?: number[]; becomes?: NewKind | null;
  adds?: NewKind | null; buys?: 'model' | 'all-models' | 'squadron'; max?: number | null; 'max-with'?: { [id: string]: number }; 'min-with'?: { [id: string]: number };
  sets?: { [id: string]: Stat }; traits?: { [id: string]: TraitValue }; weapons?: Weapon[]; rules?: string[]; removes?: string[]; brings?: Brings[];
  options?: UnitOption[]; choices?: Choice[];
}
export interface Choice { id: string; name: string; min: number; max?: number | null; default?: string | null; marks?: boolean; options?: UnitOption[]; choices?: Choice[] }
export type Selector = { [test: string]: unknown };
export interface Attachment { to: Selector; models?: Range | null; nations?: string[] | null; max?: number | null }
export interface Host { unit: string; max?: number | null }
export interface Brings { rule: string; unit?: string | null; name: string; models: number; squadrons?: number | null }
export interface Load { models?: number | null; squadrons?: number | null; that: Selector }
export interface Member { id: string; name: string; unit?: string | null; models: Range; points?: number | null; traits?: { [id: string]: TraitValue }; card?: Card; options?: UnitOption[]; choices?: Choice[]; brings?: Brings[] }
export interface Unit {
  id: string; name: string; aliases?: string[]; points?: number | null; 'points-with'?: PointsWith[]; traits?: { [id: string]: TraitValue }; squadron?: Range | null;
  usual?: number | null; only?: 'attached' | 'brought' | null; card?: Card; members?: Member[]; options?: UnitOption[]; choices?: Choice[]; attaches?: Attachment[];
  hosts?: Host[]; brings?: Brings[]; capacity?: { of: Load[] } | null; source?: string | null; vintage?: string | null;
}
export interface UnitFacts { nation: string | null; points: number | null; min: number; max: number | null; smallest: Squadron; patches: { id: string; title: string }[]; source: string; unit: Unit }
export interface UnitsAnswer { ruleset: string; version: string; nation: string | null; units: UnitFacts[]; rules: { [printed: string]: string } }

// --- examples, read, write ---
export interface Example { ruleset: string; file: string; name: string; nation: string | null; mfv: number; points: number | null; verdict: Verdict; 'lacks-units': boolean; text: string }
export interface Claim { at: string; claimed: number; points: number; message: string }
export interface Newer { ruleset: RulesetUsed; verdict: Verdict; points: number | null; appeared: Finding[]; gone: Finding[] }
export interface DocumentRead { list: ArmyList | null; report: Report; claims: Claim[]; newer: Newer | null }

// --- judge ---
export type Verdict = 'legal' | 'illegal' | 'undetermined' | 'unreadable';
export type Severity = 'error' | 'undetermined' | 'warning' | 'note' | 'waived';
export interface Finding {
  rule: string; severity: Severity; message: string; at: string[]; line: number | null; column: number | null;
  measured: number | null; min: number | null; max: number | null; source: Source | null; origin: string | null; help: string | null;
}
export interface RulesetUsed { id: string; version: string; edition: string; digest: string }
export interface Report {
  name: string | null; ruleset: RulesetUsed | null; settings: { [id: string]: SettingValue };
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
export interface Judged { report: Report; summary: Summary | null }

// --- candidates, attachables ---
export interface Candidate { unit: string; nation: string | null; squadron: Squadron; points: number | null; may: boolean; findings: Finding[] }
export interface Candidates { at: string; group: Group | null; candidates: Candidate[] }

// --- explain, special-rules ---
export interface Explanation {
  what: string; id: string; title: string; kind: string; summary: string | null; formula: string[]; lines: string[]; facts?: { [k: string]: unknown };
  applies: string[]; unless: string[]; severity: string | null; waivable: boolean; covers: string[]; 'covered-by': string[];
  reading: string | null; help: string | null; source: Source | null; origin: string | null;
}
export interface SpecialRuleFacts {
  id: string; name: string; title: string; kind: string; number: number | null; stacking: string | null; aliases: string[]; tags: string[]; summary: string; source: Source;
}
