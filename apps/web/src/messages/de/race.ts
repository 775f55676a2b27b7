import type { Words } from '../contract.ts';
import type * as English from '../race.en.ts';
import { count, listOf } from '../counting.ts';

export const raceWords: Words<typeof English.raceWords> = {
  titleOf: (game) => game.replace(/^[^,]+/, (name) => `${name.replaceAll(' ', '-')}-Rennen`),
  code: (code) => `Rennen ${code}`,
  entering: 'Suche das Rennen …',
  players: 'Wer mitspielt',
  seats: (taken, all) => `${taken} von ${all} Plätzen besetzt`,
  watchers: (n) => count(n, 'Person schaut zu', 'Leute schauen zu'),
  host: 'Rennleitung',
  you: 'du',
  ready: 'Bereit',
  notReady: 'Nicht bereit',
  away: 'Nicht da',
  removePlayer: (name) => `${name} entfernen`,
  join: 'Mitmachen',
  joinLead: 'Wie sollen wir dich nennen?',
  watching: 'Du schaust zu.',
  full: 'Alle Plätze sind besetzt. Du kannst zuschauen.',
  locked: 'Die Rennleitung hat das Rennen geschlossen. Du kannst zuschauen.',
  imReady: 'Ich bin bereit',
  waitingForHost: 'Warte, bis die Rennleitung startet.',
  hostAway: 'Die Rennleitung ist nicht da. Nach 15 Sekunden leitet, wer als Erstes gekommen ist.',
  start: 'Rennen starten',
  inviteMore: 'Mehr Freunde einladen',
  why: {
    alone: 'Ein Rennen braucht mindestens zwei. Schick den Link.',
    notReady: (names) =>
      `Noch nicht bereit: ${listOf(names.length > 3 ? [...names.slice(0, 3), 'andere'] : names)}.`,
  },
  canStart: 'Alle sind bereit.',
  asked: 'Die anderen sind gefragt.',
  leave: 'Verlassen',
  settings: 'Einstellungen',
  game: 'Patience',
  variant: 'Spielform',
  undo: 'Zurücknehmen',
  undoOn: 'Erlaubt',
  undoOff: 'Nicht erlaubt',
  undoHint:
    'Weiter als bis zu einer aufgedeckten Talonkarte geht es nicht zurück. Zurücknehmen wird gezählt.',
  undoHintPlain: 'Zurücknehmen wird gezählt.',
  cap: 'Zeitlimit',
  capMinutes: (minutes) => count(minutes, 'Minute', 'Minuten'),
  commitment: 'Fingerabdruck der Karten',
  commitmentWhat:
    'Ein SHA-256-Fingerabdruck der gemischten Karten und eines geheimen Salzes, festgelegt beim Start. Nach dem Rennen wird beides offengelegt, und alle können prüfen, dass es diese Karten waren.',
  startsIn: 'Das Rennen startet in',
  getReady: 'Alle bekommen dieselben Karten im selben Moment.',
  starting: 'Die Karten werden gegeben …',
  go: 'Los!',
  standings: 'Stand',
  showStandings: 'Stand zeigen',
  hideStandings: 'Stand ausblenden',
  nth: (place) => `${place}.`,
  seeStandings: 'Zum Stand',
};

export const phaseWords: Words<typeof English.phaseWords> = {
  open: 'Lobby',
  countdown: 'Gleich geht’s los',
  running: 'Läuft',
  settled: 'Ergebnis',
  expired: 'Abgelaufen',
};
