/** What is published: so many deals of each variant, each with so many seconds of processor time. */

export interface Planned {
  readonly variant: string;
  readonly deals: number;
  readonly seconds: number;
  /** So many deals are searched at a time, as long as they are quick. */
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
