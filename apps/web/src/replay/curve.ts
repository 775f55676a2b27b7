/** The height of the drawing; its width is 100. */
const HEIGHT = 24;

/**
 * The outline of a curve and the ground below it, as an SVG path 100 wide and 24 high.
 * @param values in per cent, from the left edge to the right one
 */
export function curvePath(values: readonly number[]): string {
  const last = Math.max(1, values.length - 1);
  const places = values.map((value, n) => {
    const x = (100 * n) / last;
    const y = HEIGHT - (HEIGHT * value) / 100;
    return `L${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
  });
  return `M0 ${HEIGHT}${places.join('')}L100 ${HEIGHT}Z`;
}
