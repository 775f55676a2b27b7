import type { Words } from '../contract.ts';
import type * as English from '../by-ear.en.ts';

export const byEar: Words<typeof English.byEar> = {
  board: 'Kartentisch',
  help: 'F1 für Hilfe.',

  areas: {
    foundations: 'Grundstapel.',
    tableau: 'Auslage.',
    stock: 'Talon und Ablage.',
  },

  nothingUnder: 'Darunter liegt nichts.',
  noAnswer:
    'Die Antwort war nicht zu bekommen. Frag noch einmal, wenn die Verbindung wieder da ist.',
};
