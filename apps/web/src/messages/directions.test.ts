/** Numbers beside names that are written from right to left stay beside them, in their order. */
import { describe, expect, test } from 'vitest';
import { circleWords as english } from './circle.en.ts';
import { courseWords as englishCourse } from './course.en.ts';
import { circleWords as german } from './de/circle.ts';
import { courseWords as germanCourse } from './de/course.ts';
import { seriesWords as germanSeries } from './de/series.ts';
import { seriesWords as englishSeries } from './series.en.ts';

const HEBREW = 'דנה';
const alone = `\u2068${HEBREW}\u2069`;

describe.each([
  ['English', english, englishSeries, englishCourse],
  ['German', german, germanSeries, germanCourse],
])('P11: in %s', (_language, circle, series, course) => {
  test('a score keeps its order', () => {
    expect(circle.duel.score(HEBREW, 3, 'Ben', 2)).toContain(`${alone} 3 : 2 `);
    expect(series.scoreLine(HEBREW, 1.5)).toBe(`${alone} 1½`);
  });

  test('points and cards stay behind the name', () => {
    expect(circle.table.shareRow('1', HEBREW, '12')).toBe(`1. ${alone} 12`);
    expect(course.summary(HEBREW, 4, '1:20')).toContain(`${alone}: 4 `);
  });
});
