import type { Daily } from '@same-deal/protocol';
import { daily as words } from '../messages/daily.en.ts';
import { share } from '../messages/share.en.ts';
import { shortDayText } from '../messages/dates.ts';
import { resultTime } from '../messages/format.ts';
import { cardsToBringHome, gameTitle } from '../messages/games.ts';
import { blocksOf } from '../share/blocks.ts';
import { shownPlacing } from './shown-placing.ts';

/** How a try went, in a few lines that reveal nothing of the deal. Null while there is nothing to share. */
export function shareLines(
  daily: Pick<Daily, 'day' | 'game' | 'variant' | 'mine' | 'tries'>,
): [title: string, blocks: string, figures: string] | null {
  const { mine } = daily;
  if (!mine || mine.ending === null) return null;
  const { place } = shownPlacing(daily);
  const all = cardsToBringHome(daily.variant);
  const figures = [
    mine.ending === 'won' ? resultTime(mine.elapsedMs) : share.home(mine.cardsHome, all),
    share.moves(mine.moves),
    ...(mine.ending === 'won' && mine.undos === 0 ? [words.boards.clean] : []),
    ...(place === null ? [] : [words.place(place)]),
  ];
  return [
    share.daily(gameTitle(daily.game), shortDayText(daily.day)),
    blocksOf(mine.cardsHome, all, mine.ending === 'won'),
    figures.join(' · '),
  ];
}
