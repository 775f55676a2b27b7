import { dailyKey } from '../ids.ts';

/** Boards and figures of a daily have changed; published at most once a second to those who watch. */
export const dailyChanged = dailyKey;
