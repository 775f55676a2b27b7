import { t } from '../messages/index.ts';
import type { StandingRow } from './race-state.ts';

/** The result of a race in a few words, from the reader's seat. */
export function headline(rows: readonly StandingRow[]): string {
  const first = rows.filter((row) => row.place === 1);
  const [winner] = first;
  if (!winner || (winner.ending !== 'won' && winner.cardsHome === 0)) return t.race.nobody;
  if (first.length > 1) {
    return first.some((row) => row.isYou)
      ? t.race.youShare
      : t.race.winners(first.map((row) => row.player.name));
  }
  return winner.isYou ? t.race.youWon : t.race.winner(winner.player.name);
}
