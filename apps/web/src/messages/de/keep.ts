import type { Words } from '../contract.ts';
import type * as English from '../keep.en.ts';

export const keepWords: Words<typeof English.keepWords> = {
  onlyHere: 'Deine Spiele sind nur in diesem Browser gespeichert.',
  keep: 'Mit einem Konto sichern',
};
