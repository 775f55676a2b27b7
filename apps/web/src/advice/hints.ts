/** All that a hint needs beyond the table, fetched together. */
import { adviceText } from '../play/words.ts';
import Advice from './Advice.svelte';
import { Adviser } from './adviser.svelte.ts';
import { searchInWorker } from './search.ts';

export type Hints = ReturnType<typeof createHints>;

/** Hints for one table. */
export const createHints = () => ({ adviser: new Adviser(searchInWorker), Advice, adviceText });
