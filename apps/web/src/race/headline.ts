import { resultWords } from '../messages/result.en.ts';
import type { StandingRow } from './race-state.ts';

/** The result of a race in a few words, from the reader's seat. */
export function headline(rows: readonly StandingRow[]): string {
  const first = rows.filter((row) => row.place === 1);
  const [winner] = first;
  if (!winner || (winner.ending !== 'won' && winner.cardsHome === 0)) return resultWords.nobody;
  if (first.length > 1) {
    return first.some((row) => row.isYou)
      ? resultWords.youShare
      : resultWords.winners(first.map((row) => row.player.name));
  }
  return winner.isYou ? resultWords.youWon : resultWords.winner(winner.player.name);
}
