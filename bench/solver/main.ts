/**
 * `pnpm bench:solver [--deals N] [--seconds S] [--games A,B] [--resume]`: how many random deals each
 * game's search decides, its yardstick beside it on the same deals, on one core.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDealCode, gameList, newGame, packOf } from '@same-deal/engine';
import type { GameId, Position } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import type { Solver } from '@same-deal/solver';
import { keptResults, unkeptResults } from './results.ts';
import type { Found, Result } from './results.ts';
import { yardsticks } from './yardsticks.ts';

const USAGE = `usage: pnpm bench:solver [--deals N] [--seconds S] [--games A,B] [--resume]
--deals    of each game; without it 200 of Bisley and 4 of each other
--seconds  of processor time for each deal and search; default 5
--games    of ${gameList.map(({ id }) => id).join(', ')}; default all
--resume   keeps what was found in bench/solver/results, and goes on from what is there`;

/** For both sides alike. */
const MEMORY_BYTES = 128 * 2 ** 20;
const EXACT: GameId = 'bisley';
const DEALS_OF_EXACT = 200;
const DEALS = 4;
const SECONDS = 5;

const { values } = parseArgs({
  options: {
    deals: { type: 'string' },
    seconds: { type: 'string', default: String(SECONDS) },
    games: { type: 'string' },
    resume: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const secondsADeal = Number(values.seconds);
const asked = values.games?.split(',') ?? gameList.map(({ id }) => id);
const chosen = gameList.filter(({ id }) => asked.includes(id));
const isUsable =
  secondsADeal > 0 && !(Number(values.deals) < 1) && chosen.length === asked.length && !values.help;
if (!isUsable) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}

/** The processor time of the whole process, in seconds: other programs on the machine do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function measure(search: Solver, position: Position): Found {
  const began = processorTime();
  const shouldStop = () => processorTime() - began > secondsADeal;
  const { verdict, positions } = search(position, { shouldStop, memoryBytes: MEMORY_BYTES });
  return { verdict, positions, seconds: Number((processorTime() - began).toFixed(6)) };
}

/** Deals number 1 to n of the game's own deal codes, each the same for everybody. */
const dealCodes = (n: number): string[] =>
  Array.from({ length: n }, (_, k) => formatDealCode(k + 1));

function dealOf(variant: string, packs: 1 | 2, code: string): Position {
  const pack = packOf(code, packs);
  if (!pack.ok) throw new Error(`${code} is no deal: ${pack.reason}`);
  return newGame(variant, pack.value);
}

function run(game: GameId, variant: string, packs: 1 | 2, codes: readonly string[]): Result[] {
  const yardstick = yardsticks[game];
  const { known, keep } = values.resume
    ? keptResults(join(import.meta.dirname, '../results'), variant, secondsADeal)
    : unkeptResults();
  return codes.map((deal) => {
    const before = known.get(deal);
    if (before) return before;
    const position = dealOf(variant, packs, deal);
    const found = measure(solve, position);
    const result = { deal, found, yardstick: yardstick ? measure(yardstick, position) : null };
    keep(result);
    if (game !== EXACT)
      console.log(`${variant} ${deal}: ${tell(found)} | ${tell(result.yardstick)}`);
    return result;
  });
}

const tell = (found: Found | null): string =>
  found
    ? `${found.verdict} after ${found.positions} positions, ${found.seconds.toFixed(2)} s`
    : 'no yardstick';

const count = (found: readonly (Found | null)[], verdict: string): number =>
  found.filter((one) => one?.verdict === verdict).length;
const perSecond = (found: readonly (Found | null)[]): number =>
  Number((found.length / found.reduce((sum, one) => sum + (one?.seconds ?? 0), 0)).toFixed(1));

const summary: Record<string, unknown> = { bench: 'solver' };
for (const { id, variants } of chosen) {
  const game = id as GameId;
  const [rules] = variants;
  const codes = dealCodes(Number(values.deals ?? (game === EXACT ? DEALS_OF_EXACT : DEALS)));
  let peakMemoryMegabytes: number | undefined;
  if (game === EXACT) {
    // Once without the yardstick, whose memory would count too; it also warms the search up.
    for (const code of codes) solve(dealOf(rules.id, rules.packs, code));
    peakMemoryMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  }
  const results = run(game, rules.id, rules.packs, codes);
  const ours = results.map(({ found }) => found);
  const theirs = results.map(({ yardstick }) => yardstick);
  const counts = {
    deals: results.length,
    won: count(ours, 'won'),
    lost: count(ours, 'lost'),
    undecided: count(ours, 'undecided'),
  };
  const yardstickWon = yardsticks[game] ? count(theirs, 'won') : null;
  console.log(
    `${rules.id}: of ${counts.deals} deals ${counts.won} won, ${counts.lost} lost, ${counts.undecided} undecided; the yardstick won ${yardstickWon ?? '–'}`,
  );
  summary[game] =
    game === EXACT
      ? {
          ...counts,
          dealsPerSecond: perSecond(ours),
          yardstickDealsPerSecond: perSecond(theirs),
          yardstickUndecided: count(theirs, 'undecided'),
          peakMemoryMegabytes,
        }
      : { ...counts, seconds: secondsADeal, yardstickWon };
}
console.log(JSON.stringify(summary));
