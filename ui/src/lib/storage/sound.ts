// Whether a stored row is what it should be, as far as the screens rely on it. A row of another kind is damaged: it is
// shown as text, and the others are used.

import type { Standing } from '../api/types';

export type Fields = { [key: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is absent or passes. */
const maybe = (value: unknown, is: (value: unknown) => boolean): boolean => value == null || is(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const all = (value: unknown, is: (value: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);

/** What every stored document has. */
export const isStored = (row: unknown): row is Fields =>
  isFields(row) &&
  isText(row.id) &&
  [row.rev, row.updated, row.at, row.steps].every(isNumber) &&
  maybe(row.deleted, isNumber);

export const isRuleset = (value: unknown): boolean => isText(value) || (isFields(value) && isText(value.id));

const standings: { readonly [standing in Standing]: true } = {
  legal: true,
  illegal: true,
  undetermined: true,
  unreadable: true,
  empty: true,
  'to-do': true,
};

export const isStanding = (value: unknown): value is Standing => isText(value) && Object.hasOwn(standings, value);

const isSquadron = (value: unknown): boolean =>
  isFields(value) &&
  isText(value.unit) &&
  maybe(value.name, isText) &&
  maybe(value.nation, isText) &&
  maybe(value.models, (models) => isNumber(models) || all(models, isFields)) &&
  maybe(value.attached, (attached) => all(attached, isSquadron));

const isGroup = (value: unknown): boolean =>
  isFields(value) &&
  isText(value.kind) &&
  maybe(value.name, isText) &&
  maybe(value.squadrons, (squadrons) => all(squadrons, isSquadron));

export const isList = (value: unknown): boolean =>
  isFields(value) &&
  isRuleset(value.ruleset) &&
  [value.name, value.player, value.nation].every((text) => maybe(text, isText)) &&
  maybe(value.mfv, isNumber) &&
  maybe(value.settings, isFields) &&
  maybe(value.sheet, (sheet) => isFields(sheet) && isText(sheet.file)) &&
  maybe(value.squadrons, (squadrons) => all(squadrons, isSquadron)) &&
  maybe(value.groups, (groups) => all(groups, isGroup));

/** A judgement that is kept beside a list. */
export const isJudged = (value: unknown): boolean =>
  isFields(value) &&
  isStanding(value.verdict) &&
  maybe(value.standing, isStanding) &&
  maybe(value.terms, isText) &&
  maybe(value.points, isNumber) &&
  [value.figure, value.nation].every((text) => maybe(text, isText)) &&
  all(value.lines, (line) => isFields(line) && isText(line.name));

export const isEvent = (value: unknown): boolean =>
  isFields(value) && isText(value.title) && isFields(value.given) && isText(value.given.name);

export const isTexts = (value: unknown): value is string[] => all(value, isText);
