/** The rank of each number, from 0; equal numbers share the mean of theirs. */
function ranksOf(numbers: readonly number[]): number[] {
  const order = numbers.map((number, at) => ({ number, at })).sort((a, b) => a.number - b.number);
  const ranks: number[] = [];
  for (let first = 0; first < order.length;) {
    let end = first;
    while (order[end]?.number === order[first]?.number && end < order.length) end++;
    for (const { at } of order.slice(first, end)) ranks[at] = (first + end - 1) / 2;
    first = end;
  }
  return ranks;
}

/** Spearman's rank correlation of two lists of the same length, −1 to 1. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const a = ranksOf(one);
  const b = ranksOf(other);
  const middle = (one.length - 1) / 2;
  let together = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (const [n, rank] of a.entries()) {
    const fromMiddle = (b[n] ?? middle) - middle;
    together += (rank - middle) * fromMiddle;
    squaresOfA += (rank - middle) ** 2;
    squaresOfB += fromMiddle ** 2;
  }
  return together / Math.sqrt(squaresOfA * squaresOfB);
}
