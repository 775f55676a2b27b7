import type { Words } from '../contract.ts';
import type * as English from '../analysis.en.ts';

export const analysis: Words<typeof English.analysis> = {
  heading: 'Wo es verloren ging',
  headingWon: 'Wie gewonnen wurde',
  working: 'Das Spiel wird durchgesehen …',
  failed: 'Wo es verloren ging, war gerade nicht herauszufinden.',
  tryAgain: 'Noch einmal versuchen',

  won: 'Du hast den Sieg nie aus der Hand gegeben.',
  stillOpen: 'Nirgends: Am Ende war es noch zu gewinnen.',
  unwinnable: 'Mit diesen Karten war nicht zu gewinnen: Jeder Weg wurde versucht.',
  unknown:
    'Ob mit diesen Karten zu gewinnen war, ist nicht bekannt: Die Suche fand keinen Weg und konnte keinen ausschließen.',
  lost: (move) => `Mit diesem Zug: ${move}`,
  proved: 'Bewiesen: Nach diesem Zug war es nicht mehr zu gewinnen.',
  notProved:
    'Nicht bewiesen: Vor dem Zug war eine Lösung bekannt, danach fand die Suche rechtzeitig keine.',
  difficulty: 'Diese Karten:',
  mark: (isProved) => (isProved ? 'hier verloren' : 'wohl hier verloren'),
  show: 'Zeigen',
  goOn: 'Von kurz davor noch einmal',
  goOnHere: 'Von hier aus üben',
  wayHome: 'Eine Lösung ansehen',
  ownWay: 'Zurück zur Aufzeichnung',
  wayHomeOf: 'Eine Lösung',
  compare: (name) => `Neben ${name} ansehen`,
};

export const compare: Words<typeof English.compare> = {
  title: (one, other) => `${one} und ${other}`,
  lead: 'Beide nach gleich vielen Zügen.',
  same: 'Beide haben gleich gespielt.',
  parts: (n) => (n === 0 ? 'Ihr trennt euch beim ersten Zug.' : `Ihr trennt euch nach Zug ${n}.`),
  stopped: (name, n) =>
    n === 0
      ? `${name} hat keinen Zug gemacht.`
      : `Die gleichen Züge, bis das Spiel von ${name} nach Zug ${n} zu Ende war.`,
  go: 'Zeigen, wo',
  mark: 'hier trennt ihr euch',
  ends: 'ein Spiel endet',
  differs: (name, move) => `Hier geht ${name} einen anderen Weg: ${move}`,
  goesOn: (name, move) => `${name} spielt weiter: ${move}`,
  which: 'Wessen Tisch',
  notSameDeal: 'Diese beiden Spiele hatten nicht dieselben Karten.',
};
