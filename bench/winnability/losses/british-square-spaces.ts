/**
 * Losses of British Square for want of spaces: the kinder game of british-square-kinder.ts, with two things of the true
 * game kept. Cards leave the waste from its top only, and no more of them lie in spaces than there can be spaces.
 *
 * _The kinder game_ starts with the true waste. When nothing more can be had, its top could go neither home nor onto a
 * column. Then either the next card is dealt onto it, or it is parked: it goes into a space, and is parked until it could go
 * home or onto a column. There are never more parked cards than cleared columns, which are those that could be empty. Runs
 * can be built on a parked card at once. Of the other cards that have left the kinder waste, none can begin a run in a
 * space until there are fewer parked cards than cleared columns. All choices between dealing and parking are tried.
 *
 * _Why a win comes home by it._ Play the win, and beside it the kinder game: deal when the win deals, and park a card when
 * the win puts it into a space from the waste while it lies on the kinder waste. Between moves let all be had that could
 * be. Then after each move, of the cards themselves, not of their faces:
 * 1. What lies on the kinder waste lies on the true one, in the same order. A card leaves the kinder waste before it
 *    leaves the true one, or with it; and if it is still on the kinder waste when it does, it is on top of both.
 * 2. What the foundations hold, they could hold. What lies on top of a column could go home, and is among what could lie
 *    on top there, of a run of that direction. What has left the columns of the position could have left them.
 * 3. The parked cards are the first cards of different columns, and these are cleared.
 *
 * For each move of the win:
 * - A card goes home, or onto a column that is not empty, from a column or from the waste. By 2 the foundation could have
 *   come so far, or the column could have had the top that the card goes on. So the card could go there. If it lay on the
 *   kinder waste it would have left it, by 1, and if it was parked it is so no longer. That keeps 3: a parked card is
 *   still where the win put it. What lay below it on a column is uncovered, or has been on top before, and so could be
 *   there again, in each direction in which it could be built on.
 * - Both cards of a face are needed on the way down, unless one was home in the position, on the way up. In the win the
 *   other has gone home by then, and each counts once, when it first could lie on top of a column or go home.
 * - A card goes into a space. That column is cleared, by 2, and no parked card lies in it, by 3. So there are fewer parked
 *   cards than cleared columns. If the card lay on the kinder waste, it can be parked. If not, it left that before,
 *   unparked, as it would lie in a space otherwise; so it could begin a run in the space by now.
 * - A card is dealt. It lies on top of both wastes.
 * At the end all is home in the win, and could be in the kinder game.
 *
 * A parked card may begin runs in all cleared columns, and go onto runs of all columns, as the kinder game does not know
 * in which it lies. That only allows more.
 */
import {
  areAllHome,
  clearedColumns,
  copyOf,
  kinderOf,
  park,
  settle,
} from './british-square-kinder.ts';
import type { Table } from './british-square-table.ts';

/** Positions of the kinder game to try at most. */
const MOST_POSITIONS = 100_000;

/**
 * Whether a position is lost for want of spaces. False too if that takes more than `most` positions of the kinder game.
 * @param dealt the cards that the columns were dealt
 * @param stock the cards in stock at the start of the deal, the next one last
 */
export function isLostBySpaces(
  table: Table,
  dealt: readonly (readonly number[])[],
  stock: readonly number[],
  most = MOST_POSITIONS,
): boolean {
  const open = [kinderOf(table)];
  let tried = 0;
  for (let game = open.pop(); game; game = open.pop()) {
    if (++tried > most) return false;
    settle(game, dealt);
    if (areAllHome(game)) return false;
    if (game.waste.length > 0 && game.parked.length < clearedColumns(game)) {
      const parking = copyOf(game);
      park(parking);
      open.push(parking);
    }
    if (game.left > 0) {
      game.waste.push(stock[--game.left]!);
      open.push(game);
    }
  }
  return true;
}
