// Takes a list over to another nation or another game. What the other game declares too goes over, by id or name. What
// it does not declare is left out, because a list that names it could not be read. Units are different: a list may have
// units that no catalogue knows, so a person chooses.

import type {
  ArmyList,
  CardPick,
  Group,
  Names,
  OptionPick,
  RolePick,
  RulesetInfo,
  SettingInfo,
  SettingValue,
  Squadron,
  UnitInfo,
} from '../api/types';
import { fold } from '../search';
import { plainName } from '../words';
import { kindsFor } from './groups';
import { everyOption, idOf, picksOf, type Words } from './picks';

/** The list as it is, and what its words mean. */
export interface From {
  list: ArmyList;
  game: RulesetInfo;
  names: Names;
  unitOf: (squadron: Squadron) => UnitInfo | null;
  /** The ids for the words that a squadron uses for options. */
  optionWords: (squadron: Squadron) => Words;
}

export interface To {
  game: RulesetInfo;
  nation: string | null;
  /** The units of nations by their ids. Each has the units of no nation too. */
  units: ReadonlyMap<string | null, readonly UnitInfo[]>;
}

/** What becomes of a squadron: the nation has its unit; it stays a squadron of its own nation; nobody has its unit. */
export type Fate = 'goes' | 'stays' | 'unknown';

export interface Moved {
  before: Squadron;
  /** Null if it is left out. */
  after: Squadron | null;
  fate: Fate;
  /** The names of what it loses. */
  lost: string[];
}

export interface Transfer {
  list: ArmyList;
  /** The squadrons in the order of the list. */
  squadrons: Moved[];
  /** What else is left out or becomes something else, each as a text. */
  lost: string[];
}

interface Titled {
  id: string;
  title?: string;
  name?: string;
}

/** The thing with one of these ids or names; undefined if there is none. */
function same<T extends Titled>(all: readonly T[], ...words: (string | undefined)[]): T | undefined {
  for (const word of words) {
    if (word === undefined) continue;
    const names = [fold(word), fold(plainName(word))];
    const found =
      all.find(({ id }) => id === word) ?? all.find(({ title, name }) => names.includes(fold(title ?? name ?? '')));
    if (found) return found;
  }
  return undefined;
}

const unitIn = (units: readonly UnitInfo[], word: string, known: UnitInfo | null): UnitInfo | undefined =>
  same(units, known?.id, known?.name, word) ??
  units.find(({ aliases }) => aliases.some((alias) => fold(alias) === fold(word)));

/** The nation of a game that is the same as one of another game. */
export const counterpart = (from: RulesetInfo, nation: string | null, to: RulesetInfo): string | null => {
  if (nation === null) return null;
  return same(to.nations, nation, from.nations.find(({ id }) => id === nation)?.name)?.id ?? null;
};

/** The nations of whose units a transfer needs to know: the new one, and those of the squadrons. */
export function nationsOf(from: From, game: RulesetInfo, nation: string | null): (string | null)[] {
  const { list, names } = from;
  const words = [list.nation, ...every(list).map((squadron) => squadron.nation)];
  const ids = words.map((word) => (word == null ? null : counterpart(from.game, idOf(names.nations, word), game)));
  return [...new Set([nation, ...ids])];
}

const flat = (squadrons: readonly Squadron[] | undefined): Squadron[] =>
  (squadrons ?? []).flatMap((squadron) => [squadron, ...flat(squadron.attached)]);
const every = (list: ArmyList): Squadron[] => [
  ...flat(list.squadrons),
  ...(list.groups ?? []).flatMap((group) => flat(group.squadrons)),
];

/** The list under another nation or in another game. `keep` says whether squadrons whose units the nation does not have
 * stay. If not, what is attached to them and goes over takes their place. */
