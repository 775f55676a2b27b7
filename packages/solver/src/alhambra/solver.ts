import { isWon, SUITS } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds, Solution } from '../solution.ts';
import { searchExhaustively } from '../two-deck/exhaustive.ts';
import { createGuidedSearch } from './guided.ts';
import { createPlanSearch } from './plan.ts';
import { createRowProof } from './row-alone.ts';
import type { ProveRowLost } from './row-alone.ts';
import { decideSuit } from './suit-alone.ts';
import { alhambraTable } from './table.ts';

const SEED = 1;
/** The first round's share of each search; later rounds double both. */
const FIRST_PLANS = 4096;
const FIRST_POSITIONS = 2 * POSITIONS_BETWEEN_ASKING;
const FIRST_PLAYS = 4096;
const FIRST_SHARING = 65_536;
const FIRST_GUIDED = 256;
/**
 * Plans need hardly any memory, so its bound would never end them. They end too, once the exhaustive search
 * is full and they have met so many positions for each byte; with the default bound that is minutes.
 */
const PLAN_POSITIONS_PER_BYTE = 16;

/** Losses of whole deals, and wins by other means than plans, are looked for from this round on: most are won before. */
const FIRST_SHARE_OF_PROOFS = 4;

/**
 * Alhambra: plans (plan.ts) find most wins; plans that share equal cards and a guided search (guided.ts) find others;
 * looking at everything proves losses where little is left, and a row or a suit that is lost alone (row-alone.ts,
 * suit-alone.ts) those of whole deals. Each gets its share in turn, and twice as much in the next round, so that neither a
 * deal without a win nor an endgame of many lines keeps the others waiting. `lost` comes with the probability of error of
 * the exhaustive searches.
 */
export function solveAlhambra(position: Position, { shouldStop, memoryBytes }: Bounds): Solution {
  if (isWon(position)) return { verdict: 'won', moves: [], positions: 1 };
  const passes = 1 + (position.counters[0] ?? 0);
  const search = createPlanSearch(position, passes, SEED);
  const sharing = createPlanSearch(position, passes, SEED, true);
  const guided = createGuidedSearch(position, SEED);
  const table = alhambraTable(position);
  let exhaustivePositions = 0;
  let isExhaustiveWorthwhile = true;
  let proveRowLost: ProveRowLost | undefined;
  /** Whether the row comes home alone, if that is known. */
  let isRowLost: boolean | undefined;
  /** Suits for which it is undecided whether they come home alone. */
  let openSuits = SUITS.map((_, suit) => suit);
  const answer = (verdict: Solution['verdict'], moves: Solution['moves'] = []): Solution => ({
    verdict,
    moves,
    positions: exhaustivePositions + search.positions + sharing.positions + guided.positions,
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
    if (share >= FIRST_SHARE_OF_PROOFS) {
      if (isRowLost === undefined) {
        proveRowLost ??= createRowProof(position);
        isRowLost = proveRowLost(share * FIRST_PLAYS, shouldStop);
        if (isRowLost) return answer('lost');
      }
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
      const win =
        sharing.tryPlans(share * FIRST_SHARING, shouldStop) ??
        guided.tryPositions(share * FIRST_GUIDED, shouldStop);
      if (win) return answer('won', win);
    }
    const win = search.tryPlans(share * FIRST_PLANS, shouldStop);
    if (win) return answer('won', win);
    const isOver =
      !isExhaustiveWorthwhile &&
      openSuits.length === 0 &&
      search.positions > PLAN_POSITIONS_PER_BYTE * memoryBytes;
    if (isOver || shouldStop()) return answer('undecided');
  }
}
