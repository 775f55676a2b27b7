/** What runs in the thread that sends messages to devices. */
import { workerData } from 'piscina';
import { giveWay } from '../worker-threads.ts';
import type { Delivery, PushDevice } from './nudge.ts';
import { createPushService } from './push-service.ts';
import type { Message, PushOptions } from './push-service.ts';

export interface Sending {
  readonly device: PushDevice;
  readonly message: Message;
}

giveWay();
const service = createPushService(workerData as PushOptions);

/** Sends one message to one device. */
export default ({ device, message }: Sending): Promise<Delivery> => service.send(device, message);
