/** What runs in the thread that sends messages to devices. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../worker-threads.ts';
import type { Delivery, PushDevice } from './nudge.ts';
import { createPushService } from './push-service.ts';
import type { Message, PushOptions } from './push-service.ts';

/** One message to one device. */
export interface Sending {
  readonly n: number;
  readonly device: PushDevice;
  readonly message: Message;
}

/** What became of the message of that number. */
export interface Sent {
  readonly n: number;
  readonly delivery: Delivery;
}

giveWay();
const service = createPushService(workerData as PushOptions);

parentPort?.on('message', async ({ n, device, message }: Sending) => {
  parentPort?.postMessage({ n, delivery: await service.send(device, message) } satisfies Sent);
});
