/** The published searches: deals of each variant, and what a search may use for each deal. */

export interface Planned {
  readonly variant: string;
  /** As the table in docs/winnability.md names it. */
  readonly title: string;
  readonly deals: number;
  /** Seconds of processor time for a deal. */
  readonly seconds: number;
  readonly memoryMiB: number;
  /** How many deals are sent to a process at a time; more where they are quick. */
  readonly block: number;
}

const usual = { seconds: 20, memoryMiB: 128, block: 1 };

export const PLAN: readonly Planned[] = [
  {
    variant: 'bisley/thirteen',
    title: 'Bisley, 13 columns',
    deals: 1_000_000,
    ...usual,
    block: 500,
  },
  { variant: 'bisley/twelve', title: 'Bisley, 12 columns', deals: 1_000_000, ...usual, block: 500 },
  { variant: 'british-square/piles', title: 'British Square, 16 piles', deals: 2000, ...usual },
  { variant: 'british-square/union', title: 'Union Square', deals: 2000, ...usual },
  { variant: 'british-square/columns', title: 'British Square, 4 columns', deals: 100, ...usual },
  { variant: 'sly-fox/standard', title: 'Sly Fox', deals: 2000, ...usual },
  { variant: 'alhambra/standard', title: 'Alhambra', deals: 2000, ...usual },
];
