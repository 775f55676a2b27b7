import type { Words } from '../contract.ts';
import { count } from '../counting.ts';
import type * as English from '../standings.en.ts';

export const standingsWords: Words<typeof English.standingsWords> = {
  started:
    'Das Rennen läuft schon, darum schaust du diesmal zu. Bei der Revanche kannst du mitspielen.',
  tablesClosed:
    'Die Tische dieses Rennens sieht nur, wer daran spielt; nach dem Ende gibt es die Aufzeichnungen.',
  clock: 'Uhr des Rennens',
  timeLeft: (text) => `noch ${text}`,
  ahead: (name) => `vor ${name}`,
  behind: (name) => `hinter ${name}`,
  level: (name) => `gleichauf mit ${name}`,
  settling: 'Die Zeit ist um. Das Ergebnis wird ermittelt …',
  place: 'Platz',
  player: 'Name',
  cardsHome: 'Karten im Ziel',
  moves: 'Züge',
  undos: 'Rücknahmen',
  result: 'Ergebnis',
  done: 'Du bist fertig. Das Rennen geht weiter, bis alle fertig sind oder die Zeit um ist.',
  doneWon: 'Alle Karten im Ziel! Die anderen spielen noch.',
  seeTable: 'Zu meinem Tisch',
  another: 'Auf einem anderen Gerät weiterspielen',
  figures: (moves, undos) =>
    undos > 0 ? `${count(moves, 'Zug', 'Züge')}, ${undos} zurück` : count(moves, 'Zug', 'Züge'),
  rematch: 'Revanche',
  rematchGo: 'Zur Revanche',
};
