import type { Words } from '../contract.ts';
import type * as English from '../today.en.ts';
import { count, numberText } from '../counting.ts';

export const today: Words<typeof English.today> = {
  heading: 'Die Karten von heute',
  loading: 'Die Karten von heute werden geholt …',
  failed: 'Die Tagesspiele sind gerade nicht zu bekommen.',
  puzzles: 'Rätsel',
  all: 'Alles über die Tagesspiele',
  left: (time) => `noch ${time}`,
  proved: 'sicher lösbar',
  notProved: 'nicht auf Lösbarkeit geprüft',
  played: (tries, won) =>
    tries === 0
      ? 'Noch niemand ist fertig.'
      : `${count(tries, 'Versuch', 'Versuche')} beendet, ${numberText(won)} gewonnen`,
  begin: 'Spielen',
  beginOf: (game) => `${game} des Tages spielen`,
  resume: 'Weiter',
  resumeOf: (game) => `${game} des Tages weiterspielen`,
  board: 'Bestenliste',
  boardOf: (game) => `Bestenliste von ${game} des Tages`,
  running: 'Angefangen: Die Uhr läuft.',
  place: (n) => `Platz ${numberText(n)}`,
  percentile: (n) => `schneller als ${numberText(Math.floor(n))} % der anderen Versuche`,
  notCounted: 'zählt nicht für die Bestenlisten',
  streak: (days) => `${count(days, 'Tag', 'Tage')} in Folge`,
};
