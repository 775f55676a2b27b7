/**
 * Messages to devices, from a thread of their own: encrypting one takes a millisecond, and a thousand under way leave
 * memory whose collection keeps every player waiting.
 */
import { Worker } from 'node:worker_threads';
import { createPassingMap } from '../passing-map.ts';
import { workerFile } from '../worker-threads.ts';
import type { Delivery, PushDevice } from './nudge.ts';
import { endpointCheck } from './public-address.ts';
import type { Message, PushOptions } from './push-service.ts';
import type { Sending, Sent } from './push-worker.ts';

export type Push = ReturnType<typeof createPush>;

/** A thread that has had nothing to send for so long is ended, and its connections and memory with it. */
const IDLE_MS = 60_000;
/** What is under way takes little; more room would only be collected more rarely, and longer. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

const ENDED = 'The thread that sends messages has ended.';

interface Waiting {
  readonly resolve: (delivery: Delivery) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends messages in a thread, which starts with the first one.
 * @param script the thread's; beside this module if not given
 * @param idleMs after how long without a message the thread is ended
 */
export function createPush(
  options: PushOptions,
  script = workerFile(import.meta.url, './push-worker.ts', './push-worker.js'),
  idleMs = IDLE_MS,
) {
  /** By the number of its message. */
  const waiting = createPassingMap<number, Waiting>();
  let last = 0;
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function startThread(): Worker {
    const started = new Worker(script, { workerData: options, resourceLimits: HEAP });
    const lost = (error: Error) => void (thread === started && letGo(error));
    started.on('message', ({ n, delivery }: Sent) => {
      waiting.get(n)?.resolve(delivery);
      waiting.delete(n);
    });
    started.on('error', lost);
    started.on('exit', () => lost(new Error(ENDED)));
    started.unref();
    return started;
  }

  function letGo(error: Error): void {
    thread = undefined;
    const unanswered = waiting.values();
    waiting.clear();
    for (const { reject } of unanswered) reject(error);
  }

  async function endThread(): Promise<void> {
    clearTimeout(idle);
    idle = undefined;
    const ending = thread;
    letGo(new Error(ENDED));
    await ending?.terminate();
  }

  function endIfIdle(): void {
    if (waiting.size > 0) idle?.refresh();
    else void endThread();
  }

  return {
    publicKey: options.key.publicKey,

    /** Whether a device may have itself sent messages there. */
    mayBeAt: endpointCheck(options.allowsLoopback ?? false),

    /**
     * Sends one message to one device.
     * @throws Error if the thread ended meanwhile; what became of the message is then unknown
     */
    send: (device: PushDevice, message: Message): Promise<Delivery> =>
      new Promise((resolve, reject) => {
        thread ??= startThread();
        idle = idle?.refresh() ?? setTimeout(endIfIdle, idleMs).unref();
        const n = ++last;
        waiting.set(n, { resolve, reject });
        thread.postMessage({ n, device, message } satisfies Sending);
      }),

    close: endThread,
  };
}
