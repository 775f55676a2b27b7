import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { entryCode, entryNumber, playId } from '../ids.ts';
import { acceptedEntry, packedEntry } from '../play.ts';

/** A move as the play's entry number `expected`. Acknowledged means committed (P4). */
export const playMove = clientEvent(
  z.object({ playId, expected: entryNumber, move: entryCode }),
  acceptedEntry,
  packedEntry,
);
