/** How well a play was played: which of its decisions kept the win. */
import {
  CARDS_IN_PACK,
  formatPosition,
  legalMoves,
  mersenneDraw,
  moveBetween,
  ok,
  playMove,
  refuse,
  variantOf,
} from '@same-deal/engine';
import type { Entry, Move, Position, Result } from '@same-deal/engine';
import { playOut } from './careful.ts';
import { canonicalForm } from './difficulty/canonical.ts';
import { lastWinnable } from './first-lost.ts';
import type { FirstLost, FirstLostError } from './first-lost.ts';
import { boundsForEach } from './solution.ts';
import type { Bounds, Effort, Solution, Verdict } from './solution.ts';
import { checkWhole, decide } from './solve.ts';

/** How well a play was played. Searches see the whole deal, so except for Bisley this is hindsight. */
export interface Accuracy extends FirstLost {
  /**
   * Moves made while the position could be won and two or more were legal, including those undone.
   * Those of which a search does not know what they led to are not among them, not even the one after which no win
   * was found.
   */
  readonly decisions: number;
  /** How many of them kept it winnable. */
  readonly kept: number;
  /**
   * Moves made with a choice of which a search does not know whether the position could be won before or after them.
   * Where there are many, the share kept is an estimate: docs/winnability.md has how far off it may be.
   */
  readonly undecided: number;
  /** Those that are proved not to have, at most three, the costliest first. */
  readonly mistakes: readonly Mistake[];
  /**
   * After 0, 1, 2 … entries: the percentage of all cards that a careful player would bring home from
   * there; 0 where the deal can no longer be won.
   */
  readonly curve: readonly number[];
}

export interface Mistake {
  /** The number of the entry. */
  readonly entry: number;
  /** Entries spent, including this one, until the position could be won again, or until the end. */
  readonly cost: number;
  /** A move that keeps the win; null if the search did not find it again. */
  readonly better: Move | null;
}

const MISTAKES = 3;
/** Simulated plays for the curve: at most in total, and at most for one of its points. */
const PLAYS = 800;
const PLAYS_AT_A_POINT = 8;

/** A position that the log reached. */
interface Node {
  readonly position: Position;
  /** The entry that led here; 0 for the deal. */
  readonly entry: number;
  readonly parent: Node | undefined;
  /** `undecided` where no win was found, and no loss proved, after a position that could be won. */
  verdict?: Verdict;
}

/**
 * Measures how well a play was played.
 * @param start the opening position, no card face down
 * @param log all entries of the play, as the engine accepted them
 * @param effort for all searches together, or a function that gives each search its own
 * @param isWinnable whether the deal is known to be winnable: then it is not searched
 */
export function accuracyOf(
  start: Position,
  log: readonly Entry[],
  effort: Effort | (() => Effort) = {},
  isWinnable = false,
): Result<Accuracy, FirstLostError> {
  const checked = checkWhole(start);
  if (!checked.ok) return checked;
  const replayed = replay(start, log);
  if (!replayed.ok) return replayed;
  const nodes = replayed.value;
  const boundsOfOne = boundsForEach(effort);
  const search = (position: Position) => decideByForm(position, boundsOfOne());

  const [deal] = nodes;
  const end = nodes.at(-1);
  if (!deal || !end) throw new Error('a replay starts with the deal');
  const lost = settle(nodes, search, isWinnable);
  const winnable = (node: Node | undefined) => node?.verdict === 'won';
  const moves = [...new Set(nodes)].filter(({ parent }) => parent !== undefined);
  const isClear = ({ verdict }: Node) => verdict !== 'undecided';
  const choices = moves.filter(
    ({ parent }) => parent && parent.verdict !== 'lost' && legalMoves(parent.position).length > 1,
  );
  const decisions = choices.filter((node) => isClear(node) && winnable(node.parent));
  const costs = costsOf(nodes);
  const mistakes = moves
    .filter((node) => isClear(node) && winnable(node.parent) && !winnable(node))
    .map((node) => ({ node, cost: costs.get(node) ?? 1 }))
    .sort((a, b) => b.cost - a.cost || a.node.entry - b.node.entry)
    .slice(0, MISTAKES);
  return ok({
    ...lost,
    decisions: decisions.length,
    kept: decisions.filter(winnable).length,
    undecided: choices.length - decisions.length,
    mistakes: mistakes.map(({ node, cost }) => ({
      entry: node.entry,
      cost,
      better: betterThan(node, moves, search),
    })),
    curve: curveOf(nodes, winnable(deal)),
  });
}

/** The positions after 0, 1, 2 … entries. */
function replay(start: Position, log: readonly Entry[]): Result<Node[], FirstLostError> {
  let current: Node = { position: start, entry: 0, parent: undefined };
  const nodes = [current];
  for (const [n, entry] of log.entries()) {
    if (entry === 'undo') {
      if (!current.parent) {
        return refuse({ code: 'illegal-entry', number: n + 1, rejection: 'nothing-to-undo' });
      }
      current = current.parent;
    } else if (entry !== 'concede') {
      const played = playMove(current.position, entry);
      if (!played.ok) {
        return refuse({ code: 'illegal-entry', number: n + 1, rejection: played.reason.code });
      }
      current = { position: played.value, entry: n + 1, parent: current };
    }
    nodes.push(current);
  }
  return ok(nodes);
}

