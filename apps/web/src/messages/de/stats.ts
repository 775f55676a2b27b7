import type { Words } from '../contract.ts';
import type * as English from '../stats.en.ts';
import { count } from '../counting.ts';

export const statsWords: Words<typeof English.statsWords> = {
  played: 'Spiele',
  won: 'Gewonnen',
  streak: 'Tagesspiel-Serie',
  rate: 'Davon gewonnen',
  share: (percent) => `${percent} %`,
  solo: 'Allein',
  days: (played, won, weeks) =>
    `Die letzten ${weeks} Wochen: an ${count(played, 'Tag', 'Tagen')} gespielt, an ${won} davon alle Karten ins Ziel gebracht.`,
  times: (wins, best) => `Die letzten ${count(wins, 'Sieg', 'Siege')}, Bestzeit ${best}`,
  none: 'Noch nichts. Jeder Tag, an dem du spielst, bekommt hier einen Stempel.',
  play: 'Spielen',
};
