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
import { boundsOf } from './solution.ts';
import type { Effort, Solution, Verdict } from './solution.ts';
import { checkWhole, decide } from './solve.ts';

/** How well a play was played. Searches see the whole deal, so but for Bisley this is hindsight. */
export interface Accuracy extends FirstLost {
  /**
   * Moves made with two or more to choose from while the deal could be won, also those taken back.
   * Where the search gave up beside the line that was kept, nothing is counted.
   */
  readonly decisions: number;
  /** How many of them left it winnable. */
  readonly kept: number;
  /** The moves that did not, at most three, first the one that cost most. */
  readonly mistakes: readonly Mistake[];
  /**
   * After 0, 1, 2 … entries: which share of all cards a careful player would have home in the end, in
   * per cent; 0 where the deal can no longer be won.
   */
  readonly curve: readonly number[];
}

export interface Mistake {
  /** The number of the entry. */
  readonly entry: number;
  /** Entries spent, this one too, until the table could be won again; or until the end. */
  readonly cost: number;
  /** A move that keeps the win; null if the search did not find it again. */
  readonly better: Move | null;
}

const MISTAKES = 3;
/** Careful plays for the curve: so many for all its points, and for one of them. */
const PLAYS = 800;
const PLAYS_AT_A_POINT = 8;

/** A table that the log came to. */
interface Node {
  readonly position: Position;
  /** The entry that led here; 0 for the deal. */
  readonly entry: number;
  readonly parent: Node | undefined;
  /** `undecided` where no win was found below one that could be won. */
  verdict?: Verdict;
}

/**
 * @param start the opening position, every card known
 * @param log all entries of the play, as the engine accepted them
 * @param effort for everything together, or a function that gives each of the searches its own
 * @param isWinnable whether the deal is known to be: then it is not searched
 */
export function accuracyOf(
  start: Position,
  log: readonly Entry[],
  effort: Effort | (() => Effort) = {},
  isWinnable = false,
): Result<Accuracy, FirstLostError> {
  const checked = checkWhole(start);
  if (!checked.ok) return checked;
  const walked = walk(start, log);
  if (!walked.ok) return walked;
  const stops = walked.value;
  const effortOfOne = typeof effort === 'function' ? effort : () => effort;
  const search = (position: Position) => decideByForm(position, effortOfOne());

  const [deal] = stops;
  const end = stops.at(-1);
  if (!deal || !end) throw new Error('a walk has at least its beginning');
  const lost = settle(stops, search, isWinnable);
  const winnable = (node: Node | undefined) => node?.verdict === 'won';
  const moves = [...new Set(stops)].filter(({ parent }) => parent !== undefined);
  const isClear = ({ verdict, entry }: Node) => verdict !== 'undecided' || entry === lost.entry;
  const decisions = moves.filter(
    (node) =>
      isClear(node) &&
      node.parent &&
      winnable(node.parent) &&
      legalMoves(node.parent.position).length > 1,
  );
  const costs = costsOf(stops);
  const mistakes = moves
    .filter((node) => isClear(node) && winnable(node.parent) && !winnable(node))
    .map((node) => ({ node, cost: costs.get(node) ?? 1 }))
    .sort((a, b) => b.cost - a.cost || a.node.entry - b.node.entry)
    .slice(0, MISTAKES);
  return ok({
    ...lost,
    decisions: decisions.length,
    kept: decisions.filter(winnable).length,
    mistakes: mistakes.map(({ node, cost }) => ({
      entry: node.entry,
      cost,
      better: betterThan(node, moves, search),
    })),
    curve: curveOf(stops, winnable(deal)),
  });
}

