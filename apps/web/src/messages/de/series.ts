import type { Words } from '../contract.ts';
import type * as English from '../series.en.ts';
import { count, listOf } from '../counting.ts';
import { isolated } from '../isolated.ts';
import { shownName } from './shown-name.ts';

const namesText = (names: readonly string[]): string => listOf(names.map(shownName));

const pointsText = (points: number): string =>
  `${points >= 1 || points === 0 ? Math.floor(points) : ''}${points % 1 ? '½' : ''}`;

export const seriesWords: Words<typeof English.seriesWords> = {
  setting: 'Anzahl der Rennen',
  single: 'Ein Rennen',
  bestOf: (races) => `Best of ${races}`,
  inTurn: 'Spiele im Wechsel',
  fixed: 'Die Spiele einer Serie bleiben, wie sie im ersten Rennen waren.',
  hint: 'Ein Link führt immer zum aktuellen Rennen, und alle behalten ihren Platz.',
  score: 'Zwischenstand',
  scoreLine: (name, points) => `${isolated(shownName(name))} ${pointsText(points)}`,
  raceOf: (number, bestOf) => `Rennen ${number}, Best of ${bestOf}`,
  next: 'Nächstes Rennen',
  nextLead: 'Gleiche Plätze, neue Karten. Damit bist du auch gleich bereit.',
  another: 'Noch eine Serie',
  heading: 'Die Serie',
  wonByYou: 'Du hast die Serie gewonnen!',
  wonBy: (names) =>
    names.length > 1
      ? `${namesText(names)} teilen sich die Serie`
      : `${namesText(names)} gewinnt die Serie`,
  leads: (names, left) =>
    `${names.length > 1 ? `${namesText(names)} liegen gleichauf` : `${namesText(names)} führt`}; noch höchstens ${count(left, 'Rennen', 'Rennen')}.`,
  nobodyWon: 'Niemand hat ein Rennen der Serie gewonnen',
  winnerOf: (names) => (names.length > 0 ? namesText(names) : 'Niemand'),
  nth: (number) => `Rennen ${number}`,
  replay: 'Aufzeichnung',
  replayOf: (number) => `Aufzeichnung des Siegs in Rennen ${number} ansehen`,
  result: 'Ergebnis',
  resultOf: (number) => `Ergebnis von Rennen ${number}`,
};

export const startDelayWords: Words<typeof English.startDelayWords> = {
  heading: 'Wann wer die Karten sah',
  lead: 'Wie lange nach dem Start jede Seite ihre Karten gezeigt hat.',
  after: (name, seconds) => `${shownName(name)}: Tisch nach ${seconds} s`,
};
