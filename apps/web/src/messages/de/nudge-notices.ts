import type { NudgeNews, STAND_INS } from '@same-deal/protocol';
import type { Words } from '../contract.ts';
import type * as English from '../nudge-notices.en.ts';

const HIDDEN: typeof STAND_INS.hidden = 'Hidden name';
const shown = (name: string): string => (name === HIDDEN ? 'Verborgener Name' : name);
const time = (at: string | undefined): string =>
  new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit' }).format(
    at === undefined ? Date.now() : new Date(at),
  );
/** Mit dem Wochentag: eine Nachricht wird vielleicht aufgeschoben, oder kommt spät. */
const moment = (at: string | undefined): string =>
  new Intl.DateTimeFormat('de', { weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
    at === undefined ? Date.now() : new Date(at),
  );
const list = (items: readonly string[]): string =>
  new Intl.ListFormat('de', { type: 'conjunction' }).format(items);
/** Spiele behalten ihren Namen: "sly-fox" ist Sly Fox. */
const game = (id: string): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

export const nudgeNotices: Words<typeof English.nudgeNotices> = {
  end: 'Nicht mehr',
  says: (news: NudgeNews) => {
    const name = shown(news.name ?? 'Jemand');
    switch (news.kind) {
      case 'rival-played':
        return {
          title: `${name} hat gespielt`,
          text: `Heute: ${list((news.games ?? []).map(game))}. Jetzt du?`,
        };
      case 'race-begins':
        return {
          title: 'Dein Rennen beginnt',
          text: 'Gleich wird gegeben. Dein Platz wartet auf dich.',
        };
      case 'invitation':
        return { title: `${name} lädt dich zu einem Rennen ein`, text: 'Öffne es und nimm Platz.' };
      case 'streak-ends':
        return {
          title: `Deine Serie endet um ${time(news.at)} Uhr`,
          text: 'Bring in einem Tagesspiel eine Karte ins Ziel, dann geht sie weiter.',
        };
      case 'duplicate-closes':
        return {
          title: 'Eine Runde endet bald',
          text: `Bis ${moment(news.at)} Uhr kannst du deine letzten Spiele spielen.`,
        };
      case 'circle-date':
        return {
          title: shown(news.title ?? 'Dein Rennen'),
          text: `Ihr startet um ${time(news.at)} Uhr. Die Lobby ist offen.`,
        };
      default:
        return { title: 'Same Deal', text: 'Es gibt etwas Neues für dich.' };
    }
  },
};
