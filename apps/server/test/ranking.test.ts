// The order of the boards and the streaks, against the plainest possible reading of their rules.
import { gameList } from '@same-deal/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import {
  compareTries,
  isWonKey,
  keyOf,
  percentileOf,
  placeInStretch,
  placesFromTop,
  sumBefore,
  summedUp,
} from '../src/daily/ranking.ts';
import {
  closesAt,
  dayOf,
  dayOfSource,
  dayOfText,
  endsAt,
  lastClosedDay,
  mondayOf,
  opensAt,
  phaseOf,
  settlesAt,
  sourceOfDaily,
  textOfDay,
  weekOf,
} from '../src/daily/days.ts';
import { streakOf } from '../src/daily/streak.ts';
import { statsOf } from '../src/daily/stats.ts';
import type { EndedTry } from '../src/daily/stats.ts';
import { anyTry, boards, crowded, order } from './support/tries.ts';

describe.each(boards)('the board %s', (board) => {
  test('follows the rule: won by time or moves, the other breaks ties, then cards home', () => {
    fc.assert(
      fc.property(anyTry, anyTry, (a, b) => {
        expect(Math.sign(compareTries(board, a, b))).toBe(order(board, a, b));
        expect(isWonKey(keyOf(board, a))).toBe(a.won);
        expect(Number.isSafeInteger(keyOf(board, a))).toBe(true);
      }),
      { numRuns: cases(2000) },
    );
  });

  test('is a total order: transitive, and equal only where the rule says so', () => {
    fc.assert(
      fc.property(crowded, crowded, crowded, (a, b, c) => {
        const [ab, bc, ac] = [
          compareTries(board, a, b),
          compareTries(board, b, c),
          compareTries(board, a, c),
        ];
        if (ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0);
        expect(Math.sign(ab)).toBe(-Math.sign(compareTries(board, b, a)) + 0);
      }),
      { numRuns: cases(2000) },
    );
  });

  test('10,000 boards: every place shown is what counting everyone before gives, whatever the order of arrival', () => {
    fc.assert(
      fc.property(
        fc.array(crowded, { maxLength: 30 }),
        fc.nat(),
        fc.nat(10),
        (tries, from, size) => {
          const keys = tries.map((one) => keyOf(board, one)).sort((a, b) => a - b);
          const counted = tries.map(
            (one) => 1 + tries.filter((other) => order(board, other, one) < 0).length,
          );
          expect(placesFromTop(keys)).toEqual(counted.toSorted((a, b) => a - b));
          // A stretch somewhere in it says the same, also of keys right beside it that nobody has.
          const begin = from % (keys.length + 1);
          const stretch = keys.slice(begin, begin + size);
          const first = stretch[0] ?? 0;
          const smaller = stretch.length > 0 ? keys.indexOf(first) : 0;
          const equal = stretch.length > 0 ? begin - smaller : 0;
          const beside = stretch.flatMap((key) => [key, key + 0.5]);
          if (begin === 0 && size > 0) beside.push(first - 0.5);
          for (const key of beside.filter((one) => one <= (keys[begin + size] ?? Infinity))) {
            expect(placeInStretch(stretch, { smaller, equal }, key)).toBe(
              1 + keys.filter((one) => one < key).length,
            );
          }
        },
      ),
      { numRuns: cases(10_000) },
    );
  });
});

test('a percentile is how many of a hundred others were slower; the unfinished are', () => {
  fc.assert(
    fc.property(fc.array(crowded, { minLength: 1, maxLength: 40 }), fc.nat(), (tries, n) => {
      const mine = tries[n % tries.length]!;
      const slower = tries.filter((other) => order('fastest', other, mine) > 0).length;
      const others = tries.length - 1;
      const expected = others === 0 ? 100 : Math.floor((10_000 * slower) / others) / 100;
      expect(percentileOf(tries.length - slower, tries.length)).toBe(expected);
    }),
  );
});

test('what lies in the buckets before one is the sum of them, wherever there are none', () => {
  const bucket = fc.record({ bucket: fc.nat(30), tries: fc.nat(9) });
  const buckets = fc
    .uniqueArray(bucket, { selector: (one) => one.bucket })
    .map((all) => all.sort((a, b) => a.bucket - b.bucket));
  fc.assert(
    fc.property(buckets, fc.nat(32), (all, wanted) => {
      const before = all.filter((one) => one.bucket < wanted);
      expect(sumBefore(summedUp(all), wanted)).toBe(before.reduce((n, { tries }) => n + tries, 0));
    }),
  );
});

