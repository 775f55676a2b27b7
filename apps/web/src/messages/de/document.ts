import type { Words } from '../contract.ts';
import type * as English from '../document.en.ts';

export const documentWords: Words<typeof English.documentWords> = {
  description:
    'Leg Patiencen um die Wette: dieselben Karten, derselbe Moment, alle am eigenen Tisch.',
  needsScripts: 'Same Deal braucht JavaScript: Die Karten werden in deinem Browser ausgelegt.',
};

export const startWords: Words<typeof English.startWords> = {
  heading: 'Gleiche Karten. Gleiche Zeit.',
  lead: 'Leg Patiencen um die Wette, alle mit denselben Karten.',
  noAccount: 'Ohne Konto: Link schicken und spielen.',
};
