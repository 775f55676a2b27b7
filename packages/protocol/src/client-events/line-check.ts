import { z } from 'zod';
import { clientEvent } from '../event.ts';

/** Requests nothing but an answer: checks that the line still works. */
export const lineCheck = clientEvent(z.object({}), z.object({}));
