/** Everybody's cards home over time, as lines of a chart. */
export interface Step {
  readonly elapsedMs: number;
  readonly cardsHome: number;
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

/** Whether there is anything to see: where nobody brought a card home all lines lie flat. */
export const isWorthDrawing = (courses: readonly { readonly steps: readonly Step[] }[]): boolean =>
  courses.length > 1 &&
  courses.some(({ steps }) => steps.some(({ cardsHome }) => cardsHome !== steps[0]?.cardsHome));
