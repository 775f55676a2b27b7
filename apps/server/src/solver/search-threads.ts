/**
 * Node's own threads, each with one task at a time. Not by Piscina: where the system refuses a thread, it throws an error
 * that nobody can catch, which ends the service.
 */
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

export interface ThreadsOptions {
  /** The script of a thread: answers each message with one. */
  readonly script: string;
  /** A thread that has had no task for so long is ended, and its memory with it. */
  readonly idleMs: number;
  /** The heap at which V8 ends a thread. */
  readonly heapMegabytes: number;
  /** In place of Node's `Worker`. */
  readonly startThread?: (script: string, options: WorkerOptions) => Worker;
}

/** Threads are started as tasks come; how many run at once is up to the caller. */
export function createThreads<Task, Answer>(options: ThreadsOptions) {
  const { script, idleMs, heapMegabytes } = options;
  const startThread = options.startThread ?? ((file, limits) => new Worker(file, limits));
  const threads = new Set<Worker>();
  /** Those without a task, and what will end them; the last to finish is the last here. */
  const idle = new Map<Worker, NodeJS.Timeout>();

  function start(): Worker {
    const thread = startThread(script, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    threads.add(thread);
    // Whatever ends a thread, also between two tasks, ends nothing else.
    thread.on('error', () => forget(thread));
    thread.on('exit', () => {
      threads.delete(thread);
      forget(thread);
    });
    return thread;
  }

  /** From now on it is given no task. */
  function forget(thread: Worker): void {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  }

  function takeIdle(): Worker | undefined {
    const thread = [...idle.keys()].at(-1);
    if (!thread) return undefined;
    forget(thread);
    thread.ref();
    return thread;
  }

  function rest(thread: Worker): void {
    const end = () => {
      forget(thread);
      void thread.terminate();
    };
    thread.unref();
    idle.set(thread, setTimeout(end, idleMs).unref());
  }

  return {
    /**
     * Gives one task to a thread.
     * @param signal aborted to end the thread under it
     * @throws Error if no thread can be started (`isRefused`), if the thread fails or ends, or as `signal` says
     */
    run: (task: Task, signal: AbortSignal): Promise<Answer> =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const thread = takeIdle() ?? start();
        const end = () => {
          // An answer that comes now must not make the thread one that rests.
          settle();
          reject(signal.reason as Error);
          void thread.terminate();
        };
        const ended = () => reject(new Error('The thread of a search has ended.'));
        const settle = () => {
          thread.off('message', answered).off('error', failed).off('exit', ended);
          signal.removeEventListener('abort', end);
        };
        const failed = (error: Error) => {
          settle();
          reject(error);
        };
        const answered = (answer: Answer) => {
          settle();
          rest(thread);
          resolve(answer);
        };
        thread.on('message', answered).on('error', failed).on('exit', ended);
        signal.addEventListener('abort', end);
        thread.postMessage(task);
      }),

    /** How many there are. */
    size: () => threads.size,

    /** Ends all threads; a task under way is rejected. */
    close: async (): Promise<void> => {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/** Whether the system has no thread to give, as at its limit of processes. */
export const isRefused = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_WORKER_INIT_FAILED';