/** Where the log stood after 0, 1, 2 … entries. */
function walk(start: Position, log: readonly Entry[]): Result<Node[], FirstLostError> {
  let here: Node = { position: start, entry: 0, parent: undefined };
  const stops = [here];
  for (const [n, entry] of log.entries()) {
    if (entry === 'undo') {
      if (!here.parent) {
        return refuse({ code: 'illegal-entry', number: n + 1, rejection: 'nothing-to-undo' });
      }
      here = here.parent;
    } else if (entry !== 'concede') {
      const played = playMove(here.position, entry);
      if (!played.ok) {
        return refuse({ code: 'illegal-entry', number: n + 1, rejection: played.reason.code });
      }
      here = { position: played.value, entry: n + 1, parent: here };
    }
    stops.push(here);
  }
  return ok(stops);
}

/**
 * Gives every table its verdict. On a line of moves lost stays lost, so a few searches tell where;
 * first on the line that was never taken back, then on what was tried beside it.
 */
function settle(
  stops: readonly Node[],
  search: (position: Position) => Solution,
  isWinnable: boolean,
): FirstLost {
  const found = new Map<string, Verdict>();
  if (isWinnable && stops[0]) found.set(formatPosition(stops[0].position), 'won');
  const verdictOf = ({ position }: Node): Verdict => {
    const text = formatPosition(position);
    const verdict = found.get(text) ?? search(position).verdict;
    found.set(text, verdict);
    return verdict;
  };
  let result: FirstLost | undefined;
  for (const leaf of stops.toReversed()) {
    if (leaf.verdict) continue;
    const line: Node[] = [];
    let above: Node | undefined = leaf;
    for (; above && !above.verdict; above = above.parent) line.unshift(above);
    const at = (n: number): Node => line[n] ?? leaf;
    const isGone = above !== undefined && above.verdict !== 'won';
    const won = isGone ? -1 : lastWinnable(line.length - 1, (n) => verdictOf(at(n)) === 'won');
    const gone = isGone ? above?.verdict : won < line.length - 1 ? verdictOf(at(won + 1)) : 'won';
    for (const [n, node] of line.entries()) node.verdict = n <= won ? 'won' : (gone ?? 'undecided');
    result ??= firstLostOf(line, won, verdictOf);
  }
  if (!result) throw new Error('a walk has at least its beginning');
  return result;
}

/** What `firstLost` says of the line that was never taken back. */
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

/** For each table: how many entries from the one that led there until a table that can be won, or the end. */
function costsOf(stops: readonly Node[]): Map<Node, number> {
  const costs = new Map<Node, number>();
  let back = stops.length;
  for (let n = stops.length - 1; n >= 0; n--) {
    const node = stops[n];
    if (node?.verdict === 'won') back = n;
    // Of a table that the log came back to, its first time counts.
    if (node && node.entry === n) costs.set(node, back - n);
  }
  return costs;
}

/** What was played from the same table and kept the win, or else what a search would play. */
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

/** How the careful player fares from each table, whatever its suits are called. */
function curveOf(stops: readonly Node[], isWinnable: boolean): number[] {
  const plays = Math.max(1, Math.min(PLAYS_AT_A_POINT, Math.floor(PLAYS / stops.length)));
  const known = new Map<Node, number>();
  const valueOf = (node: Node): number => {
    if (node.verdict === 'lost' || (isWinnable && node.verdict !== 'won')) return 0;
    const form = canonicalForm(node.position).position;
    const cards = CARDS_IN_PACK * variantOf(form.variant).packs;
    const draw = mersenneDraw([1]);
    let left = 0;
    for (let n = 0; n < plays; n++) left += playOut(form, draw);
    // A table that can be won is never shown as lost.
    return Math.max(1, Math.round(100 * (1 - left / (plays * cards))));
  };
  return stops.map((node) => {
    const value = known.get(node) ?? valueOf(node);
    known.set(node, value);
    return value;
  });
}

/** `decide` by the canonical form, so that the names of suits decide nothing. */
function decideByForm(position: Position, effort: Effort): Solution {
  const { position: form, pileOf } = canonicalForm(position);
  const solution = decide(form, boundsOf(effort));
  const moves = solution.moves.map(({ from, to }) => moveBetween(pileOf(from), pileOf(to)));
  return { ...solution, moves };
}
