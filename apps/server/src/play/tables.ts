/** Who may see a play, and as what. */
import type { Answer, PlaySnapshot } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { isLive } from '../deal/is-live.ts';
import type { DealUse } from '../deal/is-live.ts';
import { snapshotOf } from './play-record.ts';
import type { Plays } from './plays.ts';

export interface TablesOptions {
  readonly plays: Plays;
  readonly clock: Clock;
  readonly dealUseOf: (playId: string) => Promise<DealUse | null>;
  /** Settles the play's race if that is due: whoever looks first does it. */
  readonly settleIfDue: (code: string) => Promise<unknown>;
}

/**
 * Shows a play to a person: their own from its start on, anybody's once it has ended and its deal
 * is not live any more.
 */
export function createTables({ plays, clock, dealUseOf, settleIfDue }: TablesOptions) {
  return async (playId: string, viewerId: string | null): Promise<Answer<PlaySnapshot>> => {
    const [found] = await plays.findFresh([playId]);
    if (!found) return { ok: false, error: { code: 'not-found', detail: 'playId' } };
    const isTheirs = found.header.userId !== viewerId;
    const isPastCap = found.header.closesAt !== null && clock.now() >= found.header.closesAt;
    // Whether another's table is open, and how one's own ended, may be waiting for the race to be settled.
    const mayBeDue = isTheirs || (isPastCap && found.ending === null);
    if (found.header.race && mayBeDue) await settleIfDue(found.header.race.code);
    const [record = found] = mayBeDue ? await plays.findFresh([playId]) : [];
    const now = clock.now();
    const { header, ending } = record;
    if (header.userId === viewerId) {
      const startsInMs = header.startsAt - now;
      return startsInMs > 0
        ? { ok: false, error: { code: 'not-started', startsInMs } }
        : { ok: true, data: snapshotOf(record, viewerId, now) };
    }
    const use = await dealUseOf(playId);
    if (!use || isLive(use)) return { ok: false, error: { code: 'deal-is-live' } };
    // A table that is still played belongs to its player alone.
    if (ending === null) return { ok: false, error: { code: 'forbidden', detail: 'playId' } };
    return { ok: true, data: snapshotOf(record, viewerId, now) };
  };
}
