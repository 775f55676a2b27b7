import { z } from 'zod';
import { playId } from '../ids.ts';
import { playEnding } from '../race.ts';

/** The play has ended without an entry: the cap has come. */
export const playEnded = z.object({ playId, ending: playEnding });
