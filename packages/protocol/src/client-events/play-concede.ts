import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { entryNumber, playId } from '../ids.ts';
import { acceptedEntry, packedEntry } from '../play.ts';

/** Gives the play up, for good. */
export const playConcede = clientEvent(
  z.object({ playId, expected: entryNumber }),
  acceptedEntry,
  packedEntry,
);
