/** A count for an ordinary run of the tests; `SCALE=25` makes it so many times as large. */
export const scaled = (count: number): number =>
  Math.round(count * Number(process.env['SCALE'] ?? 1));
