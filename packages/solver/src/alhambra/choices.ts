/**
 * Searches the choices of the kinder game (kinder.ts) by clauses (clauses.ts): which of two equal cards goes up, and how
 * each card of the reserve leaves its pile.
 *
 * If no choices bring the kinder game home, the position is lost. Wins are looked for by the exact rules, where whatever
 * comes home is a play, and no choices prove nothing. A few hundred to some ten thousand conflicts decide most deals.
 */
import type { Move, Position } from '@same-deal/engine';
import { checkWins } from '../check-wins.ts';
import { createClauseSearch } from '../clauses.ts';
import { ANY_WAY, createKinder } from './kinder.ts';
import type { Kinder } from './kinder.ts';
import { randomFractions } from './random.ts';

/** Which of two equal cards goes up weighs more at first than how a card leaves its pile; equal weights are told apart. */
const PAIR_WEIGHT = 0.5;
const NOISE = 0.01;
/** What a literal of a clause takes, and its clause for it, about. */
const BYTES_PER_LITERAL = 16;

export interface ChoiceSearch {
  /** Goes on for so many games at most. `undecided` as long as there is more to try, or if trying is over. */
  run(most: number, shouldStop: () => boolean): 'won' | 'lost' | 'undecided';
  /** The moves of the win. */
  readonly moves: readonly Move[];
  /** Whether more of the same would change nothing. */
  readonly isOver: boolean;
  /** Games played so far. */
  readonly games: number;
}

/**
 * @param isExact looks for a win, and is never `lost`; otherwise for a proof that there is none
 * @param memoryBytes ends it once its clauses take about so many bytes
 */
export function createChoiceSearch(
  position: Position,
  {
    isExact,
    seed,
    memoryBytes,
  }: { readonly isExact: boolean; readonly seed: number; readonly memoryBytes: number },
): ChoiceSearch {
  const kinder = createKinder(position, isExact);
  const search = searchOf(kinder, seed);
  let moves: readonly Move[] = [];
  let isOver = false;
  /** Whether choices came home that are no play: then there may be a play, although none is left to try. */
  let isUnclear = isExact;

  return {
    run(most, shouldStop) {
      for (const until = search.tests + most; !isOver && search.tests < until;) {
        const found = search.run(until - search.tests, shouldStop);
        if (found === 'none') {
          isOver = true;
          return isUnclear ? 'undecided' : 'lost';
        }
        if (found === 'complete') {
          moves = kinder.moves();
          isOver = checkWins(position, moves).ok;
          if (isOver) return 'won';
          isUnclear = true;
        } else if (shouldStop()) break;
        isOver = search.size * BYTES_PER_LITERAL > memoryBytes;
      }
      return 'undecided';
    },
    get moves() {
      return moves;
    },
    get isOver() {
      return isOver;
    },
    get games() {
      return search.tests;
    },
  };
}

/** The variables are first the pairs, true if the one goes up, then each reserve card's ways, true if it leaves so. */
function searchOf(kinder: Kinder, seed: number) {
  const { pairs } = kinder;
  const random = randomFractions(seed);
  const leaving = [...kinder.ways].flatMap(([card, ways]) => ways.map((way) => ({ card, way })));
  const variableOf = new Map(
    leaving.map(({ card, way }, n) => [`${card} ${way}`, pairs.length + n]),
  );
  const weights = [...pairs.map(() => PAIR_WEIGHT), ...leaving.map(() => 0)];
  const isTrue = (literal: number) => (literal & 1) === 0;
  const leavingOf = (literal: number) => leaving[(literal >> 1) - pairs.length]!;
  const isPair = (literal: number) => literal >> 1 < pairs.length;
  const search = createClauseSearch(
    weights.map((weight) => weight + NOISE * random()),
    {
      make(literal) {
        if (isPair(literal)) kinder.share(pairs[literal >> 1]!, isTrue(literal));
        else if (isTrue(literal)) kinder.leave(leavingOf(literal).card, leavingOf(literal).way);
      },
      open(literal) {
        if (isPair(literal)) kinder.share(pairs[literal >> 1]!, undefined);
        else if (isTrue(literal)) kinder.leave(leavingOf(literal).card, ANY_WAY);
      },
      looksAt: (literal) => isPair(literal) || isTrue(literal),
      passes: kinder.comesHome,
      isIdle: (variable) =>
        variable >= pairs.length && kinder.wayOf(leavingOf(2 * variable).card) !== ANY_WAY,
    },
  );
  // Each card leaves in one way.
  for (const [card, ways] of kinder.ways) {
    const variables = ways.map((way) => variableOf.get(`${card} ${way}`)!);
    search.add(variables.map((variable) => 2 * variable));
    for (const [n, one] of variables.entries()) {
      for (const other of variables.slice(n + 1)) search.add([2 * one + 1, 2 * other + 1]);
    }
  }
  return search;
}
