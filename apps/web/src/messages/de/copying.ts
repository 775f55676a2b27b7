import type { Words } from '../contract.ts';
import type * as English from '../copying.en.ts';

export const copyingWords: Words<typeof English.copyingWords> = {
  byHand:
    'Kopieren braucht hier https. Der Text ist markiert: Kopiere ihn mit der Tastatur oder über das Menü.',
};
