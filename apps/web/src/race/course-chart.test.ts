import { expect, test } from 'vitest';
import { pathOf, stepsOf } from './course-chart.ts';

const frame = (elapsedMs: number, cardsHome: number) =>
  ({ elapsedMs, play: { cardsHome } }) as Parameters<typeof stepsOf>[0][number];

test('a way home has a step for each change, also back', () => {
  const frames = [frame(0, 0), frame(900, 0), frame(1_000, 1), frame(2_000, 2), frame(3_000, 1)];
  expect(stepsOf(frames)).toEqual([
    { elapsedMs: 0, cardsHome: 0 },
    { elapsedMs: 1_000, cardsHome: 1 },
    { elapsedMs: 2_000, cardsHome: 2 },
    { elapsedMs: 3_000, cardsHome: 1 },
  ]);
});

test('its line runs from the start to the end of the play, up with every card', () => {
  const steps = [
    { elapsedMs: 0, cardsHome: 0 },
    { elapsedMs: 5_000, cardsHome: 24 },
  ];
  expect(pathOf(steps, 10_000, { mostMs: 20_000, mostCards: 48 })).toBe(
    'M0 100.00H25.00V50.00H50.00',
  );
});
