/** British Square's losses for want of spaces, as the second program verifies them, against brute force. */
import { formatPosition, mersenneDraw, parsePosition, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { columnsGame } from '../../../bench/winnability/losses/british-square.ts';
import { isLostBySpaces } from '../../../bench/winnability/losses/british-square-spaces.ts';
import { read } from '../../../bench/winnability/losses/british-square-table.ts';
import { readTable } from '../../../bench/winnability/losses/cards.ts';
import { dealAt } from '../../../bench/winnability/search.ts';
import { bruteForce, dealtUnder, scattered } from './endgames.ts';

const COLUMNS = 'british-square/columns';

function isLost(position: Position): boolean {
  const text = formatPosition(position);
  const { piles } = readTable(text);
  return isLostBySpaces(read(columnsGame(text).start), piles.slice(4, 8), piles[9] ?? []);
}

it('no position that brute force wins is lost for want of spaces, and many others are', () => {
  const draw = mersenneDraw([97 + firstSeed]);
  const counts = { won: 0, lost: 0, proved: 0 };
  for (let n = 0; n < scaled(240, 20_000); n++) {
    const position = (n % 4 === 0 ? scattered : dealtUnder)(COLUMNS, draw);
    const isWinnable = bruteForce(position, 200);
    if (isWinnable === undefined) continue;
    counts[isWinnable ? 'won' : 'lost']++;
    if (!isLost(position)) continue;
    if (isWinnable) expect.fail(`can be won: ${formatPosition(position)}`);
    counts.proved++;
  }
  expect(counts.won).toBeGreaterThan(100);
  expect(counts.proved).toBeGreaterThan(counts.lost / 4);
});

it.each([52, 53, 57])(
  'deal %i is lost at the opening, but by no rule that also has its moves',
  (deal) => {
    const { start, isDead, next } = columnsGame(formatPosition(dealAt(COLUMNS, deal)));
    expect(isDead(start)).toBe(true);
    expect(next(start).some((position) => !isDead(position))).toBe(true);
  },
);

/** A foundation of so many cards. */
const foundation = (suit: string, cards: number): string =>
  [...'A23456789TJQKKQJT98765432A']
    .slice(0, cards)
    .map((rank) => rank + suit)
    .join('');

/**
 * @param home cards on the foundations of clubs, spades, hearts and diamonds
 * @param columns piles, and where any has dealt cards below its run, all their counters
 */
function endgame(home: readonly number[], columns: string, waste: string, stock = ''): Position {
  const [piles, bases = '0,0,0,0'] = columns.split(' ');
  const foundations = home.map((cards, suit) => foundation('CSHD'.charAt(suit), cards));
  const text = [...foundations, piles, waste, stock].join('|');
  return unwrap(parsePosition(COLUMNS, `${text} ${bases}`));
}

it('another space, or another order of the same cards, can win', () => {
  const home = [24, 22, 24, 24];
  // The aces of clubs and spades both need a space before any other card can leave the waste.
  const lost = endgame(home, 'AH|AD|3S|', '4S2D2H2C2SASAC');
  expect([bruteForce(lost, 1e4), isLost(lost)]).toEqual([false, true]);
  for (const position of [
    endgame(home, 'AH|AD||', '3S4S2D2H2C2SASAC'),
    endgame(home, 'AH|AD|3S|', '4S2D2HAC2C2SAS'),
    endgame(home, 'AH|AD|3S|', '4S2D2H2C2SAS', 'AC'),
    endgame(home, 'AH|AD|3S|', '', '4S2D2H2C2SASAC'),
    // Its one space is needed twice: for the ace of clubs, and once that is home, for that of spades.
    endgame(home, 'AH|AD|3S|', '4S2D2H2SAS2CAC'),
    // A card for which there is a space has to stay on the waste until others have been dealt.
    endgame([18, 22, 26, 22], '|4S3D2C3C4C|AD2S2D|AC4D6CAS 0,2,2,3', '', '5C7C3S8C'),
  ]) {
    expect([bruteForce(position, 1e4), isLost(position)]).toEqual([true, false]);
  }
});
