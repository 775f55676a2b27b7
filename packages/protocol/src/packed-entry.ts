/** Entries in short form, as `packedEntry` in `play.ts` describes them. Types alone: the page loads no schemas. */
import type { z } from 'zod';
import type { AcceptedEntry, packedEntry } from './play.ts';

export type PackedEntry = z.infer<typeof packedEntry>;

export function packEntry({ elapsedMs, turnedUp, ending }: AcceptedEntry): PackedEntry {
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
