import { isWon } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds, Solution } from '../solution.ts';
import { searchExhaustively } from '../two-deck/exhaustive.ts';
import { createChoiceSearch } from './choices.ts';
import { createPlanSearch } from './plan.ts';
import { alhambraTable } from './table.ts';

const SEED = 1;
/** The first round's share of each search; later rounds double all. */
const FIRST_PLANS = 4096;
const FIRST_POSITIONS = 2 * POSITIONS_BETWEEN_ASKING;
const FIRST_GAMES = 2048;
/**
 * Plans need hardly any memory, so its bound would never end them. They end too, once all other searches have ended and
 * they have met so many positions for each byte; with the default bound that is minutes.
 */
const PLAN_POSITIONS_PER_BYTE = 16;

/** Choices are searched from this round on: most deals are won by plans before. */
const FIRST_SHARE_OF_CHOICES = 4;

/**
 * Alhambra: plans (plan.ts) find most wins soonest; looking at everything decides where little is left; and choices
 * (choices.ts) find the other wins and prove that there are none. Each gets its share in turn, and twice as much in the
 * next round, so that neither a deal without a win nor an endgame of many lines keeps the others waiting. `lost` comes
 * with the probability of error of the exhaustive search, if that ended.
 */
export function solveAlhambra(position: Position, { shouldStop, memoryBytes }: Bounds): Solution {
  if (isWon(position)) return { verdict: 'won', moves: [], positions: 1 };
  const passes = 1 + (position.counters[0] ?? 0);
  const plans = createPlanSearch(position, passes, SEED);
  const table = alhambraTable(position);
  const choices = [false, true].map((isExact) =>
    createChoiceSearch(position, { isExact, seed: SEED, memoryBytes }),
  );
  let exhaustivePositions = 0;
  let isExhaustiveWorthwhile = true;
  const answer = (verdict: Solution['verdict'], moves: Solution['moves'] = []): Solution => ({
    verdict,
    moves,
    positions: choices.reduce(
      (sum, { games }) => sum + games,
      exhaustivePositions + plans.positions,
    ),
  });

  for (let share = 1; ; share *= 2) {
    if (isExhaustiveWorthwhile) {
      let asked = 0;
      let isCut = false;
      const isShareUsed = () => ++asked * POSITIONS_BETWEEN_ASKING >= share * FIRST_POSITIONS;
      const found = searchExhaustively(table, {
        shouldStop: () => (isCut = isShareUsed() || shouldStop()),
        memoryBytes,
      });
      exhaustivePositions += found.positions;
      if (found.verdict !== 'undecided') return answer(found.verdict, table.lineOf(found.line));
      // Not cut, then full: more of the same would end alike.
      isExhaustiveWorthwhile = isCut;
    }
    if (share >= FIRST_SHARE_OF_CHOICES) {
      for (const search of choices) {
        const verdict = search.run(share * FIRST_GAMES, shouldStop);
        if (verdict !== 'undecided') return answer(verdict, search.moves);
      }
    }
    const win = plans.tryPlans(share * FIRST_PLANS, shouldStop);
    if (win) return answer('won', win);
    const isOver =
      !isExhaustiveWorthwhile &&
      choices.every((search) => search.isOver) &&
      plans.positions > PLAN_POSITIONS_PER_BYTE * memoryBytes;
    if (isOver || shouldStop()) return answer('undecided');
  }
}
