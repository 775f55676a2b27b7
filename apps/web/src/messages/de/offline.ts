import type { Words } from '../contract.ts';
import type * as English from '../offline.en.ts';
import { count } from '../counting.ts';

export const offlineWords: Words<typeof English.offlineWords> = {
  title: 'Offline gespielt',
  lead: 'Diese Spiele liegen in diesem Browser. Bist du wieder online, kommen sie zu deinen Spielen.',
  begun: {
    title: 'Deine letzten Spiele',
    lead: 'Du bist offline und kannst hier trotzdem weiterspielen: Deine Züge werden behalten und gesendet, sobald du wieder online bist.',
  },
  entered: (games) =>
    `${count(games, 'offline gespieltes Spiel ist', 'offline gespielte Spiele sind')} jetzt bei deinen Spielen.`,
  sent: 'Was du ohne Verbindung gespielt hast, ist jetzt gesendet.',
  overtaken:
    'Manches, was du ohne Verbindung gespielt hast, kam zu spät: Ein anderes Gerät hat weitergespielt.',
  late: 'Manches, was du ohne Verbindung gespielt hast, kam zu spät: Die Zeit war um.',
  refused:
    'Ein offline gespieltes Spiel lässt sich nicht zu deinen Spielen nehmen. Es bleibt auf der Startseite.',
  refusedWhy: (why) => `Nicht zu deinen Spielen genommen: ${why}`,
  discard: 'Verwerfen',
  discardGame: (game) => `${game} verwerfen`,
  save: 'Als Datei sichern',
  saveGame: (game) => `${game} als Datei sichern`,
  needs: {
    https:
      'Über https ließe sich diese Seite auch offline öffnen; unter dieser Adresse geht das nicht.',
    browser: 'In diesem Browser lässt sich die Seite nicht offline öffnen.',
  },
  waiting: 'Warten auf die Verbindung',
  waitingText: {
    race: 'Du bist offline. Wenn du in diesem Rennen bist, bleibt dir dein Platz, und die Uhr läuft weiter. Es öffnet sich hier von selbst, sobald du wieder online bist.',
    game: 'Du bist offline. Dieses Spiel ist bei deinen Spielen gespeichert, nicht in diesem Browser: Es öffnet sich hier von selbst, sobald du wieder online bist. Bis dahin kannst du ein anderes allein spielen.',
  },
  ready: 'Diese Seite lässt sich auch offline öffnen: Dann kannst du allein spielen.',
};
