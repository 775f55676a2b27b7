/** Sends what waits at tables of the account that were left before it could be sent. Loaded only if something does. */
import type { Transport } from '../net/transport.ts';
import { keptEntries, keptWaiting, keyOf } from '../play/kept-entries.ts';
import { PlaySession } from '../play/play-session.svelte.ts';

/** What is younger may be on its way from a table that is open in another tab. */
const OLD_MS = 5_000;
/** A table that has not answered by then is asked for another time. */
const WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 100;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The plays at which something waits, of everybody, and since when; 0 where an earlier version did not say. */
function waitingPlays(): { readonly playId: string; readonly at: number }[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keyOf('')))
      .map((key) => key.slice(keyOf('').length))
      .map((playId) => ({ playId, at: keptEntries(playId)?.at ?? 0 }));
  } catch {
    // Where storage is barred nothing outlives its table.
    return [];
  }
}

/**
 * Opens each table as its page would, until nothing waits at it; what has been sent before counts once (P5).
 * @param isAtTable whether a table is open here, which sends its own
 * @returns at how many tables all was sent, and at how many something was given up: as other devices had played on, or as
 *   the time was up
 */
export async function sendKept(
  transport: Transport,
  isAtTable: () => boolean,
): Promise<Record<'sent' | 'overtaken' | 'late', number>> {
  const found = { sent: 0, overtaken: 0, late: 0 };
  /** A table that has been opened here meanwhile, perhaps this one, goes on hearing of it. */
  const line: Transport = {
    request: (name, request) =>
      name === 'play:close' && isAtTable()
        ? Promise.resolve({ ok: true, data: {} } as never)
        : transport.request(name, request),
    on: (name, listener) => transport.on(name, listener),
    onLine: (listener) => transport.onLine(listener),
  };
  for (const { playId, at } of waitingPlays()) {
    await sleep(OLD_MS - Math.min(OLD_MS, Math.abs(Date.now() - at)));
    const isStillThere = keptEntries(playId) !== undefined;
    if (isAtTable() || !isStillThere) continue;
    const last = keptWaiting(playId).at(-1)?.number ?? 0;
    const session = new PlaySession(line, playId);
    let isOvertaken = false;
    let isLate = false;
    session.listen((event) => {
      if (event.kind === 'refused' && event.refusal.code === 'time-is-up') isLate = true;
      else isOvertaken ||= event.kind === 'overtaken' || event.kind === 'refused';
    });
    const until = performance.now() + WITHIN_MS;
    const isDone = () => session.state.phase === 'open' && session.pendingCount === 0;
    while (!isDone() && !session.failure && performance.now() < until) await sleep(LOOK_EVERY_MS);
    if (isDone() && session.isYours) {
      isLate ||= session.ending === 'cap' && session.number < last;
      found[isOvertaken ? 'overtaken' : isLate ? 'late' : 'sent']++;
    }
    session.close();
  }
  return found;
}
