/** All that a hint needs beyond the table, fetched together. */
import { whenUp } from '../net/when-up.ts';
import Advice from './Advice.svelte';
import { adviceText } from './advice-text.ts';
import { Adviser } from './adviser.svelte.ts';
import { searchInWorker } from './search.ts';

export type Hints = ReturnType<typeof createHints>;

/** Hints for one table. One that is taken without a line is counted with the next (`whenUp`). */
export const createHints = () => ({
  adviser: new Adviser(searchInWorker),
  Advice,
  adviceText,
  whenUp,
});
