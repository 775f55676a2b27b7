import type { Words } from '../contract.ts';
import type * as English from '../hints.en.ts';

export const hintWords: Words<typeof English.hintWords> = {
  count: (n, of) => `${n}/${of}`,
  gotIt: 'Okay',
  rule: {
    bisley:
      'Asse steigen, Könige fallen, bis sie sich treffen. Spalten gehen auf und ab, in einer Farbe.',
    'sly-fox':
      'Wer eine Talonkarte auf die Reserve legt, legt zwanzig; erst dann gehen Reservekarten ins Ziel.',
    'british-square':
      'Jedes Ziel steigt bis zum König und fällt dann wieder. Ein Stapel behält seine Richtung.',
    alhambra:
      'Reservekarten gehen ins Ziel oder auf die Ablage: gleiche Farbe, eins höher oder tiefer.',
  },
  hint: {
    home: (card) => `${card} kann ins Ziel: Tippe zweimal darauf oder zieh sie nach oben.`,
    build: (card, to) => `${card} passt ${to}: Tippe auf die Karte, dann dorthin. Oder zieh sie.`,
    place: (card) =>
      `${card} ist die nächste Karte vom Talon: Tippe darauf, dann auf einen Stapel.`,
    deal: () => 'Kein Zug, der dir gefällt? Tippe auf den Talon und deck eine Karte auf.',
    look: (_card, _to, hasMouse) =>
      hasMouse
        ? 'Ein Rechtsklick auf einen Stapel zeigt alle seine Karten.'
        : 'Halte einen Stapel gedrückt, um alle seine Karten zu sehen.',
  },
};
