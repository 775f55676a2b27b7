import type { Words } from '../contract.ts';
import type * as English from '../hint.en.ts';
import { count } from '../counting.ts';

export const hintWords: Words<typeof English.hintWords> = {
  hint: 'Tipp',
  hints: (n) => count(n, 'Tipp', 'Tipps'),
};
