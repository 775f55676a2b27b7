import type { Words } from '../contract.ts';
import type * as English from '../quick.en.ts';

export const quickWords: Words<typeof English.quickWords> = {
  quick: 'Schnelles Rennen',
  hint: 'Gegen alle, die gerade da sind.',
};
