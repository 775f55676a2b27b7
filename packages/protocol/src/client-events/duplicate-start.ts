import { z } from 'zod';
import { duplicateCode, duplicateDealNumber } from '../duplicate.ts';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/** Begins one's only try at a deal, or finds the one begun before, on whichever device. Its clock never stops. */
export const duplicateStart = clientEvent(
  z.object({ code: duplicateCode, deal: duplicateDealNumber }),
  z.object({ playId }),
);
