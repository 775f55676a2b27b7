// P4, P5: a node that was thought dead holds nothing of what it held, also not what it was only just reading: by then
// another node serves the play, and has added to it.
import { encodeEntry, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { createPlays } from '../src/play/plays.ts';
import type { PlayHeader, StoredEntry } from '../src/play/play-record.ts';
import { testClock } from './support/test-clock.ts';

const variant = 'bisley/thirteen';
const pack = unwrap(packOf('17', 1));
const move = legalMoves(unwrap(newGame(variant, pack)))[0]!;
const header: PlayHeader = {
  id: '00000000-0000-4000-8000-000000000001',
  userId: 'anna',
  ownerId: 'anna',
  playerName: 'Anna',
  race: null,
  daily: null,
  variant,
  deal: '17',
  pack,
  isPractice: true,
  hints: 0,
  undo: 'free',
  startsAt: 0,
  closesAt: null,
  endedByCap: false,
};
const log: readonly StoredEntry[] = [
  { code: encodeEntry(move), elapsedMs: 1 },
  { code: encodeEntry('undo'), elapsedMs: 2 },
];

test('P5: a log that was being read when the node was ended is read again once it serves the play again', async () => {
  /** What each reading of the log comes to, once it is let through. */
  const readings: ((entries: readonly StoredEntry[]) => void)[] = [];
  const plays = createPlays({
    store: {
      headers: async () => [header],
      log: () => new Promise((resolve) => readings.push(resolve)),
      addHint: async () => 0,
    },
    append: (_entry, done) => done('written'),
    clock: testClock(1_000),
    claim: async () => null,
    onAdvanced: () => undefined,
    onFailed: () => expect.unreachable(),
    failureOf: () => expect.unreachable(),
  });
  const opened = plays.open(header.id, 'anna', undefined);
  await expect.poll(() => readings.length).toBe(1);
  plays.letGo();
  readings[0]!([]);
  await expect.poll(() => readings.length).toBe(2);
  readings[1]!(log);
  expect(await opened).toBe(null);

  const request = { playId: header.id, userId: 'anna', connection: '', receivedAt: 500 };
  const answer = await new Promise((resolve) =>
    plays.enter({ ...request, expected: 3, entry: move }, resolve),
  );
  expect(answer).toMatchObject({ ok: true });
  plays.stop();
});

test('P8: a play that cannot be read is answered with what the fault comes to, and hides none', async () => {
  const fault = new TypeError('ours');
  const faults: unknown[] = [];
  const plays = createPlays({
    store: {
      headers: async () => [header],
      log: () => Promise.reject(fault),
      addHint: async () => 0,
    },
    append: () => expect.unreachable(),
    clock: testClock(1_000),
    claim: async () => null,
    onAdvanced: () => expect.unreachable(),
    onFailed: () => expect.unreachable(),
    failureOf: (error) => {
      faults.push(error);
      return { code: 'internal' };
    },
  });
  const request = { playId: header.id, userId: 'anna', connection: '', receivedAt: 500 };
  const answer = await new Promise((resolve) =>
    plays.enter({ ...request, expected: 1, entry: move }, resolve),
  );
  expect(answer).toEqual({ ok: false, error: { code: 'internal' } });
  expect(faults).toEqual([fault]);
  plays.stop();
});
