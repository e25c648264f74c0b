// The fields of the form for an own unit, all as text, and the unit that they state.

import type { Buys, OwnUnit, RulesetInfo, Stat, TraitValue } from '../api/types';

export interface WeaponFields {
  name: string;
  class: string;
  /** How many are mounted. The form does not show it. */
  count: number | null;
  bands: string[];
  arc: string;
  rules: string;
}

export interface OptionFields {
  name: string;
  points: string;
  buys: Buys;
  rules: string[];
  /** A special rule that is typed and not added yet. */
  typed: string;
}

export interface UnitFields {
  id: string | null;
  /** The digest of the unit as the file had it when the form was filled. */
  opened: string | null;
  name: string;
  points: string;
  min: string;
  max: string;
  /** The chosen values of each trait. A trait that is yes has the value `yes`. */
  traits: { [id: string]: string[] };
  stats: { [id: string]: string };
  weapons: WeaponFields[];
  rules: string[];
  /** A special rule that is typed and not added yet. */
  typed: string;
  options: OptionFields[];
  like: string;
}

export const emptyFields = (game: RulesetInfo, name = ''): UnitFields => ({
  id: null,
  opened: null,
  name,
  points: '',
  min: '1',
  max: '',
  traits: Object.fromEntries(game.traits.map(({ id }) => [id, []])),
  stats: Object.fromEntries(game.stats.map(({ id }) => [id, ''])),
  weapons: [],
  rules: [],
  typed: '',
  options: [],
  like: '',
});

export const emptyOption = (): OptionFields => ({ name: '', points: '', buys: 'model', rules: [], typed: '' });

export const emptyWeapon = (game: RulesetInfo): WeaponFields => ({
  name: '',
  class: '',
  count: null,
  bands: game.bands.map(() => ''),
  arc: '',
  rules: '',
});

const valuesOf = (value: TraitValue | undefined): string[] =>
  value === undefined || value === false ? [] : value === true ? ['yes'] : typeof value === 'string' ? [value] : value;

export const fieldsOf = (game: RulesetInfo, unit: OwnUnit): UnitFields => ({
  ...emptyFields(game, unit.name),
  id: unit.id ?? null,
  opened: unit.opened ?? null,
  points: String(unit.points ?? ''),
  min: String(unit.squadron?.min ?? ''),
  max: String(unit.squadron?.max ?? ''),
  traits: Object.fromEntries(game.traits.map(({ id }) => [id, valuesOf(unit.traits?.[id])])),
  stats: Object.fromEntries(game.stats.map(({ id }) => [id, String(unit.card.stats?.[id] ?? '')])),
  weapons: (unit.card.weapons ?? []).map((weapon) => ({
    name: weapon.name,
    class: weapon.class ?? '',
    count: weapon.count ?? null,
    bands: game.bands.map((_, band) => String(weapon.bands[band] ?? '')),
    arc: weapon.arc ?? '',
    rules: (weapon.rules ?? []).join(', '),
  })),
  rules: unit.card.rules ?? [],
  options: (unit.options ?? []).map((option) => ({
    name: option.name,
    points: String(option.points ?? ''),
    buys: option.buys,
    rules: option.rules ?? [],
    typed: '',
  })),
});

const WHOLE = /^[+-]?\d{1,6}$/;
const stat = (text: string): Stat => (WHOLE.test(text.trim()) ? Number(text) : text.trim());
const number = (text: string): number | null => (WHOLE.test(text.trim()) ? Number(text) : null);

/** The words of a text that is parted by commas outside of parentheses. */
const parts = (text: string): string[] =>
  text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The special rules, with the one that is typed. */
const rulesOf = ({ rules, typed }: { rules: string[]; typed: string }): string[] =>
  typed.trim() === '' ? rules : [...rules, typed.trim()];

/** What keeps the fields from being a unit; empty if nothing does. */
export function wrongIn({ name, points, min, max, options }: UnitFields): string {
  const isCount = (text: string): boolean => text.trim() === '' || (WHOLE.test(text.trim()) && Number(text) >= 0);
  if (name.trim() === '') return 'A unit needs a name.';
  if (!isCount(points)) return 'Points are a whole number, or empty if they are not known.';
  if (!isCount(min) || !isCount(max)) return 'Numbers of models are whole numbers.';
  if (max.trim() !== '' && Number(max) < Math.max(1, Number(min)))
    return 'The largest number of models must be at least 1, and not less than the smallest.';
  if (options.some((option) => option.points.trim() !== '' && !WHOLE.test(option.points.trim())))
    return 'Points of options are whole numbers, or empty if they are not known.';
  return '';
}

/** Makes a unit of fields in which `wrongIn` found nothing. Rows without a name are left out. */
export function unitOf(game: RulesetInfo, fields: UnitFields): OwnUnit {
  const traits: { [id: string]: TraitValue } = {};
  for (const { id, values, many, open } of game.traits) {
    const chosen = fields.traits[id] ?? [];
    if (chosen.length > 0) traits[id] = values.length === 0 && !open ? true : many ? chosen : chosen[0]!;
  }
  const stats = Object.entries(fields.stats).filter(([, text]) => text.trim() !== '');
  const { min, max } = fields;
  const squadron = min.trim() === '' && max.trim() === '' ? null : { min: number(min) ?? 1, max: number(max) };
  return {
    ...(fields.id === null ? {} : { id: fields.id }),
    name: fields.name.trim(),
    points: number(fields.points),
    squadron,
    traits,
    card: {
      stats: Object.fromEntries(stats.map(([id, text]) => [id, stat(text)])),
      weapons: fields.weapons
        .filter((weapon) => weapon.name.trim() !== '')
        .map((weapon) => ({
          name: weapon.name.trim(),
          class: weapon.class || null,
          count: weapon.count,
          bands: weapon.bands.map((band) => (band.trim() === '' ? '-' : stat(band))),
          arc: weapon.arc.trim() || null,
          rules: parts(weapon.rules),
        })),
      rules: rulesOf(fields),
    },
    options: fields.options
      .filter((option) => option.name.trim() !== '')
      .map((option) => ({
        name: option.name.trim(),
        points: number(option.points),
        buys: option.buys,
        rules: rulesOf(option),
      })),
    like: fields.like || null,
    opened: fields.opened,
  };
}
