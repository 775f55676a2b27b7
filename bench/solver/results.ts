/** The results of deals, one line of JSON each, so that a long run can be split. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@same-deal/solver';

export interface Found {
  readonly verdict: Verdict;
  readonly positions: number;
  /** Processor time. */
  readonly seconds: number;
}

export interface Result {
  /** A deal code, as `pnpm solve` takes it. */
  readonly deal: string;
  readonly found: Found;
  readonly yardstick: Found | null;
}

export interface Results {
  readonly known: ReadonlyMap<string, Result>;
  keep(result: Result): void;
}

/** Results that are not stored. */
export const unkeptResults = (): Results => ({ known: new Map(), keep: () => {} });

/** Stored results of runs with the same seconds a deal; new ones are appended. */
export function keptResults(folder: string, variant: string, secondsADeal: number): Results {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${variant.replace('/', '-')}-${secondsADeal}s.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const results = lines.map((line): Result => JSON.parse(line));
  return {
    known: new Map(results.map((result) => [result.deal, result])),
    keep: (result) => appendFileSync(file, `${JSON.stringify(result)}\n`),
  };
}
