/** What stands at a table of hints before one is asked for. */
import { count } from './counting.ts';

export const hintWords = {
  hint: 'Hint',
  hints: (n: number) => count(n, 'hint', 'hints'),
};
