// What is sent of a race's progress, to whom, and when: with a clock that stands still.
import { expect, test } from 'vitest';
import { legalMoves, encodeMove } from '@same-deal/engine';
import { createBackground } from '../src/background.ts';
import { advance, recordOf } from '../src/play/play-record.ts';
import type { PlayHeader, PlayRecord } from '../src/play/play-record.ts';
import type { ProgressLine } from '../src/race/ports.ts';
import { createProgress } from '../src/race/progress.ts';
import { emptyTally } from '../src/race/tally.ts';
import { testClock } from './support/test-clock.ts';
import { raceHeader } from './support/play-header.ts';

const NOW = 1_000_000_000_000;
const CODE = 'ABC234';

const headerOf = (n: number): PlayHeader =>
  raceHeader(NOW, {
    id: `play-${n}`,
    userId: `person-${n}`,
    ownerId: `person-${n}`,
    playerName: '',
    race: { id: 'race', code: CODE, at: CODE },
    pack: Array.from({ length: 52 }, (_, card) => card),
  });

/** A race of three under way, whose lines keep what they are sent. */
function raceOfThree(holdAll = async (): Promise<void> => {}, earlier?: unknown[]) {
  const clock = testClock(NOW);
  const records = new Map<string, PlayRecord>();
  for (const n of [0, 1, 2]) records.set(`play-${n}`, recordOf(headerOf(n), []));
  let isHeld = true;
  const frames: Record<string, unknown[]> = {};
  const lineOf = (personId: string): ProgressLine => {
    const sent: unknown[] = (frames[personId] = []);
    return { personId, seen: -1, send: (news) => void sent.push(news[2]) };
  };
  const lines = ['person-0', 'person-1', 'person-2', 'watcher'].map(lineOf);
  const race = {
    start: { startsAt: NOW } as never,
    playIds: [...records.keys()],
    order: 2 as const,
    revision: 5,
    tally: emptyTally(),
    ghosts: [],
  };
  const progress = createProgress({
    plays: {
      held: (ids) => (isHeld ? ids.flatMap((id) => records.get(id) ?? []) : []),
      holdAll: async () => {
        await holdAll();
        isHeld = true;
      },
    },
    clock,
    publisher: {
      progressLines: () => lines,
      hasEarlierPages: () => earlier !== undefined,
      earlierProgress: (_, __, changed) => void earlier?.push(changed),
    },
    background: createBackground(
      clock,
      () => undefined,
      () => false,
    ),
    find: () => race,
    arm: async () => {},
    ghostNews: () => ({ progress: [], hasEnded: false }),
    onGhostEnded: async () => {},
  });
  /** One person moves: away from the foundations, or home. */
  function move(n: number, isHome = false): void {
    const record = records.get(`play-${n}`)!;
    const found = legalMoves(record.play.position).find(({ to }) => to < 8 === isHome)!;
    const next = advance(record, found, encodeMove(found), clock.now() - NOW);
    if (!next.ok) throw new Error(next.reason.code);
    records.set(`play-${n}`, next.value);
    progress.mark(CODE);
  }
  const acknowledge = (n: number) => progress.newsFor(CODE, lines[n]!)?.[2];
  /** Everybody has been sent how it stands. */
  function catchUp(): void {
    progress.mark(CODE);
    for (const n of lines.keys()) acknowledge(n);
  }
  const forget = () => void (isHeld = false);
  return { clock, move, acknowledge, catchUp, frames, forget };
}

test('what others have done comes with the next acknowledgement, once; the own figures do not', () => {
  const { move, acknowledge, catchUp, frames } = raceOfThree();
  catchUp();
  move(1, true);
  acknowledge(1);
  catchUp();
  // Below the leader the places stay as they are.
  move(1);
  expect(acknowledge(1)).toBeUndefined();
  move(1);
  expect(acknowledge(0)).toEqual([[1, 3, 0]]);
  expect(acknowledge(0)).toBeUndefined();
  expect(frames['person-0']).toEqual([]);
});

test('a line that is silent gets one frame within a second, and whoever has moved none', async () => {
  const { clock, move, acknowledge, catchUp, frames } = raceOfThree();
  move(1, true);
  catchUp();
  await clock.skip(3_000);
  for (let n = 0; n < 3; n++) {
    move(1);
    acknowledge(1);
    await clock.skip(200);
  }
  acknowledge(0);
  await clock.skip(400);
  expect(frames).toMatchObject({ 'person-0': [], 'person-1': [] });
  expect(frames['watcher'], 'by a second after the first of three moves').toEqual([[[1, 4, 0]]]);
  expect(frames['person-2']).toEqual(frames['watcher']);
  await clock.skip(5_000);
  expect(frames['person-0']).toEqual([]);
  expect(frames['watcher']).toHaveLength(1);
});

test('who takes the lead is told to everybody at once', async () => {
  const { clock, move, acknowledge, catchUp, frames } = raceOfThree();
  catchUp();
  move(2, true);
  // The mover's own acknowledgement has their new place.
  expect(acknowledge(2)).toContainEqual(expect.arrayContaining([2, 1, 0, 1, 1]));
  await clock.skip(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(frames['person-2']).toEqual([]);
  for (const silent of ['person-0', 'person-1', 'watcher']) {
    expect(frames[silent]).toHaveLength(1);
    expect(frames[silent]![0]).toContainEqual(expect.arrayContaining([2, 1, 0, 1, 1]));
  }
});

test('what happens while the plays cannot be read is sent once they can, without anybody moving again', async () => {
  let tries = 0;
  const { clock, move, catchUp, frames, forget } = raceOfThree(async () => {
    if ((tries += 1) < 3) throw new Error('away');
  });
  catchUp();
  forget();
  move(1, true);
  // Two tries that fail, and a second until whoever is silent is told.
  for (let n = 0; n < 12; n++) {
    await clock.skip(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(tries).toBe(3);
  expect(frames['watcher']).toHaveLength(1);
});

test('P10: a page of an earlier version is told what has happened within its own time, also between two frames of later ones', async () => {
  const earlier: unknown[] = [];
  const { clock, move, acknowledge, catchUp } = raceOfThree(undefined, earlier);
  move(1, true);
  catchUp();
  await clock.skip(2_000);
  earlier.length = 0;
  move(1);
  acknowledge(1);
  // Shortly before the others are sent what came first.
  await clock.skip(800);
  move(1);
  for (const n of [0, 1, 2, 3]) acknowledge(n);
  await clock.skip(3_000);
  expect(earlier).toHaveLength(2);
});
