// Catalogues and rulesets as screens show them: every id with its words. Only shapes are known here, no game.

import type {
  Attachment, Card, Choice, Member, NamedFacts, Noun, PointsWith, Range, RulesetFacts, Selector, SpecialRuleFacts, Stat, TraitValue, UnitFacts, UnitOption, UnitsAnswer, Weapon,
} from './api/types';

export interface Game extends RulesetFacts {
  squadron: Noun;
  model: Noun;
  mfv: string;
  /** What its catalogue is, in words. */
  catalogue: string;
}

/** The words of a game; plain ones where the ruleset says none. */
export function game(facts: RulesetFacts): Game {
  const own = facts.nations.filter((nation) => nation.units > 0).length;
  return {
    ...facts,
    squadron: facts.words?.squadron ?? { one: 'squadron', many: 'squadrons' },
    model: facts.words?.model ?? { one: 'model', many: 'models' },
    mfv: facts.words?.mfv ?? 'Force value',
    catalogue: facts.units === 0 ? 'no units at hand' : `${facts.units} units${own > 1 ? ` of ${own} nations` : ''}, ${facts.rules} rules`,
  };
}

export interface TraitWords {
  id: string;
  title: string;
  /** A flag that is set has the value `yes`. */
  values: { id: string; title: string }[];
}

export interface SpecialView {
  text: string;
  id: string | null;
  summary: string | null;
}

export interface WeaponView extends Omit<Weapon, 'rules'> {
  bands: Stat[];
  sort: string;
  rules: SpecialView[];
}

export interface CardView {
  stats: { id: string; title: string; summary: string | null; value: Stat }[];
  weapons: WeaponView[];
  rules: SpecialView[];
}

export interface OptionView {
  id: string;
  name: string;
  points: number | null;
  buys: 'model' | 'all-models' | 'squadron';
  max: number | null;
  makes: 'becomes' | 'adds' | null;
  /** What it does and what it depends on, in words. */
  told: string[];
  rules: SpecialView[];
  card: CardView | null;
  options: OptionView[];
  choices: ChoiceView[];
}

export interface ChoiceView {
  id: string;
  name: string;
  min: number;
  max: number | null;
  default: string | null;
  marks: boolean;
  options: OptionView[];
  choices: ChoiceView[];
}

export interface MemberView {
  id: string;
  name: string;
  models: Range;
  points: number | null;
  traits: TraitWords[];
  card: CardView;
  options: OptionView[];
  choices: ChoiceView[];
}

export interface UnitView {
  id: string;
  name: string;
  aliases: string[];
  nation: string | null;
  /** Of one model, or of the smallest group of a fixed mix. */
  points: number | null;
  prices: string[];
  traits: TraitWords[];
  squadron: Range | null;
  /** The fewest models. */
  min: number;
  only: string | null;
  card: CardView;
  members: MemberView[];
  options: OptionView[];
  choices: ChoiceView[];
  joins: string[];
  /** Other facts of it, a line each. */
  notes: string[];
  patches: { id: string; title: string }[];
  vintage: string | null;
  source: string;
}

