import type { Words } from '../contract.ts';
import type * as English from '../document.en.ts';

export const documentWords: Words<typeof English.documentWords> = {
  description:
    'Leg Patiencen um die Wette: dieselben Karten, derselbe Moment, alle am eigenen Tisch.',
  needsScripts: 'Same Deal braucht JavaScript: Die Karten werden in deinem Browser ausgelegt.',
};
