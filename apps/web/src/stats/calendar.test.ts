import { expect, test } from 'vitest';
import { monthsOf, weeksOf } from './calendar.ts';

// A Wednesday.
const TODAY = '2026-11-25';

test('weeks begin on Monday, and the last one ends today', () => {
  const weeks = weeksOf([], TODAY, 16);
  expect(weeks).toHaveLength(16);
  expect(weeks.map((week) => week.length)).toEqual([...Array.from({ length: 15 }, () => 7), 3]);
  expect(weeks.at(-1)!.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24', TODAY]);
});

test('months are named where they begin, and the first one where there is room', () => {
  expect(monthsOf(weeksOf([], TODAY, 16))).toEqual([
    { week: 0, day: '2026-08-10' },
    { week: 3, day: '2026-09-01' },
    { week: 7, day: '2026-10-01' },
    { week: 11, day: '2026-11-01' },
  ]);
  expect(monthsOf(weeksOf([], TODAY, 6))).toEqual([{ week: 1, day: '2026-11-01' }]);
});

test('each day has what was played on it', () => {
  const played = { day: '2026-11-22', played: 3, won: 1 };
  const days = weeksOf([played], TODAY, 2).flat();
  expect(days.find(({ day }) => day === played.day)).toEqual(played);
  expect(days.filter((day) => day.played > 0)).toHaveLength(1);
});
