import { expect, test } from 'vitest';
import { isWorthDrawing, pathOf } from './course-chart.ts';

test('its line runs from the start to the end of the play, up with every card', () => {
  const steps = [
    { elapsedMs: 0, cardsHome: 0 },
    { elapsedMs: 5_000, cardsHome: 24 },
  ];
  expect(pathOf(steps, 10_000, { mostMs: 20_000, mostCards: 48 })).toBe(
    'M0 100.00H25.00V50.00H50.00',
  );
});

test.each([
  ['one alone', [[4, 5]], false],
  ['nobody with a card more than at the start', [[4, 4], [4]], false],
  ['one of them with one', [[4], [4, 5]], true],
])('whether the chart is drawn of %s', (_, courses, isDrawn) => {
  const stepsOf = (home: readonly number[]) =>
    home.map((cardsHome, n) => ({ elapsedMs: n * 1_000, cardsHome }));
  expect(isWorthDrawing(courses.map((home) => ({ steps: stepsOf(home) })))).toBe(isDrawn);
});
