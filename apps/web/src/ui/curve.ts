/** Figures from one time to the next, as a line. */

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** What a curve is drawn between: some room above and below, in round numbers. */
export function roundBounds(values: readonly number[]): Bounds {
  const STEP = 50;
  const least = Math.floor(Math.min(...values) / STEP) * STEP;
  const most = Math.ceil(Math.max(...values) / STEP) * STEP;
  return most > least ? { least, most } : { least: least - STEP, most: most + STEP };
}

/** The line through all values in a box of 100 by 100 that is as high as the bounds; each is as far from the next. */
export function curveOf(values: readonly number[], { least, most }: Bounds): string {
  const width = Math.max(1, values.length - 1);
  const points = values.map((value, n) => {
    const y = 100 - (100 * (value - least)) / (most - least);
    return `${((100 * n) / width).toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}
