import { ghostWords } from '../messages/ghosts.en.ts';
import { resultWords } from '../messages/result.en.ts';
import { ofPeople } from './race-state.ts';
import type { StandingRow } from './race-state.ts';

/** The result of a race in a few words, from the reader's seat. */
export function headline(rows: readonly StandingRow[]): string {
  const people = ofPeople(rows);
  if (rows.some(({ player }) => player.ghost)) return againstGhosts(rows);
  const [only] = people;
  if (people.length === 1 && rows.length > 1 && only?.isYou && rows.some(hasBrought)) {
    return rows[0] === only ? resultWords.sparringWon : resultWords.sparringLost;
  }
  const first = people.filter((row) => row.place === 1);
  const [winner] = first;
  if (!winner || !hasBrought(winner)) return resultWords.nobody;
  if (first.length > 1) {
    return first.some((row) => row.isYou)
      ? resultWords.youShare
      : resultWords.winners(first.map((row) => row.player.name));
  }
  // Whoever has given up has won nothing, wherever they come in.
  if (winner.ending === 'conceded') {
    return winner.isYou ? resultWords.youCameFirst : resultWords.cameFirst(winner.player.name);
  }
  return winner.isYou ? resultWords.youWon : resultWords.winner(winner.player.name);
}

/** How many recordings one has beaten; others see only that it is over. */
function againstGhosts(rows: readonly StandingRow[]): string {
  const ghosts = rows.filter(({ player }) => player.ghost);
  const own = rows.findIndex(({ isYou }) => isYou);
  if (own < 0) return ghostWords.over;
  const beaten = rows.slice(own).filter(({ player }) => player.ghost);
  return ghostWords.beat(beaten.length, ghosts.length);
}

const hasBrought = ({ ending, cardsHome }: StandingRow): boolean =>
  ending === 'won' || cardsHome > 0;
