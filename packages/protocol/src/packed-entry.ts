/** Entries in short form, as `packedEntry` in `play.ts` describes them. Types alone: the page loads no schemas. */
import type { z } from 'zod';
import type { AcceptedEntry, packedEntry } from './play.ts';
import type { raceProgressed } from './server-events/race-progressed.ts';

export type PackedEntry = z.infer<typeof packedEntry>;
type RaceProgressed = z.infer<typeof raceProgressed>;

/** @param news of the race that goes with it */
export function packEntry(
  { elapsedMs, turnedUp, ending }: AcceptedEntry,
  news?: RaceProgressed,
): PackedEntry {
  if (news) return [elapsedMs, turnedUp ?? null, ending, news];
  if (ending !== null) return [elapsedMs, turnedUp ?? null, ending];
  return turnedUp === undefined ? [elapsedMs] : [elapsedMs, turnedUp];
}

/** @param request what was sent, and is answered by it */
export function unpackEntry(
  [elapsedMs, turnedUp, ending]: PackedEntry,
  { number, entry }: Pick<AcceptedEntry, 'number' | 'entry'>,
): AcceptedEntry {
  const accepted = { number, entry, elapsedMs, ending: ending ?? null };
  return typeof turnedUp === 'number' ? { ...accepted, turnedUp } : accepted;
}
