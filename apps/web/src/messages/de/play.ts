import type { Words } from '../contract.ts';
import type * as English from '../play.en.ts';

export const playWords: Words<typeof English.playWords> = {
  title: (game) => `${game}, allein`,
  dailyOf: (game) => `${game} des Tages`,
  copyDealName: (deal) => `Kartencode ${deal} kopieren`,
  offline: 'offline',
  opening: 'Die Karten werden ausgelegt …',
  deal: 'Karten',
  copyDeal: 'Kartencode kopieren',
  newDeal: 'Neue Karten',
  restart: 'Von vorn',
  restartTitle: 'Mit diesen Karten von vorn beginnen?',
  restartText: 'Das bisherige Spiel bleibt in deiner Liste; du kannst dort weitermachen.',
  replay: 'Aufzeichnung',
  menu: 'Spielmenü',
  notYours: 'Das ist der Tisch von jemand anderem',
  notYoursText: 'Ist das Spiel zu Ende und offen, kannst du die Aufzeichnung ansehen.',
  watchReplay: 'Aufzeichnung ansehen',
  another: 'Auf einem anderen Gerät weiterspielen',
};
