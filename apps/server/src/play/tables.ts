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
}

/**
 * Shows a play to a person: their own from its start on, anybody's once it has ended and its deal
 * is not live any more.
 */
export function createTables({ plays, clock, dealUseOf }: TablesOptions) {
  return async (playId: string, viewerId: string | null): Promise<Answer<PlaySnapshot>> => {
    const [record] = await plays.findFresh([playId]);
    if (!record) return { ok: false, error: { code: 'not-found', detail: 'playId' } };
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
