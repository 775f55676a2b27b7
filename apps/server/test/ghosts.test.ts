// Recordings as opponents: what a ghost shows at any time is what its player had done by then, and nobody's own result
// knows of it.
import { encodeEntry, legalMoves, mersenneDraw, shuffledPack } from '@same-deal/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { figuresOf, recordOf } from '../src/play/play-record.ts';
import type { PlayRecord, StoredEntry } from '../src/play/play-record.ts';
import { courseAt, courseOf, stepsOf } from '../src/play/course-of-play.ts';
import type { Clock } from '../src/clock.ts';
import { createGhostCourse } from '../src/race/ghost-course.ts';
import { nextChangeAt, spread } from '../src/race/ghosts.ts';
import { raceSnapshotOf } from '../src/race/race-snapshot.ts';
import * as rules from '../src/race/race.ts';
import { compareResults } from '../src/race/standings.ts';
import { raceHeader } from './support/play-header.ts';

const VARIANT = 'bisley/thirteen';
const T = 1_800_000_000_000;
const settings = { variant: VARIANT, undo: 'bounded', capMinutes: 5, proved: true } as const;
const header = raceHeader(T, {
  id: 'p',
  race: null,
  pack: shuffledPack(1, mersenneDraw([7])),
  closesAt: T + 300_000,
});

const ghostOf = (record: PlayRecord) => ({
  playId: record.header.id,
  userId: record.header.userId,
  name: record.header.playerName,
  course: courseOf(record)!,
});
const ghostAt = ({ course }: ReturnType<typeof ghostOf>, ms: number) => courseAt(course, ms);

/** A play of so many entries, `gaps` apart: any legal moves, and now and then an undo. */
function entriesOf(gaps: readonly number[], choices: readonly number[]): StoredEntry[] {
  const entries: StoredEntry[] = [];
  let elapsedMs = 0;
  for (const [n, gap] of gaps.entries()) {
    elapsedMs += gap;
    const { play } = recordOf(header, entries);
    const legal = legalMoves(play.position);
    const choice = choices[n % choices.length] ?? 0;
    const entry = legal.length === 0 || choice % 5 === 4 ? 'undo' : legal[choice % legal.length]!;
    if (entry === 'undo' && play.moves - play.undos <= 0) continue;
    entries.push({ code: encodeEntry(entry), elapsedMs });
  }
  return entries;
}

const gaps = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 12 });
const choices = fc.array(fc.nat(30), { minLength: 1, maxLength: 12 });

describe('a recording', () => {
  test('P9: at any time is the fold of what was entered by then', () => {
    fc.assert(
      fc.property(gaps, choices, fc.nat(400_000), (times, picks, ms) => {
        const entries = entriesOf(times, picks);
        const ghost = ghostOf(recordOf(header, entries));
        const by = recordOf(
          header,
          entries.filter(({ elapsedMs }) => elapsedMs <= ms),
        );
        expect(ghostAt(ghost, ms)).toEqual(figuresOf(by));
        const next = entries.find(({ elapsedMs }) => elapsedMs > ms)?.elapsedMs;
        expect(nextChangeAt([ghost, ghost], ms)).toBe(next);
      }),
      { numRuns: cases(50) },
    );
  });

  test('P10: that the cap ended is running until then', () => {
    const record = recordOf({ ...header, endedByCap: true }, entriesOf([1_000, 2_000], [0]));
    const ghost = ghostOf(record);
    expect(ghostAt(ghost, 299_999).ending).toBe(null);
    expect(ghostAt(ghost, 300_000)).toEqual(figuresOf(record));
    expect(nextChangeAt([ghost], 3_000)).toBe(300_000);
    expect(nextChangeAt([ghost], 300_000)).toBe(undefined);
  });
});

