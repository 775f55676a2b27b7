/**
 * The journal: the only path of entries into storage, by group commit. A batch is one statement. Batches begin some
 * milliseconds apart, and what arrives meanwhile goes out with the next one: under load many entries share a commit,
 * without load an entry goes at once. A batch that hangs delays its own plays alone, for a bounded time.
 */
import { createPassingMap } from '../passing-map.ts';
import type { PlayFigures } from './play-record.ts';

/** An entry on its way into the log; with the figures of the play if it ends it. */
export interface NewEntry {
  readonly playId: string;
  readonly number: number;
  readonly code: number;
  readonly elapsedMs: number;
  readonly ended: PlayFigures | null;
}

/**
 * What storage says of one entry of a batch. `written`: committed, now or by an earlier attempt. `refused`: another entry
 * has the number, or the play is over. `busy`: another transaction holds the play for a moment. `fenced`: this node may
 * write nothing any more.
 */
export type WriteOutcome = 'written' | 'refused' | 'busy' | 'fenced';

/** What becomes of an entry; after `unavailable` its fate is unknown, and the same may be sent again (P5). */
export type EntryOutcome = Exclude<WriteOutcome, 'busy'> | 'unavailable';

export interface JournalOptions {
  /**
   * Commits a batch in one statement; no play is in it twice.
   * @returns the outcome of each entry, in order
   * @throws if the fate of none of them is known; it must do so within a bounded time
   */
  readonly write: (entries: readonly NewEntry[]) => Promise<readonly WriteOutcome[]>;
  /** What `write` has thrown: the line broke, another transaction was in the way, or an entry cannot be taken. */
  readonly faultOf: (error: unknown) => 'outage' | 'contention' | 'other';
  /** Batches that may be under way at once. */
  readonly lanes?: number;
  /** An entry that is not committed after so long is `unavailable`. */
  readonly waitLimitMs?: number;
  /** Batches begin no closer to each other, and no further apart while entries come. */
  readonly batchEveryMs?: readonly [least: number, most: number];
  /** Told how many entries a batch holds. */
  readonly onBatch?: (size: number) => void;
  /** Told what became of an entry, and how long that took. */
  readonly onOutcome?: (outcome: EntryOutcome, waitedMs: number) => void;
  readonly onFault: (error: unknown) => void;
}

const BATCH_LIMIT = 512;
const LANES = 3;
const WAIT_LIMIT_MS = 4_000;
/**
 * At the pace of people, some hundred entries a second, each entry would have a commit of its own, which costs the server
 * more than everything else about it. A batch waits until about so many have come, for as long as nobody notices. After
 * one that came alone nobody is waited for: it may be one person's, whose next one comes with the answer.
 */
const ENOUGH = 12;
const BATCH_EVERY_MS = [10, 15] as const;
/** Another lane opens only where a batch takes unusually long: two small batches cost more than a large one. */
const SLOW_BATCH_MS = 30;
/** An entry that found its play locked is retried after this time. */
const RETRY_AFTER_MS = 50;
/** The longest pause between attempts in an outage; pauses double up to it, so that waiting entries cost nothing. */
const RETRY_MOST_MS = 400;

interface Waiting {
  readonly entry: NewEntry;
  readonly since: number;
  readonly done: (outcome: EntryOutcome) => void;
}

