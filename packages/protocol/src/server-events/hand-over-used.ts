import { z } from 'zod';
import { localPath } from '../http/hand-overs.ts';

/** Another device goes on as this person, at that path; to all their devices: one of them shows the code. */
export const handOverUsed = z.object({ path: localPath });