/**
 * Sets the verdict of every position. Along a line of moves lost stays lost, so a few searches find
 * where it was lost: first on the final line, then on the branches that were undone.
 */
function settle(
  nodes: readonly Node[],
  search: (position: Position) => Solution,
  isWinnable: boolean,
): FirstLost {
  const found = new Map<string, Verdict>();
  if (isWinnable && nodes[0]) found.set(formatPosition(nodes[0].position), 'won');
  const verdictOf = ({ position }: Node): Verdict => {
    const text = formatPosition(position);
    const verdict = found.get(text) ?? search(position).verdict;
    found.set(text, verdict);
    return verdict;
  };
  let result: FirstLost | undefined;
  for (const leaf of nodes.toReversed()) {
    if (leaf.verdict) continue;
    const line: Node[] = [];
    let ancestor: Node | undefined = leaf;
    for (; ancestor && !ancestor.verdict; ancestor = ancestor.parent) line.unshift(ancestor);
    const at = (n: number): Node => line[n] ?? leaf;
    const isGone = ancestor !== undefined && ancestor.verdict !== 'won';
    const won = isGone ? -1 : lastWinnable(line.length - 1, (n) => verdictOf(at(n)) === 'won');
    const gone = isGone
      ? ancestor?.verdict
      : won < line.length - 1
        ? verdictOf(at(won + 1))
        : 'won';
    for (const [n, node] of line.entries()) node.verdict = n <= won ? 'won' : (gone ?? 'undecided');
    result ??= firstLostOf(line, won, verdictOf);
  }
  if (!result) throw new Error('a replay starts with the deal');
  return result;
}

/** The result of `firstLost`, which considers the final line only. */
function firstLostOf(
  line: readonly Node[],
  won: number,
  verdictOf: (node: Node) => Verdict,
): FirstLost {
  const next = line[won + 1];
  if (!next) return { deal: 'winnable', entry: null, proved: true };
  const isProved = verdictOf(next) === 'lost';
  if (won < 0) return { deal: isProved ? 'unwinnable' : 'unknown', entry: null, proved: isProved };
  return { deal: 'winnable', entry: next.entry, proved: isProved };
}

/** For each position: the entries from the one that led there until one that can be won, or the end. */
function costsOf(nodes: readonly Node[]): Map<Node, number> {
  const costs = new Map<Node, number>();
  let back = nodes.length;
  for (let n = nodes.length - 1; n >= 0; n--) {
    const node = nodes[n];
    if (node?.verdict === 'won') back = n;
    // If the log returned to a position, its first time counts.
    if (node && node.entry === n) costs.set(node, back - n);
  }
  return costs;
}

/** A better move: the one a search finds or else one that was played from there and kept the win. */
function betterThan(
  mistake: Node,
  moves: readonly Node[],
  search: (position: Position) => Solution,
): Move | null {
  const { parent } = mistake;
  if (!parent) return null;
  const [first] = search(parent.position).moves;
  if (first) return first;
  const other = moves.find((node) => node.parent === parent && node.verdict === 'won');
  return other ? moveTo(parent.position, other.position) : null;
}

/** The move that leads from one position to another. */
const moveTo = (before: Position, after: Position): Move | null => {
  const text = formatPosition(after);
  return (
    legalMoves(before).find((move) => {
      const played = playMove(before, move);
      return played.ok && formatPosition(played.value) === text;
    }) ?? null
  );
};

/** How the careful player fares from each position; renaming suits changes nothing. */
function curveOf(nodes: readonly Node[], isWinnable: boolean): number[] {
  const plays = Math.max(1, Math.min(PLAYS_AT_A_POINT, Math.floor(PLAYS / nodes.length)));
  const values = new Map<Node, number>();
  const valueOf = (node: Node): number => {
    if (node.verdict === 'lost' || (isWinnable && node.verdict !== 'won')) return 0;
    const form = canonicalForm(node.position).position;
    const cards = CARDS_IN_PACK * variantOf(form.variant).packs;
    const draw = mersenneDraw([1]);
    let left = 0;
    for (let n = 0; n < plays; n++) left += playOut(form, draw);
    // A position that can be won is never shown as lost.
    return Math.max(1, Math.round(100 * (1 - left / (plays * cards))));
  };
  return nodes.map((node) => {
    const value = values.get(node) ?? valueOf(node);
    values.set(node, value);
    return value;
  });
}

/** `decide` on the canonical form, so that renaming suits changes nothing. */
function decideByForm(position: Position, bounds: Bounds): Solution {
  const { position: form, pileOf } = canonicalForm(position);
  const solution = decide(form, bounds);
  const moves = solution.moves.map(({ from, to }) => moveBetween(pileOf(from), pileOf(to)));
  return { ...solution, moves };
}
