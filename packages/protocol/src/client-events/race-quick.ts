import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { gameId } from '../ids.ts';

/** Takes a seat in the game's quick match that gathers players; whoever sits in one already gets its code. */
export const raceQuick = clientEvent(z.object({ game: gameId }), z.object({ code: z.string() }));
