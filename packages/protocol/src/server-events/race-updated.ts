import { raceSnapshot } from '../race.ts';

/** Anything about the race has changed but mere progress. */
export const raceUpdated = raceSnapshot;
