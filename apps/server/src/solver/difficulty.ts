/** 1 (easy) to 5 from how many positions the search looked at: each class takes ten times the former's. */
export const difficultyOf = (_variant: string, positions: number): number =>
  Math.min(5, Math.max(1, Math.floor(Math.log10(Math.max(1, positions)))));
