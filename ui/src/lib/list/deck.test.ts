import { expect, test } from 'vitest';
import type { DeckInfo, FindingInfo, TraitInfo } from '../api/types';
import { facts, isPrinted, kindFor, lacks, missing, oncePerCard, stating, traitsFor, unnamed } from './deck';

const trait = (id: string, ...values: string[]): TraitInfo => ({
  id,
  title: id,
  of: 'card',
  values: values.map((value) => ({ id: value, title: value.toUpperCase(), summary: null })),
  many: false,
  open: values.length === 0,
  required: false,
});
const traits = [trait('card-type', 'plain', 'rare'), trait('realm'), trait('table', 'red')];
const known = (id: string, table?: string) => ({
  id,
  name: id,
  cost: null,
  summary: null,
  traits: table ? [{ id: 'table', title: 'table', values: [{ id: table, title: table }] }] : [],
});
const deck = (id: string, cards: DeckInfo['cards']): DeckInfo => ({
  id,
  title: id,
  card: { one: 'card', many: 'cards' },
  cost: 'VP',
  secret: false,
  cards,
  traits,
});
const open = deck('open', [known('ace')]);
const printed = deck('printed', [known('king', 'red')]);
const decks = [open, printed];
const type = traits[0]!;

test('a deck has the traits of its known cards, or those of no other deck', () => {
  expect([isPrinted(open), isPrinted(printed)]).toEqual([false, true]);
  expect(traitsFor(open, decks).map(({ id }) => id)).toEqual(['card-type', 'realm']);
  expect(traitsFor(printed, decks).map(({ id }) => id)).toEqual(['table']);
  expect(kindFor(open, decks)).toBe(type);
});

test('a card lacks its kind until the game or the list states it', () => {
  expect(lacks(type, open.cards[0], 'ace')).toBe(true);
  const pick = stating({ card: 'ace', cost: 20 }, type, 'rare');
  expect(pick).toEqual({ card: 'ace', cost: 20, type: 'rare' });
  expect(lacks(type, open.cards[0], pick)).toBe(false);
  expect(facts(open, open.cards[0], pick)).toBe('RARE');
  // A word that the game does not know stands there as a name.
  expect(facts(open, open.cards[0], { ...pick, realm: 'far-east' })).toBe('RARE, Far East');
  expect(facts(open, { ...open.cards[0]!, summary: 'Draws a card.' }, pick)).toBe('RARE · Draws a card.');
});

test('cards that are not named have numbers that are free', () => {
  expect(unnamed(['ace', { card: 'PLAIN 2' }], type, 'plain', 2)).toEqual([
    { card: 'PLAIN 1', type: 'plain' },
    { card: 'PLAIN 3', type: 'plain' },
  ]);
});

test('what a deck lacks follows from its problems', () => {
  const finding = (at: string, measured: number | null, min: number | null): FindingInfo =>
    ({ at: [at], measured, min }) as FindingInfo;
  expect(missing(open, [])).toBe(0);
  expect(missing(open, [finding('/decks/open', 3, 16), finding('/decks/printed', 0, 40)])).toBe(13);
  expect(missing(open, [finding('/decks/open', 17, null), finding('/decks/open/0', 0, 1)])).toBe(0);
});

test('findings that cannot be decided for the same card are one', () => {
  const finding = (rule: string, severity: FindingInfo['severity'], ...at: string[]): FindingInfo =>
    ({ rule, severity, at }) as FindingInfo;
  const findings = [
    finding('a', 'undetermined', '/decks/open/0'),
    finding('b', 'undetermined', '/decks/open/0'),
    finding('c', 'error', '/decks/open/0'),
    finding('d', 'undetermined', '/decks/open/1'),
    finding('e', 'undetermined', '/decks/open/0', '/decks/open/1'),
    finding('f', 'undetermined', '/squadrons/0'),
    finding('g', 'undetermined', '/squadrons/0'),
  ];
  expect(oncePerCard(findings).map(({ rule }) => rule)).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
});