export function units(answer: UnitsAnswer, game: Game, special: readonly SpecialRuleFacts[]): UnitView[] {
  const summaries = new Map(special.map((rule) => [rule.id, rule.summary]));
  const names = new Map(answer.units.map(({ unit }) => [unit.id, unit.name]));
  const titles = new Map(game.traits.filter((trait) => trait.of === 'unit').map((trait) => [trait.id, trait]));
  const stats = new Map(game.stats.map((stat) => [stat.id, stat]));
  const classes = new Map(game['weapon-classes'].map((one) => [one.id, one.title]));

  const rule = (text: string): SpecialView => {
    const id = answer.rules[text] ?? null;
    return { text, id, summary: id === null ? null : (summaries.get(id) ?? null) };
  };

  const traits = (values: { [id: string]: TraitValue } | undefined): TraitWords[] =>
    Object.entries(values ?? {}).flatMap(([id, value]): TraitWords[] => {
      const declared = titles.get(id);
      const words = typeof value === 'boolean' ? (value ? ['yes'] : []) : Array.isArray(value) ? value : [value];
      if (words.length === 0) return [];
      return [{ id, title: declared?.title ?? id, values: words.map((word) => ({ id: word, title: word === 'yes' ? 'yes' : titled(declared?.values, word) })) }];
    });

  const weapon = (one: Weapon): WeaponView => ({
    ...one,
    bands: one.bands ?? [],
    sort: one.class ? (classes.get(one.class) ?? one.class) : '',
    rules: (one.rules ?? []).map(rule),
  });

  const card = (one: Card | undefined): CardView => ({
    // In the order in which the game prints them.
    stats: game.stats.flatMap(({ id, title, summary }) => (one?.stats && id in one.stats ? [{ id, title, summary, value: one.stats[id]! }] : [])),
    weapons: (one?.weapons ?? []).map(weapon),
    rules: (one?.rules ?? []).map(rule),
  });

  /** The tests of a selector that can be said in a few words. */
  const selector = (test: Selector): string =>
    Object.entries(test)
      .map(([key, value]) => {
        const words = (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string' || typeof word === 'boolean');
        if (key === 'unit') return words.map((word) => names.get(String(word)) ?? String(word)).join(', ');
        if (key === 'not' || key === 'any' || key === 'all') return '';
        const declared = titles.get(key);
        return words.map((word) => (word === true ? (declared?.title ?? key) : word === false ? `not ${declared?.title ?? key}` : titled(declared?.values, String(word)))).join(' or ');
      })
      .filter(Boolean)
      .join(' ');

  const joins = (one: Attachment): string =>
    [
      selector(one.to) || `any ${game.squadron.one}`,
      one.models ? `of ${span(one.models)}` : '',
      one.max ? `at most ${one.max}` : '',
    ].filter(Boolean).join(', ');

  /** Names of options, for prices that depend on them. */
  const every = (own: readonly UnitOption[] | undefined, choices: readonly Choice[] | undefined): UnitOption[] => [
    ...(own ?? []).flatMap((option) => [option, ...every(option.options, option.choices)]),
    ...(choices ?? []).flatMap((choice) => every(choice.options, choice.choices)),
  ];

  function of({ unit, nation, points, min, patches, source }: UnitFacts): UnitView {
    const named = new Map(every([...(unit.options ?? []), ...(unit.members ?? []).flatMap((member) => member.options ?? [])], [...(unit.choices ?? []), ...(unit.members ?? []).flatMap((member) => member.choices ?? [])]).map((option) => [option.id, option.name]));
    const name = (id: string): string => named.get(id) ?? id;
    const prices = (list: PointsWith[] | undefined): string[] =>
      (list ?? []).map((one) => `${signed(one.points)} ${[one.with?.length ? `with ${one.with.map(name).join(' and ')}` : '', one.without?.length ? `without ${one.without.map(name).join(' or ')}` : ''].filter(Boolean).join(', ')}`);

    const option = (one: UnitOption): OptionView => {
      const made = one.becomes ?? one.adds;
      return {
        id: one.id,
        name: one.name,
        points: one.points ?? null,
        buys: one.buys ?? 'model',
        max: one.max ?? null,
        makes: one.becomes ? 'becomes' : one.adds ? 'adds' : null,
        told: [
          Object.entries(one.sets ?? {}).map(([id, value]) => `${stats.get(id)?.title ?? id} ${value}`).join(', '),
          traits(one.traits).map((trait) => trait.values.map((value) => (value.id === 'yes' ? trait.title : value.title)).filter((word) => word !== one.name).join(', ')).filter(Boolean).join(', '),
          ...(one.weapons ?? []).filter((weapon) => weapon.name !== one.name).map((weapon) => weapon.name),
          one.removes?.length ? `without ${one.removes.join(', ')}` : '',
          (one.brings ?? []).map((brought) => `brings ${brought.models} ${brought.name}`).join(', '),
          one.together?.length ? `together ${one.together.join(', ')}` : '',
          (one.becomes?.takes ?? 1) > 1 ? `in place of ${one.becomes?.takes} ${game.model.many}` : '',
          prices(one['points-with']).join('; '),
          Object.entries(one['max-with'] ?? {}).map(([id, number]) => (number === 0 ? `not with ${name(id)}` : `up to ${number} with ${name(id)}`)).join(', '),
          Object.entries(one['min-with'] ?? {}).map(([id, number]) => `at least ${number} with ${name(id)}`).join(', '),
        ].filter(Boolean),
        rules: (one.rules ?? []).map(rule),
        card: made?.card || one.weapons?.length ? card({ ...made?.card, weapons: [...(made?.card?.weapons ?? []), ...(one.weapons ?? [])] }) : null,
        options: (one.options ?? []).map(option),
        choices: (one.choices ?? []).map(choice),
      };
    };
    const choice = (one: Choice): ChoiceView => ({
      id: one.id, name: one.name, min: one.min, max: one.max ?? null, default: one.default ?? null, marks: one.marks ?? false,
      options: (one.options ?? []).map(option),
      choices: (one.choices ?? []).map(choice),
    });
    const member = (one: Member): MemberView => ({
      id: one.id, name: one.name, models: one.models, points: one.points ?? null, traits: traits(one.traits), card: card(one.card),
      options: (one.options ?? []).map(option),
      choices: (one.choices ?? []).map(choice),
    });
    return {
      id: unit.id, name: unit.name, aliases: unit.aliases ?? [], nation, points, min,
      prices: prices(unit['points-with']),
      traits: traits(unit.traits),
      squadron: unit.squadron ?? null,
      only: unit.only ?? null,
      card: card(unit.card),
      members: (unit.members ?? []).map(member),
      options: (unit.options ?? []).map(option),
      choices: (unit.choices ?? []).map(choice),
      joins: (unit.attaches ?? []).map(joins),
      notes: [
        ...(unit.hosts ?? []).map((host) => `${names.get(host.unit) ?? host.unit} may join it${host.max ? `, at most ${host.max}` : ''}`),
        ...(unit.brings ?? []).map((brought) => `Brings ${brought.models} ${brought.name}${brought.squadrons && brought.squadrons > 1 ? `, ${brought.squadrons} times` : ''}`),
        ...(unit.capacity?.of ?? []).map((load) => `Carries ${load.models ?? load.squadrons} ${load.models === null || load.models === undefined ? game.squadron.many : game.model.many}: ${selector(load.that)}`),
      ],
      patches, vintage: unit.vintage ?? null, source,
    };
  }
  return answer.units.map(of);
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

export const span = ({ min, max }: Range): string => (max === min ? `${min}` : max ? `${min} to ${max}` : `${min} or more`);

export const titled = (values: readonly NamedFacts[] | undefined, id: string): string => values?.find((value) => value.id === id)?.title ?? id;

/** Traits of nations and cards, in words. */
export const words = (game: Game, of: 'nation' | 'card', traits: { [id: string]: string[] }): string =>
  Object.entries(traits)
    .flatMap(([id, values]) => {
      const declared = game.traits.find((trait) => trait.of === of && trait.id === id);
      return values.map((value) => (value === 'yes' ? (declared?.title ?? id) : titled(declared?.values, value)));
    })
    .join(', ');
