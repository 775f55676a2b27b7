import type { Words } from '../contract.ts';
import type * as English from '../help.en.ts';

export const helpWords: Words<typeof English.helpWords> = {
  title: (game) => `So spielt man ${game}`,
  keysTitle: 'Tastatur',
  close: 'Schließen',
  keysHint: 'Die Tasten wirken, solange der Fokus auf den Karten liegt; ? wirkt überall.',
  noAnswer: 'Gerade keine Antwort.',
  ways: 'Tippe auf eine Karte, dann dorthin, wo sie hinsoll. Tippe zweimal, und sie geht ins Ziel oder auf ihren einzigen Platz. Oder zieh sie. Halte einen Stapel gedrückt, um hineinzusehen.',
  keys: [
    ['Pfeiltasten', 'von Stapel zu Stapel'],
    ['Eingabe oder Leertaste', 'Karte aufnehmen, Karte ablegen'],
    ['H', 'die Karte ins Ziel schicken'],
    ['D', 'Karte aufdecken oder die Ablage umdrehen'],
    ['Z', 'zurücknehmen'],
    ['Y', 'wiederherstellen'],
    ['A', 'alles ins Ziel bringen, was geht'],
    ['P', 'in den Stapel sehen'],
    ['N', 'nächster Zug: ein Tipp, beim Üben'],
    ['Esc', 'Karte zurücklegen'],
    ['F6, Umschalt+F6', 'von Bereich zu Bereich: Grundstapel, Auslage, Talon, Stand'],
    ['? oder F1', 'diese Tasten'],
  ],
};
