import type { Words } from '../contract.ts';
import type * as English from '../closing.en.ts';

export const closingWords: Words<typeof English.closingWords> = {
  setting: 'Nach dem ersten Sieg',
  quarter: 'Ein Viertel der Siegerzeit',
  none: 'Bis zum Zeitlimit',
  hint: 'Die anderen bekommen noch mindestens 30 Sekunden.',
  openTables: 'Offene Tische: Wer zusieht oder fertig ist, sieht alle Tische.',
  listed: 'In der Liste: Alle können dieses Rennen finden und zusehen.',
};
