import { acceptedEntry } from '../play.ts';
import { playId } from '../ids.ts';

/**
 * An entry that another device of the same person made; that device is in control now (P6). Or one of a table that is
 * open to everyone who has requested `race:tables`.
 */
export const playAdvanced = acceptedEntry.extend({ playId });
