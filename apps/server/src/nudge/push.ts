/**
 * Messages to devices, from a thread of their own: encrypting one takes a millisecond, and a thousand under way leave
 * memory whose collection keeps every player waiting.
 */
import { Piscina } from 'piscina';
import { workerFile } from '../worker-threads.ts';
import type { Delivery, PushDevice } from './nudge.ts';
import { endpointCheck } from './public-address.ts';
import type { Message, PushOptions } from './push-service.ts';
import type { Sending } from './push-worker.ts';

export type Push = ReturnType<typeof createPush>;

/** As many as may wait for their push services; the sender bounds it further. */
const AT_ONCE = 1_000;
/** A thread that has had nothing to send for so long is ended, and its connections and memory with it. */
const IDLE_MS = 60_000;
/** What is under way takes little; more room would only be collected more rarely, and longer. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/**
 * Sends messages in a thread, which starts with the first one.
 * @param script the thread's; beside this module if not given
 */
export function createPush(
  options: PushOptions,
  script = workerFile(import.meta.url, './push-worker.ts', './push-worker.js'),
) {
  const threads = new Piscina({
    filename: script,
    workerData: options,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: AT_ONCE,
    idleTimeout: IDLE_MS,
    resourceLimits: HEAP,
    recordTiming: false,
  });

  return {
    publicKey: options.key.publicKey,

    /** Whether a device may have itself sent messages there. */
    mayBeAt: endpointCheck(options.allowsLoopback ?? false),

    /**
     * Sends one message to one device.
     * @throws Error if the thread ended meanwhile; what became of the message is then unknown
     */
    send: (device: PushDevice, message: Message): Promise<Delivery> =>
      threads.run({ device, message } satisfies Sending) as Promise<Delivery>,

    close: (): Promise<void> => threads.destroy(),
  };
}