test('P7: what happens in a recording while something before it is being told is told too', () => {
  const ghost = ghostOf(recordOf(header, entriesOf([1000, 3], [0])));
  // A machine so busy that five milliseconds pass between one look at the clock and the next.
  let time = T;
  const timers = new Set<{ at: number; job: () => void }>();
  const at: Clock['at'] = (at, job) => {
    const timer = { at, job };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const clock = { now: () => (time += 5) - 5, at, after: () => () => {} };
  let told = 0;
  const course = createGhostCourse({ recordings: { of: async () => [] }, clock }, () => {
    told = ghostAt(ghost, clock.now() - T).moves;
  });
  course.follow('code', [ghost], T);
  for (const timer of timers) {
    timers.delete(timer);
    time = Math.max(time, timer.at);
    timer.job();
  }
  expect(told).toBe(2);
});

test('a way home has a step for each change, also back', () => {
  fc.assert(
    fc.property(gaps, choices, (times, picks) => {
      const entries = entriesOf(times, picks);
      const counts = entries.map((_, n) => figuresOf(recordOf(header, entries.slice(0, n + 1))));
      const steps = [...stepsOf(ghostOf(recordOf(header, entries)).course)];
      expect(steps[0]).toEqual([0, 0]);
      const changes = counts.flatMap(({ cardsHome }, n) =>
        cardsHome === (counts[n - 1]?.cardsHome ?? 0) ? [] : [[entries[n]!.elapsedMs, cardsHome]],
      );
      expect(steps.slice(1)).toEqual(changes);
    }),
    { numRuns: cases(30) },
  );
});

const person = (userId: string, entries: readonly StoredEntry[]): PlayRecord =>
  recordOf({ ...header, id: `play of ${userId}`, userId, ownerId: userId }, entries);

test('people keep their places as if no ghost were there; a ghost’s is one more than the people before it', () => {
  fc.assert(
    fc.property(fc.array(gaps, { minLength: 3, maxLength: 3 }), choices, (times, picks) => {
      const [one, two, ghost] = times.map((each) => entriesOf(each, picks)) as [
        StoredEntry[],
        StoredEntry[],
        StoredEntry[],
      ];
      const people = [person('ben', one), person('cleo', two)];
      const seats = people.map(({ header: { id, userId } }) => [userId, id]);
      const open = rules.openRace(settings, { id: 'ben', name: 'Ben' }, T);
      const race = {
        ...open,
        players: ['ben', 'cleo'].map((id) => ({ id, name: id, ready: true })),
        start: {
          ...{ dealId: 'd', commitment: 'c', difficulty: null, startsAt: T, closesAt: T + 9e5 },
          plays: Object.fromEntries(seats) as Record<string, string>,
        },
      };
      const stored = { id: 'r', code: 'R', at: 'R', version: 1, rematchCode: null, asked: [] };
      const seen = (ghostRace: object) =>
        raceSnapshotOf(
          { ...stored, names: new Map(), ratings: new Map(), race: { ...race, ...ghostRace } },
          people,
          new Set(),
          [],
          T + 500_000,
          [ghostOf(person('anna', ghost))],
        );
      const ghostOfRace = { ghostOf: { race: 'ABC234' }, ghosts: ['p'] };
      const { ghosts, ghostOf: of, ...others } = seen(ghostOfRace);
      expect(others).toEqual(seen({}));
      expect(of).toEqual({ race: 'ABC234' });
      const figures = figuresOf(person('anna', ghost));
      const before = people.filter((one) => compareResults(figuresOf(one), figures) < 0);
      expect(ghosts![0]!.progress!.place).toBe(1 + before.length);
      // Its replay opens with the race's result.
      expect(ghosts![0]!.playId).toBe(null);
    }),
    { numRuns: cases(20) },
  );
});

test('P2: before the start nothing is told of what a ghost will do', () => {
  const race = rules.openGhostRace(settings, { id: 'ben', name: 'Ben' }, T, { race: 'R' }, ['p']);
  const stored = { id: 'r', code: 'R', at: 'R', version: 1, rematchCode: null, asked: [] };
  const none = { names: new Map(), ratings: new Map() };
  const ghost = ghostOf(person('anna', entriesOf([0, 0], [0])));
  const { ghosts } = raceSnapshotOf({ ...stored, ...none, race }, [], new Set(), [], T, [ghost]);
  expect(ghosts).toEqual([{ name: 'Anna', progress: null, playId: null, partner: null }]);
});

describe('a race against recordings', () => {
  const anna = { id: 'anna', name: 'Anna' };
  const race = rules.openGhostRace(settings, anna, T, { race: 'ABC234' }, ['p']);
  const deal = { dealId: 'd', commitment: 'c', difficulty: null, plays: { anna: 'play' } };

  test('is started by one person alone, in the recordings’ own settings', () => {
    expect(rules.startRace(race, 'anna', deal, T).ok).toBe(true);
    const change = rules.configure(race, 'anna', { ...settings, capMinutes: 120 }, T);
    expect(change).toEqual({ ok: false, reason: 'bad-request' });
  });

  test('is followed by a rematch like any other', () => {
    const rematch = rules.rematchOf(race, anna, T);
    expect([rematch.ghostOf, rematch.ghosts]).toEqual([null, []]);
    expect(rules.startRejection(rematch, 'anna', T)).toBe('too-few-players');
  });

  test('an older race is none', () => {
    const { ghostOf: _of, ghosts: _ghosts, ...old } = rules.openRace(settings, anna, T);
    expect(rules.raceValue.parse(old)).toMatchObject({ ghostOf: null, ghosts: [] });
  });
});

test.each([
  [3, 10, [0, 1, 2]],
  [19, 10, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]],
  [100, 3, [0, 50, 99]],
])('of %i tries at most %i race along, from the first to the last', (n, most, chosen) => {
  expect(spread([...Array(n).keys()], most)).toEqual(chosen);
});
