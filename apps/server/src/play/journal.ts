/**
 * The journal: the only path of entries into storage, by group commit. What arrives while a batch is being committed
 * goes out with the next one, in one statement: under load many entries share a commit, without load an entry waits for
 * nobody. A batch that hangs holds up its own plays alone, and those for a bounded time.
 */
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
 * What storage says of one entry of a batch, by the rows that it wrote.
 * `written`: committed. `refused`: the number is taken, or the play is over. `busy`: somebody holds the play for a
 * moment. `fenced`: this node may write nothing any more.
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
  /** Told how many entries a batch holds. */
  readonly onBatch?: (size: number) => void;
  /** Told what became of an entry, and how long that took. */
  readonly onOutcome?: (outcome: EntryOutcome, waitedMs: number) => void;
  readonly onFault: (error: unknown) => void;
}

const BATCH_LIMIT = 512;
const LANES = 3;
const WAIT_LIMIT_MS = 4_000;
/** Another lane opens only where a batch takes unusually long: two small batches cost more than a large one. */
const SLOW_BATCH_MS = 30;
/** What storage had no hands free for is tried again after so long. */
const RETRY_AFTER_MS = 50;

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
  } = options;
  let waiting: Waiting[] = [];
  /** What is tried again in a moment. */
  let later: Waiting[] = [];
  /** Plays that have an entry waiting or under way: one number can never be given out twice. */
  const pending = new Set<string>();
  let underWay = 0;
  let lastBegan = -Infinity;
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;

  function finish({ entry, since, done }: Waiting, outcome: EntryOutcome): void {
    pending.delete(entry.playId);
    onOutcome?.(outcome, performance.now() - since);
    try {
      done(outcome);
    } catch (error) {
      // What follows from an entry is no part of its batch: the others in it are answered, and its lane is free again.
      onFault(error);
    }
  }

  /** Begins a batch in this turn of the event loop, once everything that arrived in it is there. */
  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    if (underWay > 0) {
      const slowAt = lastBegan + SLOW_BATCH_MS - performance.now();
      if (underWay >= lanes || slowAt > 0) return wakeAfter(Math.max(slowAt, 1));
    }
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void commit();
    });
  }

  function wakeAfter(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      waiting = [...later, ...waiting];
      later = [];
      expire();
      schedule();
    }, ms).unref();
  }

  /** Gives up what has waited for too long, also where every lane hangs. */
  function expire(): void {
    const limit = performance.now() - waitLimitMs;
    if (!waiting.some(({ since }) => since <= limit)) return;
    const late = waiting.filter(({ since }) => since <= limit);
    waiting = waiting.filter(({ since }) => since > limit);
    for (const one of late) finish(one, 'unavailable');
  }

  async function commit(): Promise<void> {
    const batch = waiting.slice(0, BATCH_LIMIT);
    waiting = waiting.slice(BATCH_LIMIT);
    if (batch.length === 0) return;
    underWay += 1;
    lastBegan = performance.now();
    onBatch?.(batch.length);
    await commitTogether(batch);
    underWay -= 1;
    schedule();
  }

  async function commitTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await write(batch.map(({ entry }) => entry));
      batch.forEach((one, n) => {
        const outcome = outcomes[n] ?? 'refused';
        if (outcome === 'busy') retry([one]);
        else finish(one, outcome);
      });
    } catch (error) {
      onFault(error);
      const fault = faultOf(error);
      if (fault === 'outage') retry(batch);
      // One play that storage has trouble with must not hold up the others.
      else if (batch.length > 1) for (const one of batch) await commitTogether([one]);
      else if (fault === 'contention') retry(batch);
      else for (const one of batch) finish(one, 'unavailable');
    }
  }

  /** Again in a moment; what had been written after all is refused then, and found in the log. */
  function retry(entries: readonly Waiting[]): void {
    later.push(...entries);
    wakeAfter(RETRY_AFTER_MS);
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
      pending.add(entry.playId);
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
