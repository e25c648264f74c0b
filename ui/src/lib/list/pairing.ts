// The squadrons of two lists side by side: which stand for each other, and in what they differ.

import type { SquadronInfo } from '../api/types';
import { counted } from '../words';

/** What a row shows of a squadron. */
export interface Cell {
  line: SquadronInfo;
  /** What it has besides its models and points. */
  words: string[];
}

/** A squadron of either list, or one of each that stand for each other. */
export interface PairRow {
  one: Cell | null;
  other: Cell | null;
  /** How many squadrons it hangs below. */
  depth: number;
  isEqual: boolean;
}

/** A squadron with what is attached to it. */
interface Block {
  head: Cell;
  attached: Block[];
}

/** The squadrons in the order of the first list. What only the second has stands above what stands after it
 * there. */
export function paired(one: readonly Cell[], other: readonly Cell[]): PairRow[] {
  return rowsOf(blocksOf(one, 0), blocksOf(other, 0), 0);
}

/** The words that only the first has. What stands there twice must stand twice in the second. */
export function without(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return one.filter((word) => {
    const place = left.indexOf(word);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** The difference in models and points, in words: `3 models instead of 2`, `40 points more`. */
export function numbersApart(one: SquadronInfo, other: SquadronInfo): string[] {
  const apart: string[] = [];
  if (one.models !== other.models) apart.push(`${counted(other.models, 'model', 'models')} instead of ${one.models}`);
  if (one.points !== other.points) apart.push(pointsApart(one.points, other.points));
  return apart;
}

/** `40 points more`, `1 point less`. */
export function pointsApart(one: number | null, other: number | null): string {
  if (one === null || other === null) return 'points not known';
  const apart = Math.abs(other - one);
  return `${counted(apart, 'point', 'points')} ${other > one ? 'more' : 'less'}`;
}

function blocksOf(cells: readonly Cell[], depth: number): Block[] {
  const starts = cells.flatMap(({ line }, place) => (line.depth === depth ? [place] : []));
  return starts.map((start, n) => ({
    head: cells[start]!,
    attached: blocksOf(cells.slice(start + 1, starts[n + 1] ?? cells.length), depth + 1),
  }));
}

function rowsOf(one: readonly Block[], other: readonly Block[], depth: number): PairRow[] {
  const { first, second } = partnersOf(one, other);
  /** Squadrons of the second list without a partner that stand just before a place. */
  const aloneBefore = (place: number): PairRow[] => {
    const block = other[place - 1];
    return block && !second.has(place - 1) ? [...aloneBefore(place - 1), ...rowsOfPair(null, block, depth)] : [];
  };
  return [
    ...one.flatMap((block, place) => {
      const partner = first.get(place);
      if (partner === undefined) return rowsOfPair(block, null, depth);
      return [...aloneBefore(partner), ...rowsOfPair(block, other[partner]!, depth)];
    }),
    ...aloneBefore(other.length),
  ];
}

function rowsOfPair(one: Block | null, other: Block | null, depth: number): PairRow[] {
  const [first, second] = [one?.head ?? null, other?.head ?? null];
  const isEqual = first !== null && second !== null && apart(first, second) === 0;
  const row = { one: first, other: second, depth, isEqual };
  return [row, ...rowsOf(one?.attached ?? [], other?.attached ?? [], depth + 1)];
}

/** Equal squadrons stand for each other, then those of one unit that differ least. */
function partnersOf(
  one: readonly Block[],
  other: readonly Block[],
): { first: Map<number, number>; second: ReadonlySet<number> } {
  const first = new Map<number, number>();
  const second = new Set<number>();
  for (const mayDiffer of [false, true]) {
    one.forEach((block, place) => {
      if (first.has(place)) return;
      let [nearest, least] = [-1, mayDiffer ? Infinity : 1];
      other.forEach((candidate, at) => {
        if (second.has(at) || unitOf(candidate) !== unitOf(block)) return;
        const far = farOf(block, candidate);
        if (far < least) [nearest, least] = [at, far];
      });
      if (nearest < 0) return;
      first.set(place, nearest);
      second.add(nearest);
    });
  }
  return { first, second };
}

const unitOf = ({ head: { line } }: Block): string => line['unit-id'] ?? line.unit;

/** In how much two blocks differ. */
function farOf(one: Block, other: Block): number {
  const names = (blocks: readonly Block[]): string[] =>
    blocks.flatMap(({ head: { line, words }, attached }) => [
      [line.models, unitOf({ head: { line, words }, attached }), ...words].join(' '),
      ...names(attached),
    ]);
  const [mine, theirs] = [names(one.attached), names(other.attached)];
  return apart(one.head, other.head) + without(mine, theirs).length + without(theirs, mine).length;
}

/** In how much two squadrons of a unit differ. */
const apart = (one: Cell, other: Cell): number =>
  Math.abs(one.line.models - other.line.models) +
  Number(one.line.points !== other.line.points) +
  without(one.words, other.words).length +
  without(other.words, one.words).length;
