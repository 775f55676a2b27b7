import type { Words } from '../contract.ts';
import type * as English from '../puzzles.en.ts';
import { count } from '../counting.ts';

const kinds = { keep: 'Den Sieg behalten', win: 'In wenigen Zügen' };

export const puzzleWords: Words<typeof English.puzzleWords> = {
  title: 'Rätsel',
  lead: 'Alle Karten liegen offen: zwei Minuten, kein Glück. Nimm zurück, so oft du willst.',
  kinds,
  about: {
    keep: 'Ein Zug behält den Sieg. Alle anderen geben ihn her.',
    win: 'Bring alle Karten in so wenigen Zügen wie möglich ins Ziel.',
  },
  today: 'Die Rätsel von heute',
  streak: (days) => `${count(days, 'Tag', 'Tage')} in Folge`,
  noStreak: 'Löse jeden Tag eines und beginne eine Serie.',
  solve: 'Lösen',
  solveOf: (game) => `Das heutige Rätsel von ${game} lösen`,
  solved: 'Gelöst',
  againOf: (game) => `Gelöst. Das heutige Rätsel von ${game} noch einmal ansehen`,
  all: 'Alle Rätsel',
  game: 'Spiel',
  gradeMeaning:
    'Die Rauten sagen, wie oft jemand danebenliegt, der sorgfältig spielt, aber nicht vorausschaut.',
  solvedCount: (solved, all) => `${solved} von ${all}`,
  gradeLabel: (kind, grade, solved, all) => `${kind}, ${grade}: ${solved} von ${all} gelöst`,
  none: (game) =>
    `In ${game} fand sich keines: Ist der Talon leer, bleibt zu wenig zu entscheiden.`,
  failed: 'Die Rätsel konnten nicht geladen werden.',
  missing: 'Dieses Rätsel gibt es nicht.',
  loading: 'Hole das Rätsel …',
  name: (kind, number) => `${kinds[kind]}, Nr. ${number}`,
  pageTitle: (game, kind, number) => `${game}: ${kinds[kind]}, Nr. ${number}`,
  back: 'Alle Rätsel',
  next: 'Nächstes Rätsel',
  task: {
    keep: 'Finde den einen Zug, der den Sieg behält.',
    win: (moves) => `Gewinne in ${count(moves, 'Zug', 'Zügen')}.`,
    left: (moves) => `Noch ${count(moves, 'Zug', 'Züge')}.`,
  },
  lost: {
    never: (card) => `Damit ist es verloren: ${card} kommt nie mehr ins Ziel.`,
    onlyOne: (card) => `Damit ist es verloren: ${card} kommt nur noch einmal ins Ziel.`,
    together: 'Damit ist es verloren: Alle Karten zusammen kommen nicht mehr ins Ziel.',
    end: (left) => `Bestenfalls ${count(left, 'Karte bleibt', 'Karten bleiben')} liegen.`,
  },
  kept: 'Richtig: Nur so bleibt der Sieg.',
  won: (moves) => `In ${count(moves, 'Zug', 'Zügen')}: Kürzer geht es nicht.`,
  tooLong: (moves) => `Das waren ${count(moves, 'Zug', 'Züge')}, und noch nicht gewonnen.`,
  wonTooLong: (moves, best) => `In ${count(moves, 'Zug', 'Zügen')}. Es geht in ${best}.`,
  takeBack: 'Zurücknehmen',
  again: 'Noch einmal',
  show: 'Zeig es mir',
  showWin: 'Den Sieg zeigen',
  shown: 'So wird gewonnen.',
  home: 'Rätsel',
};
