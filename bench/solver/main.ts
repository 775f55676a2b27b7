/**
 * `pnpm bench solver [--deals N] [--seconds S] [--games A,B] [--alone] [--resume]`: how many random deals each
 * game's search decides, compared with its yardstick on the same deals, on one core. The command runs `loop.ts` first.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  findVariant,
  formatDealCode,
  gameList,
  gameOf,
  newGame,
  packOf,
  unwrap,
} from '@same-deal/engine';
import type { GameId, Position, Solitaire } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import type { Yardstick } from '@same-deal/solver/yardstick';
import { intervalOf } from '../wilson.ts';
import { keptResults, unkeptResults } from './results.ts';
import type { Found, Result } from './results.ts';
import { yardsticks } from './yardsticks.ts';

const USAGE = `usage: pnpm bench solver [--deals N] [--seconds S] [--games A,B] [--alone] [--resume]
--deals    of each game; without it 200 of Bisley and 4 of each other
--seconds  of processor time for each deal and search; default 5
--games    of ${gameList.map(({ id }) => id).join(', ')}, or variants such as bisley/twelve; default all games
--alone    leaves the yardsticks out
--resume   keeps what was found in bench/solver/results, and goes on from what is there`;

/** For search and yardstick alike. */
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
    alone: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const secondsADeal = Number(values.seconds);
const requested = values.games?.split(',') ?? gameList.map(({ id }) => id);
/** The variants by the requested names; a game stands for its default variant. */
const chosen = requested.flatMap((name) => {
  const rules = findVariant(name) ?? gameList.find(({ id }) => id === name)?.variants[0];
  return rules ? [{ name, game: gameOf(rules.id) as GameId, rules }] : [];
});
const isUsable =
  secondsADeal > 0 &&
  !(Number(values.deals) < 1) &&
  chosen.length === requested.length &&
  !values.help;
if (!isUsable) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}

/** The processor time of the whole process, in seconds: other programs on the machine do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Our search, with the signature of a yardstick. */
const solveKnown: Yardstick = (position, effort) => unwrap(solve(position, effort));

function measure(search: Yardstick, position: Position): Found {
  const began = processorTime();
  const shouldStop = () => processorTime() - began > secondsADeal;
  const { verdict, positions } = search(position, { shouldStop, memoryBytes: MEMORY_BYTES });
  return { verdict, positions, seconds: Number((processorTime() - began).toFixed(6)) };
}

/** The codes of deals number 1 to n, the same in every run. */
const dealCodes = (n: number): string[] =>
  Array.from({ length: n }, (_, k) => formatDealCode(k + 1));

function dealOf(variant: string, packs: 1 | 2, code: string): Position {
  const pack = packOf(code, packs);
  if (!pack.ok) throw new Error(`${code} is no deal: ${pack.reason}`);
  return unwrap(newGame(variant, pack.value));
}

function run(
  rules: Solitaire,
  yardstick: Yardstick | undefined,
  codes: readonly string[],
): Result[] {
  const { id, packs } = rules;
  const { known, keep } = values.resume
    ? keptResults(join(import.meta.dirname, '../results'), id, secondsADeal)
    : unkeptResults();
  return codes.map((deal) => {
    const before = known.get(deal);
    if (before && (before.yardstick || !yardstick)) return before;
    const position = dealOf(id, packs, deal);
    const found = before?.found ?? measure(solveKnown, position);
    const result = { deal, found, yardstick: yardstick ? measure(yardstick, position) : null };
    keep(result);
    if (gameOf(id) !== EXACT)
      console.log(`${id} ${deal}: ${describe(found)} | ${describe(result.yardstick)}`);
    return result;
  });
}

const describe = (found: Found | null): string =>
  found
    ? `${found.verdict} after ${found.positions} positions, ${found.seconds.toFixed(2)} s`
    : 'no yardstick';

const count = (found: readonly (Found | null)[], verdict: string): number =>
  found.filter((one) => one?.verdict === verdict).length;
const perSecond = (found: readonly (Found | null)[]): number =>
  Number((found.length / found.reduce((sum, one) => sum + (one?.seconds ?? 0), 0)).toFixed(1));

const summary: Record<string, unknown> = { bench: 'solver' };
for (const { name, game, rules } of chosen) {
  const yardstick = values.alone ? undefined : yardsticks[game];
  const codes = dealCodes(Number(values.deals ?? (game === EXACT ? DEALS_OF_EXACT : DEALS)));
  let peakMemoryMegabytes: number | undefined;
  if (game === EXACT) {
    // Once without the yardstick, whose memory would count too; this also warms the search up.
    for (const code of codes) solve(dealOf(rules.id, rules.packs, code));
    peakMemoryMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  }
  const results = run(rules, yardstick, codes);
  const ours = results.map(({ found }) => found);
  const theirs = results.map(({ yardstick }) => yardstick);
  const counts = {
    deals: results.length,
    won: count(ours, 'won'),
    lost: count(ours, 'lost'),
    undecided: count(ours, 'undecided'),
  };
  const yardstickWon = yardstick ? count(theirs, 'won') : null;
  console.log(
    `${rules.id}: of ${counts.deals} deals ${counts.won} won, ${intervalOf(counts.won, counts.deals)}, ${counts.lost} lost, ${counts.undecided} undecided; the yardstick won ${yardstickWon ?? '–'}`,
  );
  summary[name] =
    game === EXACT
      ? {
          ...counts,
          dealsPerSecond: perSecond(ours),
          yardstickDealsPerSecond: yardstick ? perSecond(theirs) : null,
          peakMemoryMegabytes,
        }
      : { ...counts, seconds: secondsADeal, yardstickWon };
}
console.log(JSON.stringify(summary));
