import { isWon, SUITS } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { plainSearch } from '../plain.ts';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds, Solution } from '../solution.ts';
import { createPlanSearch } from './plan.ts';
import { decideSuit } from './suit-alone.ts';

const SEED = 1;
/** The first round's share of each search; later rounds double both. */
const FIRST_PLANS = 4096;
const FIRST_POSITIONS = 2 * POSITIONS_BETWEEN_ASKING;
/**
 * Plans need hardly any memory, so its bound would never end them. They end too, once the plain search
 * is full and they have met so many positions for each byte; with the default bound that is minutes.
 */
const PLAN_POSITIONS_PER_BYTE = 16;

/** Suits are tried alone from this round on: most deals are won before. */
const FIRST_SHARE_OF_SUITS = 4;

/**
 * Alhambra: plans (plan.ts) find wins, the plain search proves losses where little is left, and a suit
 * that is lost alone (suit-alone.ts) those of whole deals. Each gets its share in turn, and twice as much
 * in the next round, so that neither a deal without a win nor an endgame of many lines keeps the others
 * waiting. `lost` comes with the probability of error of the exhaustive searches.
 */
export function solveAlhambra(position: Position, { shouldStop, memoryBytes }: Bounds): Solution {
  if (isWon(position)) return { verdict: 'won', moves: [], positions: 1 };
  const passes = 1 + (position.counters[0] ?? 0);
  const search = createPlanSearch(position, passes, SEED);
  let plainPositions = 0;
  let isPlainWorthwhile = true;
  /** Suits for which it is undecided whether they come home alone. */
  let openSuits = SUITS.map((_, suit) => suit);
  const answer = (verdict: Solution['verdict'], moves: Solution['moves'] = []): Solution => ({
    verdict,
    moves,
    positions: plainPositions + search.positions,
  });

  for (let share = 1; ; share *= 2) {
    if (isPlainWorthwhile) {
      let asked = 0;
      let isCut = false;
      const isShareUsed = () => ++asked * POSITIONS_BETWEEN_ASKING >= share * FIRST_POSITIONS;
      const found = plainSearch(position, {
        shouldStop: () => (isCut = isShareUsed() || shouldStop()),
        memoryBytes,
      });
      plainPositions += found.positions;
      if (found.verdict !== 'undecided') return answer(found.verdict, found.moves);
      // Not cut, then full: more of the same would end alike.
      isPlainWorthwhile = isCut;
    }
    if (share >= FIRST_SHARE_OF_SUITS) {
      for (const suit of openSuits) {
        let asked = 0;
        let isCut = false;
        const isShareUsed = () => ++asked * POSITIONS_BETWEEN_ASKING >= share * FIRST_POSITIONS;
        const verdict = decideSuit(position, suit, {
          shouldStop: () => (isCut = isShareUsed() || shouldStop()),
          memoryBytes,
        });
        if (verdict === 'lost') return answer('lost');
        if (verdict === 'won' || !isCut) openSuits = openSuits.filter((other) => other !== suit);
      }
    }
    const win = search.tryPlans(share * FIRST_PLANS, shouldStop);
    if (win) return answer('won', win);
    const isOver =
      !isPlainWorthwhile &&
      openSuits.length === 0 &&
      search.positions > PLAN_POSITIONS_PER_BYTE * memoryBytes;
    if (isOver || shouldStop()) return answer('undecided');
  }
}
