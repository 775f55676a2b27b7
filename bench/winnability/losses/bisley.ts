/**
 * Bisley as a game to close a set in (bisley.rules.md). A position is its columns' cards, the columns sorted.
 *
 * Reductions:
 * - Columns have no names: a move depends on what they show alone, and an empty one stays empty (BIS-9).
 * - What lies on the foundations is what lies nowhere else (BIS-14); how they share it does not matter (BIS-12).
 * - A card that can go home goes at once. Of its suit all lower cards are home, or all higher ones. So the only card that
 *   could still be built on it is its neighbour on the other side, and that can follow it home in place of being built
 *   there, and so on with what would have been built on that. Going home uncovers cards and covers none.
 */
import { faceOf, letterOf, rankOf, readTable, suitOf } from './cards.ts';
import type { Game } from './closure.ts';

const FOUNDATIONS = 8;

/** The columns after all that can go home has; sorted. */
function settle(columns: readonly string[]): string {
  const left = [...columns];
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    const lowest = [99, 99, 99, 99];
    const highest = [-1, -1, -1, -1];
    for (const letter of left.join('')) {
      const suit = suitOf(faceOf(letter));
      const rank = rankOf(faceOf(letter));
      lowest[suit] = Math.min(lowest[suit] ?? 0, rank);
      highest[suit] = Math.max(highest[suit] ?? 0, rank);
    }
    for (const [n, column] of left.entries()) {
      const top = faceOf(column.at(-1) ?? '');
      if (
        column === '' ||
        (lowest[suitOf(top)] !== rankOf(top) && highest[suitOf(top)] !== rankOf(top))
      )
        continue;
      left[n] = column.slice(0, -1);
      isChanged = true;
      break;
    }
  }
  return left
    .filter((column) => column !== '')
    .sort()
    .join('.');
}

/** @param text a deal of either variant */
export function bisleyGame(text: string): Game {
  const columns = readTable(text).piles.slice(FOUNDATIONS);
  return {
    start: settle(columns.map((column) => column.map(letterOf).join(''))),
    layerOf: () => 0,
    isWon: (position) => position === '',
    isDead: () => false,
    next(position) {
      const now = position.split('.');
      const columnShowing = new Map(now.map((column, n) => [faceOf(column.at(-1) ?? ''), n]));
      return [...columnShowing].flatMap(([top, from]) =>
        [top - 1, top + 1].flatMap((on) => {
          const to = columnShowing.get(on);
          if (to === undefined || suitOf(on) !== suitOf(top)) return [];
          return settle(
            now.map((column, n) =>
              n === from ? column.slice(0, -1) : n === to ? column + letterOf(top) : column,
            ),
          );
        }),
      );
    },
  };
}
