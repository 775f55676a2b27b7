import type { Words } from '../contract.ts';
import type * as English from '../open-tables.en.ts';

export const openTables: Words<typeof English.openTables> = {
  setting: 'Tische im Rennen',
  closed: 'Sieht nur, wer daran spielt',
  open: 'Offen für alle, die zusehen',
  heading: 'Alle Tische',
  lead: 'Tippe auf einen Tisch, um ihn groß zu sehen.',
  enlarge: 'Diesen Tisch groß sehen',
  shrink: 'Wieder alle Tische',
  failed: 'Die Tische lassen sich gerade nicht zeigen.',
  film: 'Alle Aufzeichnungen zusammen',
  filmTitle: (code) => `Alle Tische von Rennen ${code}`,
  clock: 'Zeit seit dem Start',
  play: 'Abspielen',
  pause: 'Anhalten',
  speed: 'Tempo',
  times: (n) => `${n}×`,
  back: 'Zurück zum Rennen',
};
