// A game that is played with a list: everything that players tick and count, and how to undo it.

import type { ArmyList, ModelsInPlay, SquadronInPlay } from '../api/types';
import { at as resolve } from '../list/pointer';

/** The numbers that are not 0, by their keys. */
export type Marks = Readonly<Record<string, number>>;

export interface Game {
  /** The list as it was when the game began. The keys have places in it. */
  list: ArmyList;
  marks: Marks;
  /** The last taps, the newest at the end. */
  steps: readonly Step[];
}

/** A tap: its name, the numbers that it changed as they were before, and the list before. */
interface Step {
  name: string;
  before: Marks;
  list: ArmyList;
}

const MOST_STEPS = 100;

/** The most models of a kind that have boxes of their own. */
export const MOST_MODELS = 30;

/** The keys of what belongs to no squadron. The turn is counted from 0, so that a new game has no numbers. */
export const TURN = 'turn';
export const OWN = 'own points';
export const OTHER = 'other points';

/** The turn in which a squadron acted last. */
export const acted = (at: string): string => `${at} acted`;
/** A row of boxes of a squadron. */
export const ofSquadron = (at: string, title: string, row: number): string => `${at} /${title}/${row}`;
/** How many models of a kind are destroyed, if they have no boxes of their own. */
export const lost = (at: string, kind: number): string => `${at} ${kind} lost`;
/** Whether a model is destroyed. */
export const lostModel = (at: string, kind: number, model: number): string => `${at} ${kind} ${model} lost`;
/** A row of boxes, or a counter, of a model. */
export const ofModel = (at: string, kind: number, model: number, title: string, row: number): string =>
  `${at} ${kind} ${model} /${title}/${row}`;

/** Whether each model of a kind has boxes of its own. */
export const hasBoxes = (models: ModelsInPlay): boolean => models.boxes.length > 0 && models.number <= MOST_MODELS;

export const begin = (list: ArmyList): Game => ({ list, marks: {}, steps: [] });

export const isBegun = (game: Game): boolean => Object.keys(game.marks).length > 0;

/** Sets numbers as a step. */
export function set(game: Game, name: string, marks: Marks, list = game.list): Game {
  const before = Object.fromEntries(Object.keys(marks).map((key) => [key, game.marks[key] ?? 0]));
  const step = { name, before, list: game.list };
  return { list, marks: put(game.marks, marks), steps: [...game.steps, step].slice(-MOST_STEPS) };
}

/** Sets all numbers to 0, as a step. */
export const clear = (game: Game): Game =>
  set(game, 'New game', Object.fromEntries(Object.keys(game.marks).map((key) => [key, 0])));

export function undo(game: Game): Game {
  const step = game.steps.at(-1);
  return step ? { list: step.list, marks: put(game.marks, step.before), steps: game.steps.slice(0, -1) } : game;
}

/** Goes on with a changed list, as a step. A squadron keeps its marks if the same unit stands at its place. */
export function take(game: Game, list: ArmyList): Game {
  const unit = (of: ArmyList, at: string): unknown => (resolve(of, at) as { unit?: string } | undefined)?.unit;
  const gone = Object.keys(game.marks).filter((key) => {
    const at = key.startsWith('/') ? key.split(' ', 1)[0]! : null;
    return at !== null && unit(game.list, at) !== unit(list, at);
  });
  return set(game, 'Take the changed list', Object.fromEntries(gone.map((key) => [key, 0])), list);
}

/** Whether a list has other squadrons than the game. */
export const differs = (game: Game, list: ArmyList): boolean => shown(game.list) !== shown(list);

const shown = ({ nation, squadrons, groups }: ArmyList): string => JSON.stringify([nation, squadrons, groups]);

/** How many models of each kind of a squadron are left, and how many it had. An officer who stands with five others is
 * a kind of its own, as in the list. */
export function left({ at, models }: SquadronInPlay, marks: Marks): { left: number[]; of: number[] } {
  const destroyed = models.map((one, kind) =>
    hasBoxes(one)
      ? Array.from({ length: one.number }, (_, model) => marks[lostModel(at, kind, model)] ?? 0).reduce(
          (a, b) => a + b,
          0,
        )
      : Math.min(one.number, marks[lost(at, kind)] ?? 0),
  );
  return { left: models.map(({ number }, kind) => number - destroyed[kind]!), of: models.map(({ number }) => number) };
}

/** Numbers with others in their place, without those that are 0. */
const put = (marks: Marks, others: Marks): Marks =>
  Object.fromEntries(Object.entries({ ...marks, ...others }).filter(([, number]) => number !== 0));
