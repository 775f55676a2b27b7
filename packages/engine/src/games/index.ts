/** The registry: a game is one file and one line here. */
import type { Game } from '../solitaire.ts';
import { game as alhambra } from './alhambra.ts';
import { game as bisley } from './bisley.ts';
import { game as britishSquare } from './british-square.ts';
import { game as slyFox } from './sly-fox.ts';

export const games = {
  bisley,
  'sly-fox': slyFox,
  'british-square': britishSquare,
  alhambra,
} as const satisfies Readonly<Record<string, Game>>;
