import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playerId, raceCode } from '../ids.ts';

/**
 * Invites somebody one has raced before into the lobby one sits in. The answer is the same whether they are there to
 * read it or not, and whether they accept any.
 */
export const raceInvite = clientEvent(
  z.object({ code: raceCode, personId: playerId }),
  z.object({}),
);
