/** The published searches: deals of each variant, and seconds of processor time for each deal. */

export interface Planned {
  readonly variant: string;
  readonly deals: number;
  readonly seconds: number;
  /** How many deals are sent to a process at a time; more where they are quick. */
  readonly block: number;
}

export const PLAN: readonly Planned[] = [
  { variant: 'bisley/thirteen', deals: 1_000_000, seconds: 20, block: 500 },
  { variant: 'bisley/twelve', deals: 1_000_000, seconds: 20, block: 500 },
  { variant: 'british-square/piles', deals: 2000, seconds: 20, block: 1 },
  { variant: 'british-square/union', deals: 2000, seconds: 20, block: 1 },
  { variant: 'sly-fox/standard', deals: 2000, seconds: 20, block: 1 },
  { variant: 'british-square/columns', deals: 100, seconds: 12, block: 1 },
  { variant: 'alhambra/standard', deals: 1000, seconds: 4, block: 1 },
];