export function createJournal(options: JournalOptions) {
  const {
    write,
    faultOf,
    onBatch,
    onOutcome,
    onFault,
    lanes = LANES,
    waitLimitMs = WAIT_LIMIT_MS,
    batchEveryMs = BATCH_EVERY_MS,
  } = options;
  /** In the order of their coming; those before `first` are gone. */
  let waiting: Waiting[] = [];
  let first = 0;
  /** Entries to be retried, which go first; at most as many as were under way at once. */
  let again: Waiting[] = [];
  /** Plays that have an entry waiting or under way, so that no number is assigned twice. */
  const pending = createPassingMap<string, true>();
  let underWay = 0;
  let lastBegan = -Infinity;
  /** From the beginning of the last batch to that of the next. */
  let batchMs = 0;
  let isScheduled = false;
  let pauseMs = 0;
  let pausedUntil = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;

  function finish({ entry, since, done }: Waiting, outcome: EntryOutcome): void {
    pending.delete(entry.playId);
    onOutcome?.(outcome, performance.now() - since);
    try {
      done(outcome);
    } catch (error) {
      // A fault in what follows an entry must not affect its batch: the others are answered, and its lane is free
      // again.
      onFault(error);
    }
  }

  /**
   * Begins a batch: in this turn of the event loop, once everything that arrived in it is there; or, where one has just
   * begun, a moment later.
   */
  function schedule(): void {
    const oldest = again[0] ?? waiting[first];
    if (isScheduled || !oldest) return;
    const now = performance.now();
    const freeAt = underWay >= lanes ? Infinity : underWay > 0 ? lastBegan + SLOW_BATCH_MS : now;
    const beginsAt = Math.max(freeAt, pausedUntil);
    if (beginsAt > now) return wakeAt(Math.min(beginsAt, oldest.since + waitLimitMs));
    isScheduled = true;
    const begin = () => {
      isScheduled = false;
      void commit();
    };
    const leftMs = lastBegan + batchMs - now;
    if (leftMs > 0 && waiting.length - first < BATCH_LIMIT) setTimeout(begin, leftMs);
    else setImmediate(begin);
  }

  function wakeAt(at: number): void {
    if (at >= wakesAt) return;
    clearTimeout(timer);
    wakesAt = at;
    timer = setTimeout(
      () => {
        wakesAt = Infinity;
        expire();
        schedule();
      },
      // A timer counts whole milliseconds, and must not come too early.
      Math.max(1, Math.ceil(at - performance.now())),
    ).unref();
  }

  /** Gives up entries that have waited too long, even if every lane hangs. */
  function expire(): void {
    const limit = performance.now() - waitLimitMs;
    const isLate = ({ since }: Waiting) => since <= limit;
    const late = again.filter(isLate);
    if (late.length > 0) again = again.filter((one) => !isLate(one));
    for (let one = waiting[first]; one && isLate(one); one = waiting[first]) {
      first += 1;
      late.push(one);
    }
    for (const one of late) finish(one, 'unavailable');
  }

  /** The next batch. It alone is copied; the queue is only once half of it has gone. */
  function take(): Waiting[] {
    const batch = again.splice(0, BATCH_LIMIT);
    const until = Math.min(waiting.length, first + BATCH_LIMIT - batch.length);
    for (; first < until; first++) batch.push(waiting[first]!);
    if (first * 2 >= waiting.length) {
      waiting = waiting.slice(first);
      first = 0;
    }
    return batch;
  }

  /** How long to wait for the next batch, in milliseconds, after one of so many entries in so long. */
  function timeFor(entries: number, ms: number): number {
    const [least, most] = batchEveryMs;
    return entries === 1 ? least : Math.min(most, Math.max(least, (ENOUGH * ms) / entries));
  }

  async function commit(): Promise<void> {
    const batch = take();
    if (batch.length === 0) return;
    underWay += 1;
    const now = performance.now();
    batchMs = timeFor(batch.length, now - lastBegan);
    lastBegan = now;
    onBatch?.(batch.length);
    // What did not fit is not forgotten where every lane hangs.
    schedule();
    await commitTogether(batch);
    underWay -= 1;
    schedule();
  }

  async function commitTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await write(batch.map(({ entry }) => entry));
      pauseMs = 0;
      pausedUntil = -Infinity;
      const busy = batch.filter((_, n) => outcomes[n] === 'busy');
      if (busy.length > 0) retry(busy);
      batch.forEach((one, n) => {
        const outcome = outcomes[n] ?? 'refused';
        if (outcome !== 'busy') finish(one, outcome);
      });
    } catch (error) {
      onFault(error);
      const fault = faultOf(error);
      if (fault === 'outage') pause(batch);
      // One play that storage refuses must not delay the others.
      else if (batch.length > 1) for (const one of batch) await commitTogether([one]);
      else if (fault === 'contention') retry(batch);
      else for (const one of batch) finish(one, 'unavailable');
    }
  }

  /** Retried shortly; an entry that an earlier attempt has written after all counts as written. */
  function retry(entries: readonly Waiting[]): void {
    setTimeout(() => {
      again.push(...entries);
      expire();
      schedule();
    }, RETRY_AFTER_MS).unref();
  }

  /** No new entry is tried before these. */
  function pause(entries: readonly Waiting[]): void {
    again.push(...entries);
    pauseMs = Math.min(RETRY_MOST_MS, Math.max(RETRY_AFTER_MS, 2 * pauseMs));
    pausedUntil = performance.now() + pauseMs;
  }

  return {
    /**
     * Enters one entry.
     * @param done called once, with what became of it
     * @throws Error if an entry of that play is on its way already
     */
    append(entry: NewEntry, done: (outcome: EntryOutcome) => void): void {
      if (pending.has(entry.playId)) {
        throw new Error(`two entries of play ${entry.playId} at once`);
      }
      pending.set(entry.playId, true);
      waiting.push({ entry, since: performance.now(), done });
      schedule();
    },

    /** Entries that wait or are being committed. */
    pending: (): number => pending.size,

    /** Resolves once nothing waits and nothing is under way. */
    async drained(): Promise<void> {
      while (pending.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
