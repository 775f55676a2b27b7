/** One deal's share of the search for puzzles; determined by its game and number. */
import {
  formatDealCode,
  gameList,
  isWon,
  legalMoves,
  mersenneDraw,
  newGame,
  packOf,
  pileAt,
  playMove,
  shuffle,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Draw, GameId, Move, Position, Solitaire } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import {
  begin,
  bestMoves,
  cardsLeft,
  follow,
  hastyMoves,
} from '../../packages/solver/src/careful.ts';
import { puzzleKinds } from '../../apps/web/src/puzzles/packed.ts';
import type { GradedPuzzle, PuzzleKind } from '../../apps/web/src/puzzles/packed.ts';
import { graphOf } from './graph.ts';
import {
  canBeMissed,
  isKeep,
  isTempting,
  isWin,
  keepPuzzle,
  keepPuzzleOf,
  MOST_AFTER_WRONG,
  winPuzzle,
} from './pick.ts';

/** What has been looked at. */
export interface Counts {
  deals: number;
  /** Deals proved winnable. */
  won: number;
  plays: number;
  /** Plays that came to a position in which everything is seen and the game goes on. */
  open: number;
  /** Of these, those from which all that can follow was searched. */
  whole: number;
  winnable: number;
  /** Positions that can be won among all that can follow from those. */
  positions: number;
}

interface Plan {
  /** Plays of a deal for each kind of puzzle. */
  readonly plays: Readonly<Record<PuzzleKind, number>>;
  /** How far before the point at which everything is seen another player goes on: a share of the win. */
  readonly late: number;
  /** The solver is exact and quick: it finds the last position of a play that can be won. */
  readonly isExact?: boolean;
}

const plans: Readonly<Partial<Record<GameId, Plan>>> = {
  bisley: { plays: { keep: 12, win: 4 }, late: 0.5, isExact: true },
  'sly-fox': { plays: { keep: 40, win: 4 }, late: 0.4 },
  'british-square': { plays: { keep: 2, win: 8 }, late: 0.5 },
  alhambra: { plays: { keep: 20, win: 20 }, late: 0.5 },
};
/** Positions that may follow, by what is sought in them. */
const MOST: Readonly<Record<PuzzleKind, number>> = { keep: 5_000, win: 10_000 };
/** Cards left where a win in a few moves is sought: each move brings home one at most. */
const LEFT_FOR_WIN = 16;
/** Of a win's positions, the share in which plays begin whose last winnable position is sought: later ones are easy. */
const EARLY = 0.35;
/** Choices on the way from such a position. */
const WALK = 12;
const MOST_CALLS = 1500;
/** Of one play: they have much in common. */
const MOST_OF_PLAY: Readonly<Record<PuzzleKind, number>> = { keep: 8, win: 5 };

const stockOf = ({ piles }: Solitaire): number => piles.findIndex(({ role }) => role === 'stock');

/** Puzzles from plays of the deal with that number, as deal codes count them. */
export function* searchDeal(
  game: GameId,
  deal: number,
  counts: Counts,
  wants: (kind: PuzzleKind) => boolean,
): Generator<GradedPuzzle> {
  const [rules] = gameList.find(({ id }) => id === game)!.variants;
  const plan = plans[game]!;
  const opening = unwrap(newGame(rules.id, unwrap(packOf(formatDealCode(deal), rules.packs))));
  let calls = 0;
  const solution = unwrap(solve(opening, { shouldStop: () => ++calls > MOST_CALLS }));
  if (solution.verdict !== 'won') return;
  counts.won++;
  const line = [opening];
  for (const move of solution.moves) line.push(unwrap(playMove(line.at(-1)!, move)));
  const draw = mersenneDraw([33, deal]);
  for (const kind of puzzleKinds) {
    for (let play = 0; wants(kind) && play < plan.plays[kind]; play++) {
      counts.plays++;
      if (kind === 'keep' && plan.isExact) yield* criticalPuzzles(line, counts, draw);
      else yield* puzzlesOfPlay(kind, rules, plan, line, counts, draw);
    }
  }
}

