import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { entryNumber, playId } from '../ids.ts';
import { acceptedEntry, packedEntry } from '../play.ts';

/** Takes the last move back, as an entry of its own. */
export const playUndo = clientEvent(
  z.object({ playId, expected: entryNumber }),
  acceptedEntry,
  packedEntry,
);
