/** Two searches and brute force never contradict each other on small positions. */
import { formatPosition, gameList, isWon, mersenneDraw, playMove, unwrap } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { solve } from '../src/index.ts';
import { plainSearch } from '../src/yardstick/index.ts';
import { bruteForce, dealtUnder, playedOn, scattered } from './endgames.ts';
import { firstSeed, scaled } from '../../../tools/scale.ts';

/** Few enough positions to be quick, more than most of these have. */
const MOST = 1000;
/** Ends a search that meets no bound of its own on so small a position. */
const after = (questions: number) => {
  let asked = 0;
  return () => ++asked > questions;
};

/** A night's positions take a variant longer than other tests may. */
const TIMEOUT_MS = scaled(120_000, 3_600_000);

const variants = gameList.flatMap((game) => game.variants.map(({ id }) => id));

it.each(variants)(
  '%s: solve, the plain search and brute force agree',
  { timeout: TIMEOUT_MS },
  (variant) => {
    const draw = mersenneDraw([11 + firstSeed]);
    const decided = { won: 0, lost: 0 };
    const sources = [playedOn, scattered, dealtUnder];
    for (let n = 0; n < scaled(20, 20_000); n++) {
      const position = (sources[n % sources.length] ?? scattered)(variant, draw);
      const ours = unwrap(solve(position, { shouldStop: after(8), memoryBytes: 2 ** 20 }));
      const isWinnable = bruteForce(position, MOST);
      // Where neither knows, the plain search has nothing to contradict, and takes its longest.
      if (ours.verdict === 'undecided' && isWinnable === undefined) continue;
      const plain = plainSearch(position, { shouldStop: after(8), memoryBytes: 2 ** 20 });
      const truth = isWinnable === undefined ? [] : [isWinnable ? 'won' : 'lost'];
      const verdicts = new Set(
        [ours.verdict, plain.verdict, ...truth].filter((verdict) => verdict !== 'undecided'),
      );
      if (verdicts.size > 1)
        expect.fail(`${formatPosition(position)}: ${[...verdicts].join(', ')}`);
      const [verdict] = verdicts;
      if (verdict === 'won' || verdict === 'lost') decided[verdict]++;
      if (ours.verdict !== 'won') continue;
      const end = ours.moves.reduce((table, move) => unwrap(playMove(table, move)), position);
      expect(isWon(end)).toBe(true);
    }
    expect(decided.won).toBeGreaterThan(scaled(3, 8));
  },
);
