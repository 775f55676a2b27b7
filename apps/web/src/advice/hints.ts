/** All that a hint needs beyond the table, fetched together. */
import Advice from './Advice.svelte';
import { adviceText } from './advice-text.ts';
import { Adviser } from './adviser.svelte.ts';
import { searchInWorker } from './search.ts';

export type Hints = ReturnType<typeof createHints>;

/** Hints for one table. */
export const createHints = () => ({ adviser: new Adviser(searchInWorker), Advice, adviceText });
