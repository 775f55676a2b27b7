// Recordings take a few bytes an entry, are read once for all who show them, and cost no request the folding of a log.
import { encodeEntry, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import { raceCourses } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { boundedCache } from '../src/bounded-cache.ts';
import { STEPS_A_TURN } from '../src/in-slices.ts';
import { courseOf } from '../src/play/course-of-play.ts';
import { advance, figuresOf, recordInTurns, recordOf } from '../src/play/play-record.ts';
import type { PlayHeader } from '../src/play/play-record.ts';
import { createCourses } from '../src/race/courses.ts';
import { createGhostCourse } from '../src/race/ghost-course.ts';
import type { StoredRace } from '../src/race/ports.ts';
import { createRecordings } from '../src/race/recordings.ts';
import { testClock } from './support/test-clock.ts';
import { playHeader } from './support/play-header.ts';

const ENTRIES = 5_000;
const MEGABYTE = 2 ** 20;
const variant = 'bisley/thirteen';
const pack = unwrap(packOf('17', 1));
const headerOf = (id: string): PlayHeader =>
  playHeader({
    ...{ id, userId: `player of ${id}`, ownerId: id, playerName: `Player of ${id}` },
    ...{ variant, deal: '17', pack, isPractice: false, closesAt: 900_000, endedByCap: true },
  });
const opening = unwrap(newGame(variant, pack));
const home = legalMoves(opening).find((move) => {
  const next = advance(recordOf(headerOf('p'), []), move, encodeEntry(move), 0);
  return next.ok && next.value.play.cardsHome > 0;
})!;
const entries = Array.from({ length: ENTRIES }, (_, n) => ({
  code: encodeEntry(n % 2 === 0 ? home : 'undo'),
  elapsedMs: 18 * n,
}));
const ids = Array.from({ length: 10 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`);

/** Plays of 5,000 entries, and how often they have been read. */
function longPlays() {
  const read: string[] = [];
  return {
    read,
    plays: {
      headers: async (playIds: readonly string[]) => playIds.map(headerOf),
      read: async (playIds: readonly string[]) => {
        read.push(...playIds);
        return Promise.all(playIds.map((id) => recordInTurns(headerOf(id), entries)));
      },
    },
  };
}

const settled = { race: { settledAt: 1, start: { plays: {} }, ghosts: ids } };
const raceAt = (code: string) => ({ ...settled, code }) as unknown as StoredRace;

test('a race against ten of the longest recordings keeps less than a megabyte, shared by all races of its source', async () => {
  const { plays, read } = longPlays();
  const clock = testClock(0);
  const ghosts = createGhostCourse({ recordings: createRecordings(plays), clock }, () => undefined);
  const [one, other] = await Promise.all(['R1', 'R2'].map((code) => ghosts.of(raceAt(code))));
  expect(one).toHaveLength(10);
  const bytes = one!.reduce((all, { course }) => all + course.bytes, 0);
  expect(bytes).toBe(10 * 9 * (ENTRIES + 1));
  expect(bytes).toBeLessThan(MEGABYTE);
  // Nothing else of a play is kept.
  expect(Object.keys(one![0]!).sort()).toEqual(['course', 'name', 'playId', 'userId']);
  expect(one!.map(({ course }) => course)).toEqual(other!.map(({ course }) => course));
  for (const [n, { course }] of one!.entries()) expect(other![n]!.course).toBe(course);
  await clock.skip(10 * 60_000);
  const later = await ghosts.of(raceAt('R3'));
  expect(later[0]!.course, 'names are read again, logs are not').toBe(one![0]!.course);
  expect(read.sort()).toEqual([...ids]);
});

test('P8: the courses of a race are worked out once, by turns with everything else', async () => {
  const { plays, read } = longPlays();
  const recordings = createRecordings(plays);
  const coursesOf = createCourses({ findRace: async (code) => raceAt(code), recordings });
  // What is measured is the writing.
  for (const id of ids) await recordings.courseOf(id);
  let turns = 0;
  let isOver = false;
  const asked = Promise.all([coursesOf('R'), coursesOf('R')]).finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  const [first, second] = await asked;
  expect(turns, '50,000 entries, 20 a step').toBeGreaterThanOrEqual(
    Math.floor(50_000 / 20 / STEPS_A_TURN),
  );
  if (!first.ok || !second.ok) throw new Error('no courses');
  expect(second.data).toBe(first.data);
  expect((await coursesOf('R')).ok && first.data).toBe(first.data);
  expect(read).toHaveLength(10);
  const { courses } = raceCourses.parse(JSON.parse(first.data));
  expect(courses.map(({ playId }) => playId)).toEqual(ids);
  expect(courses[0]!.steps).toHaveLength(ENTRIES + 1);
  expect(courses[0]!.steps.slice(0, 3)).toEqual([
    [0, 0],
    [0, 1],
    [18, 0],
  ]);
});

test('what may still change is not kept', async () => {
  const { plays, read } = longPlays();
  const running = { ...headerOf('p'), endedByCap: false };
  const recordings = createRecordings({
    ...plays,
    read: async (playIds) => {
      read.push(...playIds);
      return [recordOf(running, entries.slice(0, 3))];
    },
  });
  await recordings.courseOf('p');
  await recordings.courseOf('p');
  expect(read).toEqual(['p', 'p']);
  const damaged = courseOf(recordOf(headerOf('p'), [{ code: 0xf0f0, elapsedMs: 1 }]));
  expect(damaged).toMatchObject({ isFinal: false, isDamaged: true });
  expect(courseOf(recordOf({ ...headerOf('p'), pack: [] }, []))).toBe(null);
  const whole = recordOf(headerOf('p'), entries);
  expect(figuresOf(whole).ending).toBe('cap');
});

test('a cache keeps no more than its bytes, and what was used last', () => {
  const cache = boundedCache<string>(10, (text) => text.length);
  cache.set('a', 'aaaa');
  cache.set('b', 'bbbb');
  expect(cache.get('a')).toBe('aaaa');
  cache.set('c', 'cccc');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccc']);
  expect(cache.bytes()).toBe(8);
  cache.set('a', 'a');
  expect(cache.bytes()).toBe(5);
  cache.set('d', 'd'.repeat(11));
  expect(cache.bytes(), 'larger than all of it').toBe(0);
});
