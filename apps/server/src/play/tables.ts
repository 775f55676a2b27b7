/** Who may see a play, and as what. */
import type { Answer, Failure, PlaySnapshot } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { isLive } from '../deal/is-live.ts';
import type { DealUse } from '../deal/is-live.ts';
import { hasBegun, snapshotOf } from './play-record.ts';
import type { PlayRecord } from './play-record.ts';
import type { Plays } from './plays.ts';

export interface TablesOptions {
  readonly plays: Plays;
  readonly clock: Clock;
  readonly dealUseOf: (playId: string) => Promise<DealUse | null>;
  /** Settles the race of that code if that is due. */
  readonly settleRace: (code: string) => Promise<unknown>;
  /** Settles the duplicate of that code if that is due. */
  readonly settleDuplicate: (code: string) => Promise<unknown>;
  /** Ends tries at dailies and duplicates whose time is up. */
  readonly endTries: (playIds: readonly string[]) => Promise<unknown>;
}

/** Reads plays as they are, after settling their race or daily if that is due. */
export function createTables(options: TablesOptions) {
  const { plays, clock, dealUseOf, settleRace, settleDuplicate, endTries } = options;

  /** Whether the clock has ended the play, and nobody has noted it yet. */
  const isDue = ({ header, ending }: PlayRecord): boolean =>
    ending === null && header.closesAt !== null && clock.now() >= header.closesAt;

  /** Whether the deal itself cannot be read: then there is no table, up to no entry. */
  const isUnreadable = ({ damage }: PlayRecord): boolean => damage?.number === 0;

  async function settleRacesOf(records: readonly PlayRecord[]): Promise<void> {
    const codes = records.flatMap(({ header }) => (header.race ? [header.race.code] : []));
    await Promise.all([...new Set(codes)].map(settleRace));
  }

  /** The plays as they are now; unknown ids are left out. */
  async function findSettled(playIds: readonly string[]): Promise<readonly PlayRecord[]> {
    const records = await plays.read(playIds);
    const due = records.filter(isDue);
    if (due.length === 0) return records;
    await settleRacesOf(due);
    const tries = due.filter(({ header }) => header.daily !== null || header.duplicate);
    if (tries.length > 0) await endTries(tries.map(({ header }) => header.id));
    return plays.read(playIds);
  }

  /**
   * Shows a play to a person: their own from its start on, anybody's once it has ended and its deal
   * is not live any more.
   * @param onReplayed called with how many entries were replayed, also where it is refused
   */
  async function tableOf(
    playId: string,
    viewerId: string | null,
    onReplayed?: (entries: number) => void,
  ): Promise<Answer<PlaySnapshot>> {
    const [record] = await findSettled([playId]);
    if (!record) return { ok: false, error: { code: 'not-found', detail: 'playId' } };
    onReplayed?.(record.play.entries);
    const now = clock.now();
    const { header } = record;
    const isOwner = header.ownerId === viewerId;
    if (isOwner && !hasBegun(header, now)) {
      return { ok: false, error: { code: 'not-started', startsInMs: header.startsAt - now } };
    }
    // No table of a race under way is open, so nothing needs to be read: coming back is fast.
    const isUnderWay = isOwner && record.ending === null && !header.isPractice;
    const closed: Failure | null = isUnderWay
      ? { code: 'deal-is-live' }
      : await refusalToOpen(record, viewerId);
    if (closed && !isOwner) return { ok: false, error: closed };
    if (isUnreadable(record)) return { ok: false, error: { code: 'play-damaged' } };
    return { ok: true, data: snapshotOf(record, viewerId, now, closed === null) };
  }

  /** Why the deal of a play, and what was done with it, is not open to a person; null if it is. */
  async function refusalToOpen(
    record: PlayRecord,
    viewerId: string | null,
  ): Promise<Failure | null> {
    const refusal = await refusalToSee(record, viewerId);
    return refusal ?? (isUnreadable(record) ? { code: 'play-damaged' } : null);
  }

  async function refusalToSee(
    record: PlayRecord,
    viewerId: string | null,
  ): Promise<Failure | null> {
    const { header, ending } = record;
    if (header.isPractice && header.ownerId === viewerId) return null;
    // All may have ended with no request since, so that nothing has settled it.
    await settleRacesOf([record]);
    if (header.duplicate) await settleDuplicate(header.duplicate.code);
    const use = await dealUseOf(header.id);
    if (!use || isLive(use, clock.now())) return { code: 'deal-is-live' };
    // A table that is still played belongs to its player alone.
    if (ending === null && header.ownerId !== viewerId)
      return { code: 'forbidden', detail: 'playId' };
    return null;
  }

  return { findSettled, tableOf, refusalToOpen };
}
