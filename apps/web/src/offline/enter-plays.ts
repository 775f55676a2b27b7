/** Submits what was played offline to the account, once there is a line again. */
import type { Answer, Failure, OfflinePlay, Person } from '@same-deal/protocol';
import { isOf } from './change-owner.ts';
import { withClosedTable } from './locks.ts';
import { forgetPlay, keptPlay, keptPlays, savePlay } from './offline-plays.ts';
import type { KeptPlay } from './offline-plays.ts';

type Enter = (play: OfflinePlay) => Promise<Answer<unknown>>;

export interface Entered {
  readonly count: number;
  /** What the service will never take; it stays here. */
  readonly refused: Failure | undefined;
  /** Why the rest was left for another time. */
  readonly stopped: Failure | undefined;
}

/** The service may take it another time. */
const isForNow = ({ code }: Failure): boolean =>
  [
    'unavailable',
    'too-many-requests',
    'too-many-plays',
    'internal',
    'not-signed-in',
    'outdated',
  ].includes(code);

/** The service takes no older ones. */
const AGE_MAX_MS = 10 * 365 * 24 * 3_600_000;

/** How long ago it was begun; 0 where the device's clock was set meanwhile, and says nothing of that. */
function ageOf({ startedAt }: KeptPlay): number {
  const ageMs = Date.now() - startedAt;
  return ageMs > 0 && ageMs <= AGE_MAX_MS ? ageMs : 0;
}

const asSent = (kept: KeptPlay): OfflinePlay => ({
  playId: kept.playId,
  variant: kept.variant as OfflinePlay['variant'],
  deal: kept.deal,
  ageMs: ageOf(kept),
  hints: kept.hints,
  entries: kept.entries.map(([code, elapsedMs]) => [code, elapsedMs]),
});

/**
 * One after the other, oldest first; the service counts each once, however often it is sent. Tables that
 * are open in some tab, and those without a move, wait until they are closed. Where there is no room for more unfinished
 * games, those that have ended go on: they need none.
 */
export async function enterPlays(person: Pick<Person, 'id'>, enter: Enter): Promise<Entered> {
  let count = 0;
  let refused: Failure | undefined;
  let stopped: Failure | undefined;
  let isFull = false;
  for (const { playId } of keptPlays().reverse()) {
    const answer = await withClosedTable(playId, async () => {
      // Another tab may have entered it meanwhile.
      const kept = keptPlay(playId);
      if (!kept || kept.refused || !isOf(kept, person)) return undefined;
      if (kept.entries.length === 0) {
        forgetPlay(playId);
        return undefined;
      }
      if (isFull && !kept.isEnded) return undefined;
      const answer = await enter(asSent(kept));
      if (answer.ok) forgetPlay(playId);
      // Complained of once.
      else if (!isForNow(answer.error)) savePlay({ ...kept, refused: answer.error });
      return answer;
    });
    if (answer?.ok) count++;
    else if (answer && isForNow(answer.error)) {
      stopped = answer.error;
      isFull = stopped.code === 'too-many-plays';
      if (!isFull) break;
    } else if (answer) refused = answer.error;
  }
  return { count, refused, stopped };
}
