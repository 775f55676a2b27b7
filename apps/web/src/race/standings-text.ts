import { t } from '../messages/index.ts';
import { questionWords as words } from '../messages/questions.en.ts';
import type { StandingRow } from './race-state.ts';

/** The standings in one breath, for those who ask; fetched with the question. */
export const standingsText = (rows: readonly StandingRow[]): string =>
  words.standings(
    rows.map(({ place, player, isYou, cardsHome, ending }) =>
      words.standing(place, player.name, isYou, cardsHome, ending && t.ending(ending)),
    ),
  );
