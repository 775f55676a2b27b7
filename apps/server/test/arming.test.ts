// What a node sets up for a race is set up once it holds, and tried again until it does.
import { expect, test } from 'vitest';
import { createBackground } from '../src/background.ts';
import { createJournal } from '../src/play/journal.ts';
import { createCourse } from '../src/race/course.ts';
import type { CourseOptions } from '../src/race/course.ts';
import { partners } from '../src/race/partners.ts';
import type { StoredRace } from '../src/race/ports.ts';
import * as rules from '../src/race/race.ts';
import { createPresence } from '../src/race/presence.ts';
import { createSparring } from '../src/race/sparring.ts';
import { emptyLog } from '../src/play/packed-log.ts';
import { must, settings } from './support/race-values.ts';
import { testClock } from './support/test-clock.ts';

const T = 1_800_000_000_000;

/** A race of Anna and a partner, in its countdown. */
function startedRace(): StoredRace {
  const open = rules.openRace(settings, { id: 'anna', name: 'Anna' }, T);
  const seated = must(rules.addPartner(open, 'anna', 2, T));
  const plays = { anna: 'p1', [partners[2].id]: 'p2' };
  const fixed = { dealId: 'd', commitment: 'c', difficulty: null, plays };
  const race = must(rules.startRace(seated, 'anna', fixed, T));
  const none = new Map<string, never>();
  return {
    ...{ id: 'r', code: 'ABC234', at: 'ABC234', version: 1, rematchCode: null, asked: [] },
    ...{ race, names: none, ratings: none },
  };
}

const away = new Error('away');

/** A node that serves the race, and whose reading of its plays, once it may begin, fails `failures` times. */
function courseThatFails(
  failures: number,
  mayBegin: Promise<void> = Promise.resolve(),
  others: Partial<CourseOptions> = {},
) {
  const clock = testClock(T);
  const stored = startedRace();
  const faults: unknown[] = [];
  const driven: unknown[] = [];
  const presence = createPresence(() => undefined);
  let readings = 0;
  let isHeld = false;
  const course = createCourse({
    store: {
      find: async () => stored,
      recent: async () => stored,
      noteNode: async () => undefined,
      settle: async () => 'too-early',
    } as unknown as CourseOptions['store'],
    plays: {
      holdAll: async () => {
        if (isHeld) return;
        await mayBegin;
        if ((readings += 1) <= failures) throw away;
        isHeld = true;
      },
      read: async () => [],
      running: async (ids: readonly string[]) => [...ids],
    } as unknown as CourseOptions['plays'],
    recordings: { of: async () => [] },
    clock,
    publisher: { toRace: () => undefined } as unknown as CourseOptions['publisher'],
    presence,
    background: createBackground(
      clock,
      (error) => faults.push(error),
      (error) => error === away,
    ),
    sparring: {
      drive: (start) => driven.push(start),
      leave: () => undefined,
      stop: () => undefined,
    },
    nodeId: () => '1',
    serves: () => true,
    onFault: (error) => faults.push(error),
    ...others,
  });
  const forget = () => void (isHeld = false);
  return { clock, course, stored, driven, faults, readings: () => readings, forget };
}

