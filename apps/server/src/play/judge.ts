/** The answer to an entry, or what to store of it: decided from the play alone. */
import { encodeEntry, viewOf } from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import type { AcceptedEntry, Answer, Failure } from '@same-deal/protocol';
import type { NewEntry } from './journal.ts';
import { advance, answerTo, figuresOf, hasBegun, hasEnded, lastOf } from './play-record.ts';
import type { PlayRecord } from './play-record.ts';

export interface EntryRequest {
  readonly playId: string;
  readonly userId: string;
  /** The number the entry is meant to have. */
  readonly expected: number;
  readonly entry: Entry;
  /** By the service's clock, stamped when the request arrived (P7). */
  readonly receivedAt: number;
  /** Which connection it came by, so that news of it goes to the others. */
  readonly connection: string;
  /** What that connection is routed by. */
  readonly at?: string | undefined;
}

/** An answer, or the entry to commit and the play as it then is. */
export type Verdict =
  | { readonly answer: Answer<AcceptedEntry> }
  | { readonly next: PlayRecord; readonly entry: NewEntry };

/** What the database's column holds: 24 days. A practice play that is resumed later stays at that. */
export const ELAPSED_LIMIT_MS = 2 ** 31 - 1;

export const refuse = (code: Failure['code'], extra: Omit<Failure, 'code'> = {}) =>
  ({ ok: false, error: { code, ...extra } }) as const;

/**
 * Judges an entry of the play's owner. The order of the checks is: live and started, number, rules; before the start
 * nothing depends on the deal (P2). What has been accepted before is answered as it was then (P5).
 */
export function judge(record: PlayRecord, request: EntryRequest): Verdict {
  const { header } = record;
  const number = record.play.entries + 1;
  const code = encodeEntry(request.entry);
  const first = request.expected < number ? answerTo(record, request.expected) : undefined;
  if (first?.entry === code) return { answer: { ok: true, data: first } };

  const sinceStart = request.receivedAt - header.startsAt;
  // Leaving during the countdown is a concede; nothing else comes before the start.
  const isLeaving = request.entry === 'concede' && request.expected === number;
  if (!hasBegun(header, request.receivedAt) && !isLeaving) {
    return { answer: refuse('not-started', { startsInMs: -sinceStart }) };
  }
  if (record.damage) return { answer: refuse('play-damaged') };
  if (request.expected !== number) return { answer: stale(record) };
  if (hasEnded(record, request.receivedAt)) return { answer: refuse('play-ended') };
  if (header.closesAt !== null && request.receivedAt >= header.closesAt) {
    return { answer: refuse('time-is-up') };
  }
  const elapsedMs = Math.min(
    Math.max(0, sinceStart, lastOf(record)?.elapsedMs ?? 0),
    ELAPSED_LIMIT_MS,
  );
  const advanced = advance(record, request.entry, code, elapsedMs);
  if (!advanced.ok) {
    const { reason } = advanced;
    const rejected = reason.code === 'illegal-move' ? { rejection: reason.rejection } : {};
    return { answer: refuse(reason.code, rejected) };
  }
  const next = advanced.value;
  const ended = next.ending ? figuresOf(next) : null;
  return { next, entry: { playId: header.id, number, code, elapsedMs, ended } };
}

/**
 * The answer to an entry that storage has refused twice.
 * @param record as it was read after that
 */
export function lastWord(
  record: PlayRecord,
  request: EntryRequest,
  now: number,
): Answer<AcceptedEntry> {
  const verdict = judge(record, request);
  if ('answer' in verdict) return verdict.answer;
  // The log has not changed, so it was the time: received before the cap, but not committed in time.
  const { closesAt } = record.header;
  return closesAt !== null && now >= closesAt ? refuse('time-is-up') : stale(record);
}

/** Same number, another entry, or a number from the future: here is the table as it is (P5). */
function stale({ play }: PlayRecord): Answer<AcceptedEntry> {
  const view = viewOf(play.position);
  return refuse('stale', {
    number: play.entries,
    view: {
      variant: view.variant,
      piles: view.piles.map((pile) => [...pile]),
      counters: [...view.counters],
    },
  });
}
