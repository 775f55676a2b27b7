import type { Words } from '../contract.ts';
import type * as English from '../game-names.en.ts';

/** The games keep their names. */
export const gameNames: Words<typeof English.gameNames> = {
  games: {},
  variants: {
    'bisley/thirteen': '13 Spalten',
    'bisley/twelve': '12 Spalten',
    'british-square/piles': '16 Stapel',
    'british-square/columns': '4 Spalten zu 4',
    'british-square/union': 'Union Square',
  },
  withVariant: (game, variant) => `${game}, ${variant}`,
};