export function transfer(from: From, to: To, keep: boolean): Transfer {
  const { list, names } = from;
  const other = from.game.id !== to.game.id;
  const moved: Moved[] = [];
  const lost: string[] = [];
  const idOfNation = (word: string | null | undefined): string | null =>
    word == null ? null : idOf(names.nations, word);
  const home = idOfNation(list.nation);

  /** The unit of a squadron, and the nation that it is a squadron of. */
  function found(squadron: Squadron): { unit: UnitInfo | null; nation: string | null; fate: Fate } {
    const known = from.unitOf(squadron);
    const own = counterpart(from.game, idOfNation(squadron.nation) ?? home, to.game);
    const ally = squadron.nation != null && own !== null && own !== to.nation;
    for (const nation of ally ? [own, to.nation] : [to.nation, own]) {
      const unit = unitIn(to.units.get(nation) ?? [], squadron.unit, known);
      if (!unit) continue;
      // A unit of no nation fights for the nation of the list.
      if (unit.nation === null) return { unit, nation: to.nation, fate: 'goes' };
      return { unit, nation, fate: nation === to.nation || ally ? 'goes' : 'stays' };
    }
    return { unit: null, nation: ally ? own : to.nation, fate: 'unknown' };
  }

  const kinds = kindsFor(to.game, to.nation);

  function squadronsOf(
    squadrons: readonly Squadron[] | undefined,
    was: string | null,
    kind: string | null,
  ): Squadron[] {
    return (squadrons ?? []).flatMap((before): Squadron[] => {
      const { unit, nation, fate } = found(before);
      const entry: Moved = { before, after: null, fate, lost: [] };
      moved.push(entry);
      const attached = squadronsOf(before.attached, was, kind);
      if (fate !== 'goes' && !keep) return attached;
      const after: Squadron = { ...before };
      entry.after = after;
      delete after.points;
      delete after.nation;
      delete after.slot;
      if (nation !== to.nation && nation !== null) after.nation = nation;
      if (before.attached) after.attached = attached;
      if (unit) fit(after, before, unit, entry.lost);
      if (other) suit(after, entry.lost);
      const there = to.game['group-kinds'].find(({ id }) => id === kind)?.slots ?? [];
      const slot = before.slot == null ? undefined : same(there, idOf(names.slots[was ?? ''], before.slot));
      if (slot) after.slot = slot.id;
      return [after];
    });
  }

  /** Makes a squadron one of another unit: with the options that it has too. */
  function fit(squadron: Squadron, before: Squadron, unit: UnitInfo, gone: string[]): void {
    const known = from.unitOf(before);
    if (!other && known?.id === unit.id && known.nation === unit.nation) return;
    if (known?.id !== unit.id) squadron.unit = unit.id;
    const words = from.optionWords(before);
    const names = new Map(everyOption(known).map(({ id, name }) => [id, name]));
    const there = everyOption(unit);
    const pick = (id: string, number: number | null): OptionPick[] => {
      const name = names.get(id);
      const option = same(there, id, name);
      if (!option) gone.push(name ?? plainName(id));
      return option ? [number === null ? option.id : { [option.id]: number }] : [];
    };
    const fitted = (of: { options?: OptionPick[]; mark?: string | null }): OptionPick[] =>
      picksOf(of, words).flatMap((one) =>
        typeof one === 'string' ? pick(one, null) : Object.entries(one).flatMap(([id, number]) => pick(id, number)),
      );
    if (before.options || before.mark != null) squadron.options = fitted(before);
    if (squadron.options?.length === 0) delete squadron.options;
    delete squadron.mark;
    if (unit.smallest.models == null) delete squadron.models;
    else if (Array.isArray(before.models))
      squadron.models = before.models.map(({ mark, options, ...part }) =>
        options || mark != null ? { ...part, options: fitted({ options: options ?? [], mark: mark ?? null }) } : part,
      );
  }

  /** Keeps the roles and the allocation of a squadron that another game has too. */
  function suit(squadron: Squadron, gone: string[]): void {
    if (squadron.roles) squadron.roles = squadron.roles.flatMap((pick) => role(pick, gone));
    if (squadron.roles?.length === 0) delete squadron.roles;
    if (squadron.allocation == null) return;
    const allocation = same(to.game.allocations, squadron.allocation);
    if (allocation) squadron.allocation = allocation.id;
    else {
      gone.push(plainName(squadron.allocation));
      delete squadron.allocation;
    }
  }

  function role(pick: RolePick, gone: string[]): RolePick[] {
    const { trait, ...detail } = typeof pick === 'string' ? { role: pick, trait: null } : pick;
    const before = from.game.roles.find(({ id }) => id === idOf(names.roles, detail.role));
    const after = same(to.game.roles, before?.id ?? detail.role, before?.title);
    if (!after) {
      gone.push(before?.title ?? plainName(detail.role));
      return [];
    }
    const cards = to.game.decks.find(({ id }) => id === after['trait-deck'])?.cards ?? [];
    const card = trait == null ? undefined : same(cards, idOf(names.cards[before?.['trait-deck'] ?? ''], trait));
    if (trait != null && !card) gone.push(plainName(trait));
    if (!card && detail.model == null && detail.character == null) return [after.id];
    return [{ ...detail, role: after.id, ...(card ? { trait: card.id } : {}) }];
  }

  function group(before: Group): Group {
    const was = from.game['group-kinds'].find(({ id }) => id === before.kind) ?? null;
    const kind = same(kinds, before.kind, was?.title) ?? kinds[0]!;
    if (kind.id !== before.kind)
      lost.push(`${before.name ?? was?.title ?? plainName(before.kind)} becomes ${kind.title}`);
    return { ...before, kind: kind.id, squadrons: squadronsOf(before.squadrons, before.kind, kind.id) };
  }

  const next: ArmyList = { ...list };
  delete next.points;
  delete next.nation;
  if (to.nation !== null) next.nation = to.nation;
  const loose = squadronsOf(list.squadrons, null, null);
  if (kinds.length === 0) {
    for (const one of list.groups ?? []) lost.push(`${one.name ?? plainName(one.kind)} is no group any more`);
    next.squadrons = [...loose, ...(list.groups ?? []).flatMap((one) => squadronsOf(one.squadrons, one.kind, null))];
    delete next.groups;
  } else {
    const groups = (list.groups ?? []).map(group);
    // In another game, squadrons of no group begin in one, as in a new list.
    const gather = other && (loose.length > 0 || groups.length === 0);
    if (gather) groups.unshift({ kind: kinds[0]!.id, squadrons: loose });
    if (gather || loose.length === 0) delete next.squadrons;
    else next.squadrons = loose;
    if (groups.length > 0) next.groups = groups;
  }
  if (other) declared(next, from, to.game, lost);
  return { list: withoutStrays(next, list), squadrons: moved, lost };
}

