import type { Words } from '../contract.ts';
import type * as English from '../accuracy.en.ts';
import { count } from '../counting.ts';

export const accuracy: Words<typeof English.accuracy> = {
  heading: 'Genauigkeit',
  average: (percent, plays) =>
    `Genauigkeit im Schnitt: ${percent} % (${count(plays, 'Spiel', 'Spiele')} mit untersuchter Aufzeichnung).`,
  share: (percent) => `${percent} %`,
  kept: (kept, decisions) =>
    kept === decisions
      ? decisions === 1
        ? 'Die einzige Entscheidung hielt den Sieg offen.'
        : `Alle ${decisions} Entscheidungen hielten den Sieg offen.`
      : `${kept} von ${decisions} Entscheidungen hielten den Sieg offen.`,
  undecided: (n) =>
    n === 1
      ? 'Eine Entscheidung ließ sich nicht beurteilen und zählt nicht: Das ist eine Schätzung.'
      : `${n} Entscheidungen ließen sich nicht beurteilen und zählen nicht: Das ist eine Schätzung.`,
  allUndecided: 'Nichts zu zählen: Keine Entscheidung ließ sich beurteilen.',
  line: (keptTo) =>
    keptTo === null ? 'Genauigkeit' : `Genauigkeit: Bis Zug ${keptTo} war der Sieg noch offen.`,
  helped: (hints) =>
    hints === 1
      ? 'Mit einem Tipp: Eine dieser Entscheidungen kann vom Computer sein.'
      : `Mit ${hints} Tipps: Bis zu ${hints} dieser Entscheidungen können vom Computer sein.`,
  mistake: (number, cost) =>
    `Dein ${number}. Zug hat den Sieg um ${count(cost, 'Zug', 'Züge')} verlängert.`,
  ask: 'Wie gut habe ich gespielt?',
  exact: 'Genau: Jeder Weg wurde versucht.',
  hindsight: 'Im Nachhinein: Der Computer kannte den ganzen Talon, du nicht.',
  nothing: {
    won: 'Nichts zu zählen: Es wurde nichts entschieden.',
    lost: 'Nichts zu zählen: Diese Karten sind nicht zu gewinnen.',
    unknown: 'Nichts zu zählen: Für diese Karten ist keine Lösung bekannt.',
  },
  mistakes: 'Was am meisten gekostet hat',
  cost: (n) => `Kostete ${count(n, 'Zug', 'Züge')}.`,
  better: (move) => `So wäre es offen geblieben: ${move}`,
  show: 'Zeigen',
  showOf: (number) => `Zeigen: Zug ${number}`,
  retry: 'Von hier noch einmal',
  retryOf: (number) => `Von hier noch einmal, vor Zug ${number}`,
  curve: (lost) =>
    `Karten, die man mit Umsicht von jeder Stellung aus ins Ziel bringt.${lost && ` ${lost}`}`,
  lostAt: (number, isProved) =>
    isProved ? `Verloren bei Zug ${number}.` : `Wohl verloren bei Zug ${number}.`,
};