describe('days', () => {
  const day = fc.integer({ min: 0, max: 40_000 });

  test('are UTC days, their text is ISO, and a daily lives from 00:00 to 12:00 of the next', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 86_399_999 }), (one, ms) => {
        expect(dayOf(opensAt(one) + ms)).toBe(one);
        expect(dayOfText(textOfDay(one))).toBe(one);
        expect(phaseOf(one, opensAt(one) - 1)).toBe('upcoming');
        expect(phaseOf(one, opensAt(one) + ms)).toBe('open');
        expect(phaseOf(one, endsAt(one))).toBe('closing');
        expect(phaseOf(one, closesAt(one))).toBe('closing');
        expect(phaseOf(one, closesAt(one) + 2000)).toBe('closed');
        expect(closesAt(one)).toBe(opensAt(one + 1) + 12 * 3_600_000);
      }),
    );
  });

  test('weeks are ISO weeks: from Monday to Sunday', () => {
    fc.assert(
      fc.property(day, (one) => {
        const monday = mondayOf(weekOf(one));
        expect(new Date(opensAt(monday)).getUTCDay()).toBe(1);
        expect(one - monday).toBeGreaterThanOrEqual(0);
        expect(one - monday).toBeLessThan(7);
      }),
    );
  });

  test('leap days, months and years end where they should', () => {
    for (const [text, next] of [
      ['2028-02-28', '2028-02-29'],
      ['2028-02-29', '2028-03-01'],
      ['2027-02-28', '2027-03-01'],
      ['2100-02-28', '2100-03-01'],
      ['2026-12-31', '2027-01-01'],
      ['2027-04-30', '2027-05-01'],
    ] as const) {
      expect(textOfDay(dayOf(endsAt(dayOfText(text))))).toBe(next);
    }
  });
});

describe('streaks', () => {
  // 2026-11-16 was a Monday.
  const monday = dayOfText('2026-11-16');
  const at = (pattern: string) =>
    [...pattern].flatMap((sign, n) => (sign === 'x' ? monday + n : []));

  test.each([
    // Days from a Monday on; today is the last sign.
    ['x', 1, 1, 0],
    ['xxx', 3, 3, 0],
    ['xx.', 2, 2, 0],
    ['x.x', 2, 2, 1],
    ['x.x.', 2, 2, 1],
    ['x.x.x', 1, 2, 0],
    ['x..x', 1, 1, 0],
    ['xxx...', 0, 3, 0],
    // A Sunday and a Monday: each week has its own.
    ['xxxxxx..x', 7, 7, 2],
    ['xxxxx.x.x', 7, 7, 2],
    ['xxxxxxx.xx.x', 1, 9, 0],
    ['.......', 0, 0, 0],
  ])('%s: now %i, longest %i, %i frozen', (pattern, current, longest, frozen) => {
    const streak = streakOf(at(pattern), monday + pattern.length - 1);
    expect(streak).toMatchObject({ current, longest, hasToday: pattern.endsWith('x') });
    expect(streak.frozen).toHaveLength(frozen);
  });

  /** Walks back from today, day by day, with a set of weeks in which a day has been missed. */
  function walkedBack(days: ReadonlySet<number>, today: number): number {
    let count = 0;
    let misses: number[] = [];
    const weeks = new Set<number>();
    for (let one = today; one > today - 500; one--) {
      if (days.has(one)) {
        count += 1;
        misses = [];
      } else if (one < today) {
        if (weeks.has(weekOf(one))) break;
        weeks.add(weekOf(one));
        misses.push(one);
      }
    }
    return count;
  }

  test('say what walking back day by day says, whenever nothing breaks it for good', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        (played, hasToday) => {
          const days = new Set(played.flatMap((one, n) => (one ? monday + n : [])));
          const today = monday + played.length;
          if (hasToday) days.add(today);
          const streak = streakOf(days, today);
          expect(streak.hasToday).toBe(hasToday);
          expect(streak.current).toBeLessThanOrEqual(streak.longest);
          expect(new Set(streak.frozen.map((text) => weekOf(dayOfText(text)))).size).toBe(
            streak.frozen.length,
          );
          // Reading from the front may begin a run later than reading from the back, never earlier.
          expect(streak.current).toBeLessThanOrEqual(walkedBack(days, today));
          if (walkedBack(days, today) === 0) expect(streak.current).toBe(0);
        },
      ),
      { numRuns: cases(1000) },
    );
  });

  test('do not depend on the order of days, nor on a day named twice, nor on the future', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: monday, max: monday + 30 })), (days) => {
        const today = monday + 30;
        const one = streakOf(days, today);
        expect(streakOf([...days].reverse(), today)).toEqual(one);
        expect(streakOf([...days, ...days, today + 3], today)).toEqual(one);
      }),
    );
  });
});

test('statistics add up, game by game and over all', () => {
  const ended = fc.record({
    day: fc.integer({ min: 100, max: 130 }),
    game: fc.constantFrom(...gameList.map(({ id }) => id)),
    won: fc.boolean(),
    elapsedMs: fc.integer({ min: 1, max: 36 * 3_600_000 }),
    moves: fc.integer({ min: 0, max: 300 }),
    undos: fc.integer({ min: 0, max: 3 }),
    cardsHome: fc.integer({ min: 0, max: 104 }),
    percentile: fc.option(fc.integer({ min: 0, max: 10_000 })),
  });
  fc.assert(
    fc.property(fc.array(ended, { maxLength: 40 }), (tries) => {
      const [all, ...games] = statsOf(tries, 130);
      for (const figure of ['played', 'won', 'clean'] as const) {
        expect(games.reduce((sum, one) => sum + one[figure], 0)).toBe(all![figure]);
      }
      for (const one of [all!, ...games]) {
        expect(one.times.reduce((sum, { won }) => sum + won, 0)).toBe(one.won);
        expect(one.bestMs === null).toBe(one.won === 0);
        if (one.bestMs !== null) expect(one.bestMs).toBeLessThanOrEqual(one.averageMs! + 1);
      }
    }),
  );
});

