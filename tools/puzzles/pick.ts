/** Puzzles among the positions that follow from one: which there are, and how hard they are. */
import {
  faceOf,
  legalMoves,
  mersenneDraw,
  pileAt,
  playMove,
  SUITS,
  suitOf,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import {
  begin,
  bestMoves,
  cardsLeft,
  hastyMoves,
  playOn,
  sensibleMoves,
} from '../../packages/solver/src/careful.ts';
import type {
  Blocked,
  Grade,
  GradedPuzzle,
  Refutation,
} from '../../apps/web/src/puzzles/packed.ts';
import { movesAlong, reachOf, shortestWin } from './graph.ts';
import type { Graph } from './graph.ts';

const LEAST_MOVES = 3;
/** Of what can follow from a wrong move: so much can be searched again by anybody. */
export const MOST_AFTER_WRONG = 20_000;
const SHORTEST = 3;
const LONGEST = 12;
/** How often the careful player tries a puzzle. */
const TRIES = 50;

/** The places of the moves that keep the win. */
const keeping = ({ nodes, toWin }: Graph, n: number): number[] =>
  nodes[n]!.next.flatMap((after, at) => (toWin[after]! >= 0 ? [at] : []));

/**
 * Whether finding the one move that keeps the win is a puzzle: of three or more legal moves two or more are such as the
 * careful player might make, and the careful or a hasty player is tempted by a wrong one.
 */
export function isTempting(position: Position, right: Move): boolean {
  if (legalMoves(position).length < LEAST_MOVES) return false;
  const table = begin(position);
  if (sensibleMoves(table).length < 2) return false;
  return [...bestMoves(table), ...hastyMoves(table)].some((move) => move !== right);
}

/** Whether exactly one move keeps the win here, and that is a puzzle. */
export function isKeep(graph: Graph, n: number): boolean {
  if (graph.toWin[n]! <= 0) return false;
  const { moves, position } = graph.nodes[n]!;
  const right = keeping(graph, n);
  return (
    moves.length >= LEAST_MOVES && right.length === 1 && isTempting(position, moves[right[0]!]!)
  );
}

/**
 * For each position whether a shortest win can be missed on the way along shortest ones, so that there is something to
 * find.
 */
export function canBeMissed({ nodes, toWin }: Graph): Uint8Array {
  const missed = new Uint8Array(nodes.length);
  const order = [...nodes.keys()].filter((n) => toWin[n]! > 0);
  order.sort((a, b) => toWin[a]! - toWin[b]!);
  for (const n of order) {
    const isStep = (after: number) => toWin[after] === toWin[n]! - 1;
    const { next } = nodes[n]!;
    if (!next.every(isStep) || next.some((after) => missed[after])) missed[n] = 1;
  }
  return missed;
}

export const isWin = ({ nodes, toWin }: Graph, n: number, missed: Uint8Array): boolean =>
  toWin[n]! >= SHORTEST && toWin[n]! <= LONGEST && missed[n] === 1 && nodes[n]!.moves.length > 1;

/** The puzzle of a position in which one move keeps the win; undefined if too much follows from a wrong one. */
export function keepPuzzle(graph: Graph, n: number): GradedPuzzle | undefined {
  const { position, moves, next } = graph.nodes[n]!;
  const [right = 0] = keeping(graph, n);
  const way = [next[right]!, ...shortestWin(graph, next[right]!)];
  return keepPuzzleOf(position, movesAlong(graph, position, way), (move) => {
    const at = next[moves.indexOf(move)]!;
    return { graph, at };
  });
}

/**
 * @param solution a win, whose first move alone keeps it
 * @param after what follows from a wrong move; undefined if that is too much
 */
export function keepPuzzleOf(
  position: Position,
  solution: readonly Move[],
  after: (move: Move) => { readonly graph: Graph; readonly at: number } | undefined,
): GradedPuzzle | undefined {
  const [right] = solution;
  const refutations: Refutation[] = [];
  for (const move of legalMoves(position)) {
    if (move === right) continue;
    const wrong = after(move);
    if (!wrong) return undefined;
    const { way, home, positions } = reachOf(wrong.graph, wrong.at);
    if (positions > MOST_AFTER_WRONG) return undefined;
    const line = movesAlong(wrong.graph, unwrap(playMove(position, move)), way);
    refutations.push({ move, blocked: blockedOf(position, home), line });
  }
  const best = bestMoves(begin(position));
  const grade = gradeOf(best.filter((move) => move !== right).length / best.length);
  return { kind: 'keep', position, solution, refutations, grade };
}

export function winPuzzle(graph: Graph, n: number): GradedPuzzle {
  const { position } = graph.nodes[n]!;
  const solution = movesAlong(graph, position, shortestWin(graph, n));
  const grade = gradeOf(missedBy(position, solution.length));
  return { kind: 'win', position, solution, refutations: [], grade };
}

/** Of the faces whose cards cannot all come home the one that its foundations want soonest. */
function blockedOf(position: Position, home: readonly number[]): Blocked | undefined {
  const { packs, piles: specs } = variantOf(position.variant);
  const atHome: number[] = Array(52).fill(0);
  for (const [n, { role }] of specs.entries()) {
    if (role === 'foundation')
      for (const card of pileAt(position.piles, n)) atHome[faceOf(card)]!++;
  }
  const left = SUITS.map((_, suit) =>
    atHome.reduce((sum, count, face) => sum + (suitOf(face) === suit ? packs - count : 0), 0),
  );
  const stuck = home.flatMap((most, face) => (most < packs ? [{ face, most }] : []));
  // None at all says more than one of two, and a suit with few cards left is easily taken in.
  stuck.sort((a, b) => a.most - b.most || left[suitOf(a.face)]! - left[suitOf(b.face)]!);
  const [first] = stuck;
  return first && { face: first.face, atMost: first.most === 0 ? 0 : 1 };
}

/** How often the careful player does not win in so many moves. */
function missedBy(position: Position, most: number): number {
  const draw = mersenneDraw([most]);
  let missed = 0;
  for (let n = 0; n < TRIES; n++) {
    if (cardsLeft(playOn(begin(position), draw, most).position) > 0) missed++;
  }
  return missed / TRIES;
}

/** The limits lie between what a choice among two, three or five moves comes to. */
const gradeOf = (failing: number): Grade =>
  (1 + [0.1, 0.55, 0.7, 0.9].filter((limit) => failing > limit).length) as Grade;
