/** Everybody's way home in a race, as lines. */
import type { openPlay } from '@same-deal/engine';

export interface Step {
  readonly elapsedMs: number;
  readonly cardsHome: number;
}

/** From the first card on: one step for each change of the count. */
export function stepsOf(
  frames: readonly { readonly elapsedMs: number; readonly play: ReturnType<typeof openPlay> }[],
): Step[] {
  const steps: Step[] = [{ elapsedMs: 0, cardsHome: 0 }];
  for (const { elapsedMs, play } of frames) {
    if (play.cardsHome !== steps.at(-1)?.cardsHome) {
      steps.push({ elapsedMs, cardsHome: play.cardsHome });
    }
  }
  return steps;
}

/**
 * The line of somebody's steps in a box of 100 by 100, up to the end of the race.
 * @param endMs when their own play ended
 */
export function pathOf(
  steps: readonly Step[],
  endMs: number,
  { mostMs, mostCards }: { readonly mostMs: number; readonly mostCards: number },
): string {
  const x = (ms: number) => ((100 * Math.min(ms, mostMs)) / Math.max(1, mostMs)).toFixed(2);
  const y = (cards: number) => (100 - (100 * cards) / Math.max(1, mostCards)).toFixed(2);
  const [first, ...rest] = steps;
  const way = rest.map(({ elapsedMs, cardsHome }) => `H${x(elapsedMs)}V${y(cardsHome)}`);
  return `M0 ${y(first?.cardsHome ?? 0)}${way.join('')}H${x(endMs)}`;
}
