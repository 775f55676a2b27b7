import { z } from 'zod';
import { clientEvent } from '../event.ts';

/** Asks for nothing but an answer: whether the line still carries anything. */
export const lineCheck = clientEvent(z.object({}), z.object({}));
