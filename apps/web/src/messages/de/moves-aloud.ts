import type { Words } from '../contract.ts';
import type * as English from '../moves-aloud.en.ts';
import { count } from '../counting.ts';

export const movesAloud: Words<typeof English.movesAloud> = {
  itsFoundation: (end) =>
    end
      ? `auf den passenden Grundstapel ab ${end === 'ace' ? 'Ass' : 'König'}`
      : 'auf den passenden Grundstapel',
  moved: (card, to, then) => `${card} ${to}${then ? `; ${then}` : ''}.`,
  uncovers: (card, fromBottom, pile) =>
    fromBottom === 1
      ? `frei wird ${card}, letzte Karte ${pile}`
      : `frei wird ${card}, ${fromBottom}. Karte ${pile}`,
  fills: (card, pile) => `${card} rückt ${pile} nach`,
  uncoversPlainly: (card) => `frei wird ${card}`,
  empties: (pile) => `${pile} ist leer`,
  turnedUpOn: (card, pile) => `${card} aufgedeckt ${pile}.`,
  batchBegun: (left) => `Noch ${left} legen, dann sind die Stapel wieder frei.`,
  batchDone: 'Alle gelegt: Die Stapel sind frei.',
  undone: (card) => `Zurückgenommen: ${card}.`,
  undoneDeal: 'Zurückgenommen: das Aufdecken.',
  byOther: (text) => `Anderes Gerät: ${text}`,
  takenBack: (why) => `Zurückgenommen. ${why}`,
  overtaken: 'Ein anderes Gerät war schneller. Du siehst den Tisch, wie er jetzt ist.',
  givenUp: (moves, name) =>
    `Kein Platz mehr in diesem Browser: ${count(moves, 'ungesendeter Zug', 'ungesendete Züge')} von ${name} in einem älteren Spiel ${moves === 1 ? 'musste' : 'mussten'} weichen.`,

  remarks: {
    selected: (card, places) =>
      places === 0
        ? `${card} ausgewählt. Passt jetzt nirgends hin.`
        : `${card} ausgewählt, ${count(places, 'Platz', 'Plätze')} möglich.`,
    deselected: (card) => `${card} zurückgelegt.`,
    chooseHome: (card) => `${card} passt auf zwei Grundstapel. Wähle einen.`,
    choosePlace: (card) => `${card} passt auf mehrere Stapel. Wähle einen.`,
    noHome: (card) => `${card} passt noch auf keinen Grundstapel.`,
    nothingThere: 'Hier liegt keine Karte zum Ziehen.',
    alsoHere: 'Karten auf Grundstapeln bleiben dort.',
  },
};
