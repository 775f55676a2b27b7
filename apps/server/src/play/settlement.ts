/** The ends of plays that no entry has ended: by the cap of their race, by the close of their daily. */
import { figuresOf, recordInTurns } from './play-record.ts';
import type { PlayFigures, PlayHeader, StoredEntry } from './play-record.ts';

/** A stored play whose row is locked, so that no entry can be added meanwhile. */
export interface LockedPlay {
  readonly header: PlayHeader;
  readonly entries: readonly StoredEntry[];
}

/** What is to be stored of a play that ends now. */
export interface PlayEnd {
  readonly playId: string;
  readonly endedAt: Date;
  readonly figures: PlayFigures;
  /** Where it ends before its time would be up. */
  readonly closesAt?: Date;
}

/**
 * The ends of plays that are stored as running. A log that does not replay counts up to its last good entry, so that
 * it keeps nobody else from their places.
 * @param isTimeUp whether the clock ends those that could still go on
 * @returns undefined if one of them still runs and its time is not up
 */
export async function endsOf(
  plays: readonly LockedPlay[],
  isTimeUp: boolean,
): Promise<readonly PlayEnd[] | undefined> {
  const ends: PlayEnd[] = [];
  for (const { header, entries } of plays) {
    // A deal without any move is stuck without an entry.
    const record = await recordInTurns({ ...header, endedByCap: false }, entries);
    if (record.ending === null && !isTimeUp) return undefined;
    const figures = figuresOf({ ...record, ending: record.ending ?? 'cap' });
    ends.push({
      playId: header.id,
      figures,
      endedAt: new Date(header.startsAt + figures.elapsedMs),
    });
  }
  return ends;
}

/** The ends of plays that are given up: their time is up now. */
export async function endsNow(
  plays: readonly LockedPlay[],
  now: number,
): Promise<readonly PlayEnd[]> {
  const ends: PlayEnd[] = [];
  for (const { header, entries } of plays) {
    const closesAt = Math.max(now, header.startsAt);
    const ended = await endsOf([{ header: { ...header, closesAt }, entries }], true);
    for (const end of ended ?? []) ends.push({ ...end, closesAt: new Date(closesAt) });
  }
  return ends;
}
