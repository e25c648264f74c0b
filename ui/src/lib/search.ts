// Searches units: words in everything that a card says, bounds on points, and facets for traits.

import uFuzzy from '@leeoniya/ufuzzy';
import type { Candidate, TraitInfo, UnitInfo } from './api/types';
import { inBook } from './orders';

export interface Indexed {
  unit: UnitInfo;
  text: string;
  name: string;
  /** The name and the aliases. */
  names: string;
}

/** A text without case and accents. */
export const fold = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** The searchable text of every unit, with case and accents removed once. */
export function index(units: readonly UnitInfo[]): Indexed[] {
  return units.map((unit) => {
    const cards = [unit.card, ...unit.members.map((member) => member.card)];
    const words = [
      unit.name,
      ...unit.aliases,
      ...unit.traits.flatMap((trait) => trait.values.map((value) => (value.id === 'yes' ? trait.title : value.title))),
      ...unit.members.map((member) => member.name),
      ...cards.flatMap((card) => [
        ...card.rules.map((rule) => rule.text),
        ...card.weapons.flatMap((weapon) => [
          weapon.name,
          weapon['class-title'] ?? '',
          ...weapon.rules.map((rule) => rule.text),
        ]),
      ]),
      ...[...unit.options, ...unit.choices.flatMap((choice) => choice.options)].map((option) => option.name),
    ];
    return {
      unit,
      text: fold(words.join(' · ')),
      name: fold(unit.name),
      names: fold([unit.name, ...unit.aliases].join(' · ')),
    };
  });
}

/** `book` is the order by name under the headings of the book. */
export type Sort = 'book' | 'name' | 'points' | 'points-down' | 'may';
export type Facets = ReadonlyMap<string, ReadonlySet<string>>;

interface Bounds {
  min: number;
  max: number;
}

function bounds(token: string): Bounds | null {
  const range = /^(\d+)\s*[-–]\s*(\d+)$/.exec(token);
  if (range) return { min: Number(range[1]), max: Number(range[2]) };
  const compared = /^([<>]=?|[≤≥=])(\d+)$/.exec(token);
  if (!compared) return null;
  const number = Number(compared[2]);
  switch (compared[1]) {
    case '<':
      return { min: -Infinity, max: number - 1 };
    case '>':
      return { min: number + 1, max: Infinity };
    case '=':
      return { min: number, max: number };
    case '<=':
    case '≤':
      return { min: -Infinity, max: number };
    default:
      return { min: number, max: Infinity };
  }
}

/** The units that match all words, bounds (`<80`, `>=100`, `60-90`) and facets. `price` is the number that a row
 * shows as points. */
export function find(
  indexed: readonly Indexed[],
  query: string,
  facets: Facets,
  price: (unit: UnitInfo) => number | null,
): Indexed[] {
  const tokens = fold(query)
    .replaceAll(/([<>]=?|[≤≥=])\s+(?=\d)/g, '$1')
    .split(/\s+/)
    .filter(Boolean);
  const limits = tokens.map(bounds);
  const words = tokens.filter((_, place) => limits[place] === null);
  const within = limits.filter((limit) => limit !== null);
  return indexed.filter(({ unit, text }) => {
    if (!words.every((word) => text.includes(word))) return false;
    if (within.length > 0) {
      const points = price(unit);
      if (points === null || !within.every(({ min, max }) => points >= min && points <= max)) return false;
    }
    for (const [trait, wanted] of facets) {
      if (
        wanted.size > 0 &&
        !unit.traits.some(({ id, values }) => id === trait && values.some((value) => wanted.has(value.id)))
      )
        return false;
    }
    return true;
  });
}

/** In each word, one letter may be wrong, missing, too much or in the wrong place. */
const speller = new uFuzzy({ intraMode: 1 });

/** The units that have all words of a query in their names. If there are none, those whose names have nearly these
 * words, the nearest first. */
export function named(indexed: readonly Indexed[], query: string): Indexed[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words.length === 0) return [];
  const exact = indexed.filter(({ names }) => words.every((word) => names.includes(word)));
  if (exact.length > 0) return exact;
  const texts = indexed.map(({ names }) => names);
  const [places, , ranks] = speller.search(texts, words.join(' '), 1);
  return (ranks?.map((rank) => places[rank]!) ?? places ?? []).map((place) => indexed[place]!);
}

/** Sorts units whose name begins with or contains the query before those that only mention it. */
export function order(
  found: readonly Indexed[],
  query: string,
  sort: Sort,
  price: (unit: UnitInfo) => number | null,
  candidates: ReadonlyMap<string, Candidate>,
): Indexed[] {
  const wanted = fold(query.trim());
  const near = (entry: Indexed): number =>
    wanted === '' ? 0 : entry.name.startsWith(wanted) ? 0 : entry.name.includes(wanted) ? 1 : 2;
  const by: { [key in Sort]: (a: Indexed, b: Indexed) => number } = {
    book: (a, b) => near(a) - near(b),
    name: (a, b) => near(a) - near(b),
    points: (a, b) => (price(a.unit) ?? Infinity) - (price(b.unit) ?? Infinity),
    'points-down': (a, b) => (price(b.unit) ?? -Infinity) - (price(a.unit) ?? -Infinity),
    may: (a, b) => Number(candidates.get(b.unit.id)?.may ?? false) - Number(candidates.get(a.unit.id)?.may ?? false),
  };
  return [...found].sort((a, b) => by[sort](a, b) || a.name.localeCompare(b.name));
}

/** The units in two parts: those that fit now, and those that do not. The order of each part stays. */
export function sunk(units: readonly Indexed[], isBarred: (unit: UnitInfo) => boolean): [Indexed[], Indexed[]] {
  const parts: [Indexed[], Indexed[]] = [[], []];
  for (const entry of units) parts[isBarred(entry.unit) ? 1 : 0].push(entry);
  return parts;
}

/** The traits in which these units differ, each with the values that occur, in the order of the declared traits. */
export function facetsOf(
  units: readonly UnitInfo[],
  declared: readonly TraitInfo[],
): { id: string; title: string; values: { id: string; title: string; units: number }[] }[] {
  const traits = new Map<
    string,
    { id: string; title: string; values: Map<string, { id: string; title: string; units: number }> }
  >();
  for (const unit of units) {
    for (const trait of unit.traits) {
      let facet = traits.get(trait.id);
      if (!facet) traits.set(trait.id, (facet = { id: trait.id, title: trait.title, values: new Map() }));
      for (const value of trait.values) {
        const seen = facet.values.get(value.id);
        if (seen) seen.units++;
        else facet.values.set(value.id, { id: value.id, title: value.title, units: 1 });
      }
    }
  }
  const placesOf = (trait: string): string[] => inBook(declared.find(({ id }) => id === trait)).map(({ id }) => id);
  return [...traits.values()]
    .map((facet) => {
      const places = placesOf(facet.id);
      const values = [...facet.values.values()].sort((a, b) => places.indexOf(a.id) - places.indexOf(b.id));
      return { ...facet, values };
    })
    .filter((facet) => facet.values.length > 1 || facet.values.some((value) => value.units < units.length));
}
