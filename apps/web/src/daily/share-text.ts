import type { Daily } from '@same-deal/protocol';
import { daily as words } from '../messages/daily.en.ts';
import { resultTime, shortDayText } from '../messages/format.ts';
import { cardsToBringHome, gameTitle } from '../messages/games.ts';
import { shownPlacing } from './shown-placing.ts';

const BLOCKS = 10;

/** How a try went, in a few lines that reveal nothing of the deal. Null while there is nothing to share. */
export function shareLines(
  daily: Pick<Daily, 'day' | 'game' | 'variant' | 'mine' | 'tries'>,
): string[] | null {
  const { mine } = daily;
  if (!mine || mine.ending === null) return null;
  const { place } = shownPlacing(daily);
  const all = cardsToBringHome(daily.variant);
  const full = Math.floor((BLOCKS * mine.cardsHome) / all);
  const figures = [
    mine.ending === 'won' ? resultTime(mine.elapsedMs) : words.share.home(mine.cardsHome, all),
    words.share.moves(mine.moves),
    ...(mine.ending === 'won' && mine.undos === 0 ? [words.boards.clean] : []),
    ...(place === null ? [] : [words.place(place)]),
  ];
  return [
    words.share.title(gameTitle(daily.game), shortDayText(daily.day)),
    '🟩'.repeat(full) + '⬜'.repeat(BLOCKS - full) + (mine.ending === 'won' ? ' 🏁' : ''),
    figures.join(' · '),
  ];
}
