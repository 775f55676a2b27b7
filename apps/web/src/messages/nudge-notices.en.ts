/**
 * What a nudge says, as a notice of the device and on the page. The build copies this file into the service worker, so it
 * imports nothing but types.
 */
import type { NudgeNews } from '@same-deal/protocol';

const time = (at: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(
    at === undefined ? Date.now() : new Date(at),
  );
/** With its weekday: a notice may be put off, or come late. */
const moment = (at: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
    at === undefined ? Date.now() : new Date(at),
  );
const list = (items: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(items);
/** Games keep their names: "sly-fox" is Sly Fox. */
const game = (id: string): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

export const nudgeNotices = {
  /** Ends this kind of nudge, with one tap on the notice. */
  end: 'No more of these',
  says: (news: NudgeNews): { title: string; text: string } => {
    const name = news.name ?? 'Somebody';
    switch (news.kind) {
      case 'rival-played':
        return {
          title: `${name} has played`,
          text: `Today’s ${list((news.games ?? []).map(game))}. Your turn?`,
        };
      case 'race-begins':
        return { title: 'Your race begins', text: 'The cards are being dealt. Your seat is kept.' };
      case 'invitation':
        return { title: `${name} invites you to a race`, text: 'Open it to take a seat.' };
      case 'streak-ends':
        return {
          title: `Your streak ends at ${time(news.at)}`,
          text: 'Bring one card home in a daily to keep it.',
        };
      case 'duplicate-closes':
        return {
          title: 'A challenge closes soon',
          text: `You have until ${moment(news.at)} to play your last deals.`,
        };
      case 'circle-date':
        return {
          title: news.title ?? 'Your race',
          text: `You race at ${time(news.at)}. The lobby is open.`,
        };
      default:
        return { title: 'Same Deal', text: 'There is news for you.' };
    }
  },
};
