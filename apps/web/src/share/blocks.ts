const BLOCKS = 10;

/** How much of the pack came home, in tenths for a line of text; the tenth tenth is a win alone. */
export function blocksOf(cardsHome: number, all: number, isWon: boolean): string {
  const full = Math.floor((BLOCKS * cardsHome) / all);
  return '🟩'.repeat(full) + '⬜'.repeat(BLOCKS - full) + (isWon ? ' 🏁' : '');
}
