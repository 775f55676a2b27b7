import type { Words } from '../contract.ts';
import type * as English from '../advice.en.ts';
import { count } from '../counting.ts';

export const advice: Words<typeof English.advice> = {
  thinking: 'Suche eine Lösung …',
  stop: 'Suche beenden',
  won: (move, left) =>
    left === 1
      ? `So gewinnst du: ${move}`
      : `Sieg in ${count(left, 'Zug', 'Zügen')}. Weiter: ${move}`,
  plainly: { turnOver: 'Dreh die Ablage um.', deal: 'Deck eine Karte auf.' },
  itsFoundation: (end) => (end ? `ins Ziel ab ${end === 'ace' ? 'Ass' : 'König'}` : 'ins Ziel'),
  play: 'Spielen',
  lost: 'Von hier aus nicht zu gewinnen.',
  never: 'Diese Karten sind nicht zu gewinnen: Jeder Weg wurde versucht.',
  newDeal: 'Neue Karten',
  goBack: 'Weg zurück suchen',
  wayBack: (moves) => `Vor ${count(moves, 'Zug', 'Zügen')} war es noch zu gewinnen.`,
  takeBack: (moves) => `${count(moves, 'Zug', 'Züge')} zurück`,
  noWayBack: 'Von keiner früheren Stellung ist bekannt, dass sie zu gewinnen war.',
  undecided:
    'Noch keine Antwort: Zehn Sekunden reichten nicht, um eine Lösung zu finden oder auszuschließen.',
  failed: 'Tipps gehen in diesem Browser gerade nicht.',
  dismiss: 'Schließen',
};
