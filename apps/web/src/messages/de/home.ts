import type { Words } from '../contract.ts';
import type * as English from '../home.en.ts';
import { count } from '../counting.ts';

const gameLines: Readonly<Record<string, string>> = {
  bisley: 'Asse hinauf, Könige hinab, und von Anfang an liegen alle Karten offen.',
  'sly-fox': 'Verteile je zwanzig Talonkarten auf zwanzig Stapel, dann bring ins Ziel, was passt.',
  'british-square': 'Vier Grundstapel wachsen bis zum König und dann wieder hinab bis zum Ass.',
  alhambra:
    'Leg Reservekarten nach Farbe auf die Ablage, auf- oder abwärts. Dreimal durch den Talon.',
};

export const homeWords: Words<typeof English.homeWords> = {
  overDays: 'Über mehrere Tage spielen',
  title: 'Patiencen um die Wette',
  heading: 'Gleiche Karten. Gleiche Zeit.',
  lead: 'Leg Patiencen um die Wette, alle mit denselben Karten.',
  noAccount: 'Ohne Konto: Link schicken und spielen.',
  chooseGame: 'Wähle eine Patience',
  gameLine: (gameId) => gameLines[gameId] ?? '',
  variant: 'Spielform',
  packs: (packs) => (packs === 1 ? 'Ein Kartenspiel' : 'Zwei Kartenspiele'),
  race: 'Rennen mit Freunden',
  practise: 'Allein spielen',
  offline:
    'Ohne Verbindung kannst du jede Patience allein spielen. Rennen warten, bis du wieder online bist.',
  asking: 'Einen Moment, dein Tisch ist unterwegs …',
  rules: 'Regeln',
  practiseThis: 'Diese Karten spielen',
  ownDeal: 'Bestimmte Karten spielen',
  dealCode: 'Kartencode oder PySolFC-Nummer',
  dealCodeHint: 'Ein Code wie A2F-9KD-3QX, eine Nummer oder ms und eine Nummer.',
  code: 'Hast du einen Code oder Link?',
  codeField: 'Code oder Link',
  codeHint: 'Jeder Code, den du bekommen hast, oder der ganze Link.',
  codeButton: 'Los',
  continueHere: 'Von einem anderen Gerät aus hier weiterspielen',
  goOn: 'Deine Spiele',
  inProgress: 'Angefangen',
  finished: 'Beendet',
  resume: 'Weiter',
  watch: 'Ansehen',
  watchRaces: 'Rennen zum Zusehen',
  seeRace: 'Endstand',
  seeGroup: 'Runde',
  groupOfGame: (game) => `Runde mit diesem ${game}`,
  resumeGame: (game) => `${game} weiterspielen`,
  replayGame: (game) => `Aufzeichnung von ${game} ansehen`,
  raceOfGame: (game) => `Endstand von ${game}`,
  allGames: 'Alle deine Spiele',
  lastGame: 'Dein letztes Spiel',
  kind: ({ raceCode, daily, duplicate, offline }) =>
    raceCode !== null
      ? 'Rennen'
      : daily
        ? 'Tagesspiel'
        : duplicate
          ? 'Runde'
          : offline
            ? 'Übung, offline'
            : 'Übung',
  figures: (home, moves) =>
    `${count(home, 'Karte', 'Karten')} im Ziel · ${count(moves, 'Zug', 'Züge')}`,
  listFailed: 'Deine Spiele waren nicht zu bekommen.',
};
