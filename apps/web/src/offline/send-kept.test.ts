/** What waits at tables that were left: it is sent, and where it comes to nothing, that is said and why. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWaiting, keptEntries } from '../play/kept-entries.ts';
import { FakeService, PLAY_ID } from '../play/testing/fake-service.ts';
import { stubStorage } from '../state/fake-storage.ts';
import { sendKept } from './send-kept.ts';

const deal = { from: 17, to: 16 };

beforeEach(() => {
  vi.useFakeTimers();
  stubStorage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A table that was left with two entries waiting. */
async function leftAt(service: FakeService) {
  const waiting = [1, 2].map((number) => ({ entry: deal, number }));
  keepWaiting(PLAY_ID, 'Anna', waiting);
  const done = sendKept(service.connect(), () => false);
  await vi.advanceTimersByTimeAsync(20_000);
  return done;
}

test('P4: what waits at a table that was left is sent, and counts once', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  expect(await leftAt(service)).toEqual({ sent: 1, overtaken: 0, late: 0 });
  expect(service.log).toHaveLength(2);
  expect(keptEntries(PLAY_ID)).toBeUndefined();
});

test('P7: what comes after the time is up is not called sent', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  service.take(deal, 1);
  service.ending = 'cap';
  expect(await leftAt(service)).toEqual({ sent: 0, overtaken: 0, late: 1 });
  expect(service.log).toHaveLength(1);
});

test('P7: nor what comes while the service is ending what runs', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  service.failures.push({ code: 'time-is-up' }, { code: 'time-is-up' });
  expect(await leftAt(service)).toEqual({ sent: 0, overtaken: 0, late: 1 });
});

test('P7: what had arrived before the time was up has been sent', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  for (const number of [1, 2]) service.take(deal, number);
  service.ending = 'cap';
  expect(await leftAt(service)).toEqual({ sent: 1, overtaken: 0, late: 0 });
});
