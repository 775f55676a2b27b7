/** Somebody's rating from race to race, as a line. */

/** What a curve is drawn between: some room above and below, in round numbers. */
export function boundsOf(ratings: readonly number[]): { least: number; most: number } {
  const STEP = 50;
  const least = Math.floor(Math.min(...ratings) / STEP) * STEP;
  const most = Math.ceil(Math.max(...ratings) / STEP) * STEP;
  return most > least ? { least, most } : { least: least - STEP, most: most + STEP };
}

/** The line through all ratings in a box of 100 by 100, each as far from the next. */
export function curveOf(ratings: readonly number[]): string {
  const { least, most } = boundsOf(ratings);
  const width = Math.max(1, ratings.length - 1);
  const points = ratings.map((rating, n) => {
    const y = 100 - (100 * (rating - least)) / (most - least);
    return `${((100 * n) / width).toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}