test.each([1, 2, 40])(
  'P8: a partner plays although its race’s plays could not be read %i times, and nobody asks again',
  async (failures) => {
    const { clock, course, stored, driven, faults, readings } = courseThatFails(failures);
    await course.snapshotAndArm(stored);
    expect(driven).toHaveLength(0);
    // Those who ask meanwhile add no further tries.
    await Promise.all([course.snapshotAndArm(stored), course.snapshotAndArm(stored)]);
    for (let n = 0; n <= failures && driven.length === 0; n++) {
      await clock.skip(2_000, () => new Promise((resolve) => setImmediate(resolve)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(driven).toEqual([stored.race.start]);
    expect(faults.filter((fault) => fault === away)).toHaveLength(failures);
    const before = readings();
    await course.snapshotAndArm(stored);
    expect(readings(), 'what holds is not set up again').toBe(before);
    course.stop();
  },
);

test('P8: plays that were let go of, as nobody moved, are replayed once for all who ask about their race', async () => {
  const { course, stored, readings, forget } = courseThatFails(0);
  await course.snapshotAndArm(stored);
  expect(readings()).toBe(1);
  forget();
  for (let n = 0; n < 3; n++) await course.snapshotAndArm(stored);
  expect(readings()).toBe(2);
  course.stop();
});

/** Something to wait for, and what ends the waiting. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test('P8: what was under way when the node stopped is no fault, and is not tried again: the database is closed by then', async () => {
  const { opened, open } = gate();
  const { clock, course, stored, faults } = courseThatFails(Infinity, opened);
  const arming = course.snapshotAndArm(stored);
  const publishing = course.publish(stored.code);
  await new Promise((resolve) => setImmediate(resolve));
  course.stop();
  open();
  await Promise.all([arming, publishing]);
  expect(faults).toEqual([]);
  expect(clock.waiting()).toBe(0);

  const reading = gate();
  const sparring = createSparring({
    plays: {
      read: async () => {
        await reading.opened;
        throw away;
      },
      enter: () => undefined,
    },
    clock,
    think: async () => null,
    onFault: (error) => faults.push(error),
  });
  const start = { ...stored.race.start!, startsAt: T };
  sparring.drive(start, () => 'home');
  await clock.skip(0);
  sparring.stop();
  reading.open();
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

test('P8: a partner that a fault kept from moving moves later, whatever it was called', async () => {
  const clock = testClock(T);
  let entered = 0;
  const header = { userId: partners[2].id, id: 'p2', startsAt: T };
  const position = { variant: 'bisley/thirteen', piles: [], counters: [] };
  const record = { header, ending: null, play: { entries: 0, position }, log: emptyLog };
  const sparring = createSparring({
    plays: {
      read: async () => [record] as never,
      enter: (_, reply) => {
        entered += 1;
        reply({ ok: false, error: { code: entered === 1 ? 'internal' : 'play-ended' } });
      },
    },
    clock,
    think: async () => 'concede',
    onFault: () => undefined,
  });
  sparring.drive(startedRace().race.start!, () => 'home');
  for (let n = 0; n < 40 && entered < 2; n++) {
    await clock.skip(1_000, () => new Promise((resolve) => setImmediate(resolve)));
  }
  expect(entered).toBe(2);
  sparring.stop();
});

test('P4: a fault in what follows from an entry harms no other of its batch, and holds no lane', async () => {
  const written: string[][] = [];
  const faults: unknown[] = [];
  const journal = createJournal({
    write: async (entries) => {
      written.push(entries.map(({ playId }) => playId));
      return entries.map(() => 'written' as const);
    },
    faultOf: () => 'other',
    onFault: (error) => faults.push(error),
    lanes: 1,
  });
  const entry = (playId: string) => ({ playId, number: 1, code: 0, elapsedMs: 0, ended: null });
  const outcomes: string[] = [];
  journal.append(entry('a'), () => {
    throw new Error('published to nobody');
  });
  journal.append(entry('b'), (outcome) => outcomes.push(`b ${outcome}`));
  await journal.drained();
  journal.append(entry('c'), (outcome) => outcomes.push(`c ${outcome}`));
  await journal.drained();
  expect(outcomes).toEqual(['b written', 'c written']);
  expect(written).toEqual([['a', 'b'], ['c']]);
  expect(faults).toHaveLength(1);
});

test('P7: the plays are read last for what is told of a race: progress that is sent meanwhile is not taken back', async () => {
  const read: string[] = [];
  const plays = {
    holdAll: async () => undefined,
    read: async () => {
      read.push('plays');
      return [];
    },
  } as unknown as CourseOptions['plays'];
  const recordings: CourseOptions['recordings'] = {
    of: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      read.push('recordings');
      return [];
    },
  };
  const { course, stored } = courseThatFails(0, undefined, { plays, recordings });
  const race = { ...stored.race, ghostOf: { race: 'XYZ234' }, ghosts: ['g1'] };
  await course.send({ ...stored, race });
  expect(read).toEqual(['recordings', 'plays']);
});
