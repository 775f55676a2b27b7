import type { Words } from '../contract.ts';
import type * as English from '../difficulty.en.ts';

const names = ['sehr leicht', 'leicht', 'mittel', 'schwer', 'sehr schwer'];

export const difficulty: Words<typeof English.difficulty> = {
  text: (n) => `${names[n - 1] ?? names[2]} (${n} von 5)`,
  meaning: 'Je schwerer, desto öfter verliert man mit Umsicht, aber ohne vorauszusehen.',
};
