/** Alhambra's proof by a suit alone, against brute force. */
import { mersenneDraw, newGame, packOf, SUITS, unwrap } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { alone, decideSuit } from '../src/alhambra/suit-alone.ts';
import { alhambraTable } from '../src/alhambra/table.ts';
import { boundsOf } from '../src/solution.ts';
import { searchExhaustively } from '../src/two-deck/exhaustive.ts';
import { countProofs, dealtUnder, playedOn } from './endgames.ts';
import { inTime } from './in-time.ts';

const VARIANT = 'alhambra/standard';

it('no position that brute force wins has a suit that is lost alone', () => {
  const draw = mersenneDraw([41 + firstSeed]);
  const counts = countProofs(VARIANT, draw, scaled(150, 20_000), (position) => {
    const bounds = boundsOf({ ...inTime(), memoryBytes: 2 ** 20 });
    return SUITS.some((_, suit) => decideSuit(position, suit, bounds) === 'lost');
  });
  expect(counts.won).toBeGreaterThan(15);
  expect(counts.proved).toBeGreaterThan(counts.lost / 4);
});

it.each([
  ['H', 'AAA-AAA-UG6'],
  ['D', 'AAA-AAA-CSD'],
])('proves a whole deal lost: its %s alone do not come home', (suit, code) => {
  const deal = unwrap(newGame(VARIANT, unwrap(packOf(code, 2))));
  expect(
    decideSuit(
      deal,
      SUITS.findIndex((name) => name === suit),
      boundsOf(inTime()),
    ),
  ).toBe('lost');
});

it('gives up only what an exhaustive search finds lost too', () => {
  const draw = mersenneDraw([47 + firstSeed]);
  let lost = 0;
  for (let n = 0; n < scaled(60, 2000); n++) {
    const position = [playedOn, dealtUnder][n % 2]!(VARIANT, draw);
    for (const [suit] of SUITS.entries()) {
      const bounds = boundsOf({ ...inTime(), memoryBytes: 2 ** 20 });
      const whole = searchExhaustively(alhambraTable(alone(position, suit), false), bounds).verdict;
      if (whole === 'undecided') continue;
      expect(decideSuit(position, suit, bounds)).toBe(whole);
      if (whole === 'lost') lost++;
    }
  }
  expect(lost).toBeGreaterThan(10);
});