describe('the name of a closed daily’s deal', () => {
  test('is its day, and reads back', () => {
    const day = dayOfText('2026-11-21');
    expect(sourceOfDaily(day)).toBe('daily/2026-11-21');
    expect(dayOfSource('daily/2026-11-21')).toBe(day);
  });
  test.each([
    'daily/2026-11-2',
    'daily/2026-11-211',
    'x daily/2026-11-21',
    'daily/2026-99-99',
    '17',
  ])('%s is none', (source) => expect(dayOfSource(source)).toBe(null));
});

test('the last closed day is yesterday from its settling on', () => {
  const yesterday = dayOfText('2026-11-21');
  expect(lastClosedDay(settlesAt(yesterday) - 1)).toBe(yesterday - 1);
  expect(lastClosedDay(settlesAt(yesterday))).toBe(yesterday);
});

describe('one person’s figures', () => {
  const today = dayOfText('2026-11-22');
  const MINUTE = 60_000;
  const lost: EndedTry = {
    day: today,
    game: 'bisley',
    won: false,
    elapsedMs: 30 * MINUTE,
    moves: 20,
    undos: 0,
    cardsHome: 10,
    percentile: null,
  };
  const won = (elapsedMs: number, more: Partial<EndedTry> = {}): EndedTry => ({
    ...lost,
    won: true,
    elapsedMs,
    moves: 60,
    cardsHome: 48,
    ...more,
  });
  const tries = [
    won(3 * MINUTE, { day: today - 2, percentile: 8_050 }),
    won(4 * MINUTE - 1, { day: today - 1, moves: 71, undos: 2, percentile: 2_000 }),
    lost,
    { ...lost, game: 'alhambra', cardsHome: 0 },
  ];
  const [all, bisley] = statsOf(tries, today);

  test('are of wins, of all tries, and of closed days', () => {
    expect(all).toMatchObject({ game: null, played: 4, won: 2, clean: 1 });
    expect(bisley).toMatchObject({
      game: 'bisley',
      played: 3,
      won: 2,
      clean: 1,
      bestMs: 3 * MINUTE,
      bestMoves: 60,
      averageMs: Math.round(3.5 * MINUTE),
      averageMoves: 65.5,
      averageCardsHome: 35.33,
      averagePercentile: 50.25,
    });
  });
  test('count winning times in bins, of which the last one has no end', () => {
    expect(bisley?.times.filter((bin) => bin.won > 0)).toEqual([{ fromMs: 3 * MINUTE, won: 2 }]);
    const [slow] = statsOf([won(4 * MINUTE), won(90 * MINUTE)], today);
    expect(slow?.times.filter((bin) => bin.won > 0)).toEqual([
      { fromMs: 4 * MINUTE, won: 1 },
      { fromMs: 60 * MINUTE, won: 1 },
    ]);
  });
  test('have a streak of wins that waits for yesterday’s try while that is played on', () => {
    const wins = [won(3 * MINUTE, { day: today - 2 })];
    const frozen = (running: string[]) => statsOf(wins, today, running)[0]?.winStreak.frozen.length;
    expect([frozen([]), frozen(['alhambra'])]).toEqual([1, 0]);
    // Also where today is won before yesterday: a Friday, with a Tuesday missed.
    const friday = dayOfText('2026-11-27');
    const days = [6, 5, 4, 2, 0].map((ago) => won(3 * MINUTE, { day: friday - ago }));
    const streak = (running: string[]) => statsOf(days, friday, running)[0]?.winStreak;
    expect(streak([])).toMatchObject({ current: 1, longest: 4, hasToday: true });
    expect(streak(['bisley'])).toMatchObject({ current: 5, longest: 5, hasToday: true });
  });
  test('are unknown of what nobody has played', () => {
    const [none] = statsOf([], today);
    const unknown = [none?.bestMs, none?.bestMoves, none?.averageMs, none?.averageMoves];
    expect([...unknown, none?.averageCardsHome, none?.averagePercentile]).toEqual(
      Array(6).fill(null),
    );
  });
  test('streaks: a card home, and wins', () => {
    expect(all?.streak).toMatchObject({ current: 3, longest: 3 });
    expect(all?.winStreak).toMatchObject({ longest: 2 });
    expect(statsOf([{ ...lost, cardsHome: 0 }], today)[0]?.streak).toMatchObject({
      current: 0,
      longest: 0,
    });
    expect(statsOf([{ ...lost, cardsHome: 1 }], today)[0]?.streak).toMatchObject({ current: 1 });
  });
});

test('on an empty board anybody is first', () => {
  expect(placeInStretch([], { smaller: 0, equal: 0 }, 5)).toBe(1);
});
