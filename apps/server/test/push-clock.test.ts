// Push services look at when a message was signed, and refuse what is not of now.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pushKeyOf } from '../src/nudge/push-key.ts';
import { createPushService } from '../src/nudge/push-service.ts';
import { startPushService } from './support/push-service.ts';
import type { PushService } from './support/push-service.ts';

const HOUR = 3_600_000;
const key = pushKeyOf('a secret for tests only, 32 long');
const sender = createPushService({ key, contact: 'mailto:a@b.example', allowsLoopback: true });
let push: PushService;

beforeAll(async () => {
  push = await startPushService(() => key.publicKey);
});
afterEach(() => {
  vi.useRealTimers();
  push.reply(201);
});
afterAll(async () => {
  sender.close();
  await push.close();
});

const send = () => {
  const message = { text: '{}', topic: 'a', lastsMs: 60_000, isUrgent: false };
  return sender.send({ id: 'a', ...push.device() }, message);
};

test('after the machine has slept for a night, while its monotonic clock stood still, it signs anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(await send()).toEqual({ kind: 'taken' });
  for (const hours of [13, -26]) {
    vi.setSystemTime(Date.now() + hours * HOUR);
    expect(await send()).toEqual({ kind: 'taken' });
  }
});

test('a device that is refused is kept where this machine’s clock is wrong by hours, and else forgotten', async () => {
  push.reply({ status: 403, date: new Date(Date.now() + 13 * HOUR) });
  expect(await send()).toEqual({ kind: 'refused' });
  push.reply({ status: 401, date: new Date(Date.now() - 13 * HOUR) });
  expect(await send()).toEqual({ kind: 'refused' });
  push.reply(403);
  expect(await send()).toEqual({ kind: 'gone' });
});
