/** From 1, found nearly at once, to 5. */
export type Difficulty = 1 | 2 | 3 | 4 | 5;

/**
 * The most positions that the search for a win looks at in a deal of class 1, 2, 3 and 4; more is
 * class 5. Measured so that the classes are about equally frequent among winnable deals of a
 * variant; how, and on how many, stands in docs/winnability.md. A search that is changed wants
 * them measured again.
 */
const thresholds: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'bisley/thirteen': [11, 15, 19, 32],
  'bisley/twelve': [12, 17, 22, 45],
  'british-square/piles': [715, 829, 1766, 3999],
  'british-square/union': [1504, 1713, 3479, 7646],
  'sly-fox/standard': [1886, 2049, 2385, 6333],
  'alhambra/standard': [160_000, 720_000, 2_400_000, 6_700_000],
};

/** For what has not been measured: each class takes ten times the former's. */
const decades = [100, 1000, 10_000, 100_000] as const;

/**
 * How hard a winnable deal is, by how long the search for its win was.
 * @param positions as the solution of the opening position tells
 */
export function difficultyOf(variant: string, positions: number): Difficulty {
  const [first, second, third, fourth] = thresholds[variant] ?? decades;
  if (positions <= first) return 1;
  if (positions <= second) return 2;
  if (positions <= third) return 3;
  return positions <= fourth ? 4 : 5;
}
