/** The race on the start page is a real one: two games of one deal by the rules, both won, the first one sooner. */
import { isWon } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { duelSteps, stepAt } from './duel.ts';

const plays = duelSteps();
const lasts = plays.map((steps) => steps.at(-1)!);

test('P1: both begin with the same cards, and win', () => {
  expect(plays).toHaveLength(2);
  expect(plays[0]![0]!.position).toEqual(plays[1]![0]!.position);
  expect(lasts.map(({ position }) => isWon(position))).toEqual([true, true]);
  expect(lasts.map(({ atMs }) => Math.round(atMs))).toEqual([10_800, 12_000]);
});

test('each table shows what its player has come to by then', () => {
  for (const steps of plays) {
    expect(stepAt(steps, 0)).toBe(steps[0]);
    expect(stepAt(steps, 60_000)).toBe(steps.at(-1));
    const middle = stepAt(steps, 6_000);
    expect(middle.atMs).toBeLessThanOrEqual(6_000);
    expect(middle.cardsHome).toBeGreaterThan(5);
  }
});
