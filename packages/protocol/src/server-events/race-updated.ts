import { raceSnapshot } from '../race.ts';

/** Anything about the race except progress has changed. */
export const raceUpdated = raceSnapshot;
