/** Numbers from 0 to less than 1, the same for a seed every time (Marsaglia's xorshift). */
export function randomFractions(seed: number): () => number {
  let word = Math.imul(seed, 0x9e3779b9) | 1;
  return () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return (word >>> 0) / 2 ** 32;
  };
}