/** Keeps of a list what another game declares too. */
function declared(list: ArmyList, { game: was, names }: From, game: RulesetInfo, lost: string[]): void {
  list.ruleset = { id: game.id, version: game.range };
  const kept: { [id: string]: SettingValue } = {};
  for (const [id, value] of Object.entries(list.settings ?? {})) {
    const setting = game.settings.find((one) => one.id === id);
    if (setting && takes(setting, value)) kept[id] = value;
    else lost.push(was.settings.find((one) => one.id === id)?.title ?? id);
  }
  const decks: { [id: string]: CardPick[] } = {};
  for (const [id, picks] of Object.entries(list.decks ?? {})) {
    const deck = same(game.decks, id);
    const title = was.decks.find((one) => one.id === id)?.title ?? id;
    const cards = picks.flatMap((pick): CardPick[] => {
      const word = typeof pick === 'string' ? pick : pick.card;
      const card = same(deck?.cards ?? [], idOf(names.cards[id], word));
      return card ? [card.id] : [];
    });
    if (deck && (cards.length > 0 || picks.length === 0)) decks[deck.id] = cards;
    if (cards.length < picks.length) lost.push(`${title}: ${picks.length - cards.length} of ${picks.length} cards`);
  }
  for (const rule of list.consents ?? []) {
    if (!game.waivable.some((one) => one.rule === rule))
      lost.push(`Consent: ${was.waivable.find((one) => one.rule === rule)?.title ?? rule}`);
  }
  const consents = (list.consents ?? []).filter((rule) => game.waivable.some((one) => one.rule === rule));
  if (list.overlays?.length) lost.push('House rules');
  if (list.sheet) lost.push('Sheet of the campaign');
  delete list.overlays;
  delete list.sheet;
  delete list.settings;
  delete list.decks;
  delete list.consents;
  if (Object.keys(kept).length > 0) list.settings = kept;
  if (Object.keys(decks).length > 0) list.decks = decks;
  if (consents.length > 0) list.consents = consents;
}

/** Whether a setting may have a value. */
const takes = ({ kind, values, numbers, range }: SettingInfo, value: SettingValue): boolean => {
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'word') return values.some(({ id }) => id === value);
  if (kind === 'number')
    return typeof value === 'number' && (range === null || (value >= range.min && value <= (range.max ?? value)));
  return Array.isArray(value) && value.every((number) => numbers.includes(number));
};

/** The list without references to squadrons that it had and has no more. */
function withoutStrays(list: ArmyList, before: ArmyList): ArmyList {
  const there = new Set(every(list).map(({ id }) => id));
  const gone = new Set(every(before).flatMap(({ id }) => (id != null && !there.has(id) ? [id] : [])));
  for (const squadron of every(list)) {
    if (squadron['brought-by'] != null && gone.has(squadron['brought-by'])) delete squadron['brought-by'];
    if (squadron.carries?.some((id) => gone.has(id))) squadron.carries = squadron.carries.filter((id) => !gone.has(id));
    if (squadron.carries?.length === 0) delete squadron.carries;
  }
  return list;
}
