import { expect, test } from 'vitest';
import { pathOf } from './course-chart.ts';

test('its line runs from the start to the end of the play, up with every card', () => {
  const steps = [
    { elapsedMs: 0, cardsHome: 0 },
    { elapsedMs: 5_000, cardsHome: 24 },
  ];
  expect(pathOf(steps, 10_000, { mostMs: 20_000, mostCards: 48 })).toBe(
    'M0 100.00H25.00V50.00H50.00',
  );
});
