import { CARDS_IN_PACK, KING } from '@same-deal/engine';
import type { Score } from '../two-deck/table.ts';
import { HOME, LEFT, PILE_BYTES, PILES, SPACE, WASTE } from './table.ts';
import type { SquareTable } from './table.ts';

/** Weights tuned on deals that none of our published figures use; only their ratios matter. */
const CARD_HOME = 10;
const CARD_ON_WASTE = -3;
/** Without it, where any card fills a space, a beam would rather shift piles for ever than deal. */
const CARD_IN_STOCK = -2;
const FREE_SPACE = 2;
const CLASH = -8;

/**
 * Scores a position: cards home and spaces are good, cards on the waste or in the stock bad, and
 * clashes worst.
 *
 * One copy of a card goes home on the foundation's way up, the other on its way down. Say a run holds
 * a 6 and a 7. If the 7 lies on the 6, that 6 cannot be the one for the way up: it is wanted before
 * any 7, and a 7 covers it. If the 6 lies on the 7, it cannot be the one for the way down: it is wanted
 * after both 7s, and covers one. Neither depends on which way the 7 goes. So in a run that goes up each
 * card but the last is bound for the way down, and in a run that goes down each card but the first for
 * the way up. Where both copies of a card are bound for the same way, or one for a way that is past,
 * some run has to be broken up again: a clash. Runs without clashes can go home as they are.
 */
export function squareScore(table: SquareTable): Score {
  const boundUp = new Uint8Array(CARDS_IN_PACK);
  const boundDown = new Uint8Array(CARDS_IN_PACK);

  return ({ bytes }, at) => {
    boundUp.fill(0);
    boundDown.fill(0);
    let spaces = 0;
    for (let p = 0; p < table.piles; p++) {
      const first = bytes[at + PILES + PILE_BYTES * p]!;
      const last = bytes[at + PILES + PILE_BYTES * p + 1]!;
      if (first === SPACE) spaces++;
      for (let card = first; card < last; card++) boundDown[card] = boundDown[card]! + 1;
      for (let card = last; card < first; card++) boundUp[card] = boundUp[card]! + 1;
    }
    let clashes = 0;
    let home = 0;
    for (let suit = 0; suit < 4; suit++) {
      const onFoundation = bytes[at + HOME + suit]!;
      home += onFoundation;
      for (let rank = 0; rank < KING; rank++) {
        const card = 13 * suit + rank;
        if (rank < onFoundation) clashes += boundUp[card]!;
        else if (boundUp[card]! > 1 || boundDown[card]! > 1) clashes++;
      }
    }
    return (
      CARD_HOME * home +
      CARD_ON_WASTE * bytes[at + WASTE]! +
      CARD_IN_STOCK * bytes[at + LEFT]! +
      FREE_SPACE * spaces +
      CLASH * clashes
    );
  };
}
