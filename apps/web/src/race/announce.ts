/**
 * What screen readers announce of the others: at half of the cards, at the race's first suit, and when somebody is
 * done. The rest they ask for.
 */
import { changeWords } from '../messages/changes.en.ts';
import { raceAloud } from '../messages/race-aloud.en.ts';
import type { StandingRow } from './race-state.ts';

/** Of whom it has been said already. */
export interface Said {
  readonly halfway: readonly string[];
  /** Whether it has been said who was first to bring a suit home. */
  readonly suit?: boolean;
  readonly ended: readonly string[];
}

export const nothingSaid: Said = { halfway: [], ended: [] };

/**
 * What is new about the others since it was last said.
 * @param total the cards to bring home
 * @returns no text if nothing is
 */
export function announce(
  said: Said,
  rows: readonly StandingRow[],
  total: number,
): { readonly text: string; readonly said: Said } {
  const others = rows.filter(({ isYou }) => !isYou);
  const done = others.filter(({ player, ending }) => ending && !said.ended.includes(player.id));
  const halfway = others.filter(
    ({ player, cardsHome, ending }) =>
      !ending && 2 * cardsHome >= total && !said.halfway.includes(player.id),
  );
  const suit = said.suit ? undefined : rows.find(({ suitsHome }) => suitsHome > 0);
  const sentences = [
    ...(suit && !suit.isYou ? [raceAloud.firstSuit(suit.player.name)] : []),
    ...halfway.map(({ player }) => raceAloud.halfway(player.name)),
    ...done.map(({ player, ending }) =>
      ending ? changeWords.hasFinished(player.name, ending) : '',
    ),
  ];
  if (sentences.length === 0 && !suit) return { text: '', said };
  const ids = (more: readonly StandingRow[]) => more.map(({ player }) => player.id);
  return {
    text: sentences.join(' '),
    said: {
      halfway: [...said.halfway, ...ids(halfway)],
      ended: [...said.ended, ...ids(done)],
      suit: !!(said.suit || suit),
    },
  };
}
