import { playSnapshot } from '../play.ts';

/** The table as it is: at the start of a race, or when the service found this page out of step. */
export const playOpened = playSnapshot;
