/** Continuing in practice from any point of a play that one may see. */
import type { Answer } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import type { NewPractice } from './plays.ts';
import { logOf, recordInTurns } from './play-record.ts';
import type { createTables } from './tables.ts';

export interface BranchRequest {
  readonly playId: string;
  /** How many of its entries the new play begins with. */
  readonly entries: number;
  readonly userId: string;
}

export interface BranchOptions {
  readonly tables: ReturnType<typeof createTables>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'id'>;
  /** False if the person has as many under way as they may. */
  readonly create: (play: NewPractice) => Promise<boolean>;
}

export function createBranch({ tables, clock, chance, create }: BranchOptions) {
  /**
   * A practice play of one's own that begins with the first entries of another play, times and all. Its deal must be
   * open: of a live one nobody gets practice, of their own play neither (P2).
   */
  return async (request: BranchRequest): Promise<Answer<{ playId: string }>> => {
    const [record] = await tables.findSettled([request.playId]);
    if (!record) return { ok: false, error: { code: 'not-found', detail: 'playId' } };
    const error = await tables.refusalToOpen(record, request.userId);
    if (error) return { ok: false, error };
    if (request.entries > record.play.entries) {
      return { ok: false, error: { code: 'bad-request', detail: 'entries' } };
    }
    const log = logOf(record)
      .slice(0, request.entries)
      .map(({ entry, elapsedMs }) => ({ code: entry, elapsedMs }));
    const { variant, pack, deal } = record.header;
    const header = { ...record.header, undo: 'free', endedByCap: false } as const;
    const begun = await recordInTurns(header, log);
    if (begun.ending && log.length > 0) return { ok: false, error: { code: 'play-ended' } };
    const playId = chance.id();
    const isCreated = await create({
      id: playId,
      userId: request.userId,
      variant,
      pack,
      source: deal,
      startsAt: clock.now() - (log.at(-1)?.elapsedMs ?? 0),
      log,
      from: request.playId,
    });
    return isCreated
      ? { ok: true, data: { playId } }
      : { ok: false, error: { code: 'too-many-plays' } };
  };
}
