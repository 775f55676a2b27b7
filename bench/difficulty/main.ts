/**
 * `pnpm bench difficulty [--deals N] [--games A,B]`: whether the grading of deals is meaningful. Correlates the ranking
 * of winnable deals by `gradeDeal` with two independent measures: 500 careful plays with other random choices, and 200
 * plays of a hasty player, both ranked by plays lost and then by cards left. Also counts the deals in each of the five
 * classes. Last line: JSON.
 */
import { parseArgs } from 'node:util';
import { gameList, mersenneDraw, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import type { Position, Solitaire } from '@same-deal/engine';
import { gradeDeal, solve, stopAfter } from '@same-deal/solver';
import { bestMoves, hastyMoves, playOut } from '../../packages/solver/src/careful.ts';
import type { Player } from '../../packages/solver/src/careful.ts';
import { rankCorrelation } from './ranks.ts';

const USAGE = 'usage: pnpm bench difficulty [--deals N] [--games A,B]';
/** The rank correlations to reach. */
const WANTED = { careful: 0.8, hasty: 0.6 };
const PLAYS = { careful: 500, hasty: 200 };
/** Seeds that `gradeDeal` does not use. */
const SEEDS = { deals: 3101, careful: 3102, hasty: 3103 };
/** A deal that takes longer is skipped. */
const SEARCH_MS = 10_000;

const { values } = parseArgs({
  options: { deals: { type: 'string', default: '200' }, games: { type: 'string' } },
});
const deals = Number(values.deals);
const requested = values.games?.split(',');
/** A game stands for its default variant. */
const chosen = gameList.flatMap(({ id, variants }) =>
  variants.filter((rules, n) => (requested ? requested.includes(n > 0 ? rules.id : id) : n === 0)),
);
if (!(deals >= 2) || chosen.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

function winnableDeals(rules: Solitaire): Position[] {
  const found: Position[] = [];
  for (let n = 1; found.length < deals; n++) {
    const pack = shuffledPack(rules.packs, mersenneDraw([SEEDS.deals, n]));
    const deal = unwrap(newGame(rules.id, pack));
    const { verdict } = unwrap(solve(deal, { shouldStop: stopAfter(SEARCH_MS) }));
    if (verdict === 'won') found.push(deal);
  }
  return found;
}

/** The number of plays lost; cards left break ties. */
function failureOf(deal: Position, player: Player, plays: number, seed: number): number {
  const draw = mersenneDraw([seed]);
  let lost = 0;
  let left = 0;
  for (let n = 0; n < plays; n++) {
    const cards = playOut(deal, draw, player);
    if (cards > 0) lost++;
    left += cards;
  }
  return lost + left / (plays * 1000);
}

const rounded = (number: number): number => Number(number.toFixed(3));

const results: Record<string, object> = {};
let isReached = true;
for (const rules of chosen) {
  const start = winnableDeals(rules);
  const grades = start.map((deal) => unwrap(gradeDeal(deal)));
  const troubles = grades.map(({ trouble }) => trouble);
  const against = (player: Player, plays: number, seed: number): number =>
    rounded(
      rankCorrelation(
        troubles,
        start.map((deal) => failureOf(deal, player, plays, seed)),
      ),
    );
  const careful = against(bestMoves, PLAYS.careful, SEEDS.careful);
  const hasty = against(hastyMoves, PLAYS.hasty, SEEDS.hasty);
  const classes = [1, 2, 3, 4, 5].map(
    (wanted) => grades.filter(({ difficulty }) => difficulty === wanted).length,
  );
  const sorted = troubles.toSorted((a, b) => a - b);
  const fifths = [1, 2, 3, 4].map((n) => sorted[Math.ceil((n * sorted.length) / 5) - 1] ?? 0);
  isReached &&= careful >= WANTED.careful && hasty >= WANTED.hasty;
  console.log(
    `${rules.id}: rank correlation ${careful} with other careful plays (wanted ${WANTED.careful}), ` +
      `${hasty} with a hasty player (wanted ${WANTED.hasty}); classes 1 to 5: ${classes.join(', ')}; fifths of trouble end at ${fifths.join(', ')}`,
  );
  results[rules.id] = { careful, hasty, classes, fifths };
}
console.log(JSON.stringify({ bench: 'difficulty', deals, isReached, ...results }));