/** A position in which everything is seen: the win is followed to some point, and another player goes on from there. */
function openPosition(
  rules: Solitaire,
  late: number,
  left: number,
  line: readonly Position[],
  draw: Draw,
): Position | undefined {
  const stock = stockOf(rules);
  const isOpen = (position: Position) =>
    pileAt(position.piles, stock).length === 0 && cardsLeft(position) <= left;
  const openAt = line.findLastIndex((position) => !isOpen(position)) + 1;
  const back = draw(Math.max(1, Math.floor(openAt * late)));
  let course = begin(line[Math.max(0, openAt - back)]!);
  const isHasty = draw(1) === 0;
  while (!isOpen(course.position)) {
    const moves: readonly Move[] = isHasty ? hastyMoves(course) : bestMoves(course);
    const move = moves[draw(Math.max(0, moves.length - 1))];
    if (!move) return undefined;
    course = follow(course, move);
  }
  return isWon(course.position) ? undefined : course.position;
}

/**
 * Puzzles near the last position of a careful or hasty play that can be won: there wins are scarce. From it the win is
 * kept, by any of the moves that do, as long as there is a choice to be made.
 */
function* criticalPuzzles(
  line: readonly Position[],
  counts: Counts,
  draw: Draw,
): Generator<GradedPuzzle> {
  const start = line[draw(Math.floor(EARLY * line.length))]!;
  const critical = lastWinnable(start, draw);
  if (!critical) return;
  counts.open++;
  const { play, piles } = variantOf(critical.variant);
  let position = critical;
  for (let step = 0; step < WALK && !isWon(position);) {
    const moves = legalMoves(position);
    const home = moves.find(({ to }) => piles[to]?.role === 'foundation');
    if (home) {
      position = play(position, home);
      continue;
    }
    step++;
    counts.positions++;
    const wins = moves.flatMap((move) => {
      const { verdict, moves: after } = unwrap(solve(play(position, move)));
      return verdict === 'won' ? [[move, ...after]] : [];
    });
    const [solution] = wins;
    if (!solution) return;
    if (wins.length === 1 && isTempting(position, solution[0]!)) {
      counts.winnable++;
      const puzzle = keepPuzzleOf(position, solution, (move) => {
        const graph = graphOf(play(position, move), MOST_AFTER_WRONG);
        return graph && { graph, at: 0 };
      });
      if (puzzle) {
        counts.whole++;
        yield puzzle;
      }
    }
    position = play(position, wins[draw(wins.length - 1)]![0]!);
  }
}

/** The last position of a careful or hasty play that can be won; undefined if the play is won. */
function lastWinnable(start: Position, draw: Draw): Position | undefined {
  const isHasty = draw(1) === 0;
  const positions: Position[] = [];
  for (let course = begin(start); ;) {
    positions.push(course.position);
    const moves: readonly Move[] = isHasty ? hastyMoves(course) : bestMoves(course);
    const move = moves[draw(Math.max(0, moves.length - 1))];
    if (!move) break;
    course = follow(course, move);
  }
  let [won, lost] = [0, positions.length - 1];
  if (isWon(positions[lost]!)) return undefined;
  while (lost - won > 1) {
    const middle = (won + lost) >> 1;
    if (unwrap(solve(positions[middle]!)).verdict === 'won') won = middle;
    else lost = middle;
  }
  return positions[won];
}

/** Puzzles of one kind among all that can follow from one position of a play. */
function* puzzlesOfPlay(
  kind: PuzzleKind,
  rules: Solitaire,
  { late }: Plan,
  line: readonly Position[],
  counts: Counts,
  draw: Draw,
): Generator<GradedPuzzle> {
  const start = openPosition(rules, late, kind === 'win' ? LEFT_FOR_WIN : Infinity, line, draw);
  if (!start) return;
  counts.open++;
  const graph = graphOf(start, MOST[kind]);
  if (!graph) return;
  counts.whole++;
  if (graph.toWin[0]! < 0) return;
  counts.winnable++;
  const missed = canBeMissed(graph);
  const found: number[] = [];
  for (let n = 0; n < graph.nodes.length; n++) {
    if (graph.toWin[n]! < 0) continue;
    counts.positions++;
    if (kind === 'keep' ? isKeep(graph, n) : isWin(graph, n, missed)) found.push(n);
  }
  for (const n of shuffle(found, draw).slice(0, MOST_OF_PLAY[kind])) {
    const puzzle = kind === 'keep' ? keepPuzzle(graph, n) : winPuzzle(graph, n);
    if (puzzle) yield puzzle;
  }
}
