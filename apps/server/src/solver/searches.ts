/**
 * Searches in worker threads, never on the event loop. People's searches come one person after the
 * other; a background search runs only while a thread is idle, and gives way to any of them.
 */
import { availableParallelism } from 'node:os';
import { fairQueue } from '../fair-queue.ts';
import type { QueueBounds } from '../fair-queue.ts';
import { workerFile } from '../worker-threads.ts';
import { createThreads, isRefused } from './search-threads.ts';
import type { ThreadsOptions } from './search-threads.ts';
import { nothingFound } from './work.ts';
import type { Budget, Outcomes, Task, Work } from './work.ts';

export interface SearchesOptions {
  /** The worker's script; beside this one if not given. */
  readonly workerFile?: string;
  /** How many searches run at once; all processors but one if not given. */
  readonly threads?: number;
  readonly bounds?: QueueBounds;
  /** Megabytes of JavaScript objects at which a search ends; its tables are bounded by its budget. */
  readonly heapMegabytes?: number;
  /** How long a search may overrun its time before its thread is ended. */
  readonly graceMs?: number;
  readonly startThread?: ThreadsOptions['startThread'];
  /** Told when the system has no thread for a search that somebody waits for. */
  readonly onRefused?: (error: unknown) => void;
}

export type Searches = ReturnType<typeof createSearches>;

/** Why a search was not run, or not to its end. */
export type SearchFailure = 'busy' | 'cancelled' | 'gave-way';

export type Searched<Asked extends Work> =
  | { readonly ok: true; readonly value: Outcomes[Asked['kind']] }
  | { readonly ok: false; readonly why: SearchFailure };

const DEFAULT_BOUNDS: QueueBounds = { most: 64, mostEach: 4 };
const DEFAULT_GRACE_MS = 5_000;
/** A thread that has had nothing to do for so long is ended, and its memory with it. */
const IDLE_MS = 10_000;
/** Of threads that are refused, which may be each second. */
const TELL_EVERY_MS = 60_000;
const DEFAULT_HEAP_MEGABYTES = 200;
/**
 * The heap at which V8 ends a thread, and at times the whole process (nodejs/node#47224); searches end well before.
 */
const LAST_HEAP_MEGABYTES = 256;

interface Job {
  readonly task: Task;
  readonly settle: (outcome: Searched<Work>) => void;
  readonly fail: (error: unknown) => void;
  /** Null for one in the background. */
  readonly person: string | null;
  /** Set before the search is told to stop. */
  stopped?: SearchFailure;
  /** Takes its thread away, once it has begun. */
  readonly over: AbortController;
}

export function createSearches(options: SearchesOptions = {}) {
  const { bounds = DEFAULT_BOUNDS, graceMs = DEFAULT_GRACE_MS } = options;
  const heapBytes = (options.heapMegabytes ?? DEFAULT_HEAP_MEGABYTES) * 2 ** 20;
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const queue = fairQueue<Job>(bounds);
  const running = new Set<Job>();
  /** How many may run: as many as run where one was refused, and one more with each that has ended. */
  let places = threads;
  /** There is one background search at a time. */
  let background: Job | undefined;
  let isClosed = false;
  const pool = createThreads<Task, Outcomes[Work['kind']]>({
    script: options.workerFile ?? workerFile(import.meta.url, './worker.ts', './solver-worker.js'),
    idleMs: IDLE_MS,
    heapMegabytes: LAST_HEAP_MEGABYTES,
    ...(options.startThread && { startThread: options.startThread }),
  });

  let toldAt = -Infinity;
  function tellRefused(error: unknown): void {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    options.onRefused?.(error);
  }

  /** Starts what can be started. */
  function next(): void {
    while (running.size < places) {
      const job = queue.next() ?? idleBackground();
      if (!job) return;
      void start(job);
    }
    // A person waits: the background search yields.
    if (queue.size() > 0 && background && running.has(background)) stop(background, 'gave-way');
  }

  const idleBackground = (): Job | undefined =>
    background && !running.has(background) ? background : undefined;

  async function start(job: Job): Promise<void> {
    running.add(job);
    const timer = setTimeout(() => job.over.abort(), job.task.ms + graceMs);
    let result: Outcomes[Work['kind']] | undefined;
    let error: unknown;
    try {
      result = await pool.run(job.task, job.over.signal);
    } catch (thrown) {
      // A search that takes too much memory, or does not heed its time, loses its thread and finds nothing.
      if (isTerminated(thrown)) result = nothingFound[job.task.work.kind];
      else error = thrown;
    }
    clearTimeout(timer);
    running.delete(job);
    if (isRefused(error) && job.person !== null) {
      tellRefused(error);
      // One of those that run has a thread for it soon.
      if (running.size > 0 && !job.stopped && queue.add(job.person, job)) {
        places = running.size;
        return next();
      }
      job.stopped ??= 'busy';
    }
    places = Math.min(threads, places + 1);
    if (job === background) background = undefined;
    if (job.stopped) job.settle({ ok: false, why: job.stopped });
    else if (result) job.settle({ ok: true, value: result });
    else job.fail(error);
    if (!isClosed) next();
  }

  function stop(job: Job, why: SearchFailure): void {
    job.stopped ??= why;
    Atomics.store(job.task.stop, 0, 1);
  }

  function submit<Asked extends Work>(
    work: Asked,
    budget: Budget,
    person: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Searched<Asked>> {
    return new Promise((resolve, reject) => {
      if (isClosed || signal?.aborted) return resolve({ ok: false, why: 'cancelled' });
      const job: Job = {
        task: { ...budget, work, heapBytes, stop: new Int32Array(new SharedArrayBuffer(4)) },
        settle: (outcome) => {
          signal?.removeEventListener('abort', cancel);
          resolve(outcome as Searched<Asked>);
        },
        fail: reject,
        person,
        over: new AbortController(),
      };
      function cancel() {
        if (running.has(job)) return stop(job, 'cancelled');
        if (person !== null) queue.remove(person, job);
        else background = undefined;
        job.settle({ ok: false, why: 'cancelled' });
      }
      if (person === null ? background !== undefined : !queue.add(person, job)) {
        return resolve({ ok: false, why: 'busy' });
      }
      if (person === null) background = job;
      signal?.addEventListener('abort', cancel);
      next();
    });
  }

  return {
    /**
     * A search that a person waits for.
     * @param person whose turn it is counted as
     * @param signal aborted when nobody waits any more
     * @returns `busy` if too much is waiting already
     * @throws Error if the search itself is at fault
     */
    search: <Asked extends Work>(
      work: Asked,
      budget: Budget,
      person: string,
      signal?: AbortSignal,
    ): Promise<Searched<Asked>> => submit(work, budget, person, signal),

    /** A search for which nobody waits, one at a time: begun when a thread is idle, ended (`gave-way`) for anybody's. */
    searchInBackground: <Asked extends Work>(
      work: Asked,
      budget: Budget,
      signal?: AbortSignal,
    ): Promise<Searched<Asked>> => submit(work, budget, null, signal),

    /** How many run and wait. */
    load: () => ({ running: running.size, waiting: queue.size() }),

    /** Ends every search. */
    async close(): Promise<void> {
      isClosed = true;
      for (let job = queue.next(); job; job = queue.next()) {
        job.settle({ ok: false, why: 'cancelled' });
      }
      if (background && !running.has(background)) {
        background.settle({ ok: false, why: 'cancelled' });
      }
      for (const job of running) stop(job, 'cancelled');
      await pool.close();
    },
  };
}

function isTerminated(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError';
}
