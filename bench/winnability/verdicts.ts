/**
 * The published verdicts: for each variant a file with two bits a deal, for deals number 1, 2, 3 … of our own deal
 * codes, and a second file with the time for which each undecided deal was searched.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@same-deal/solver';

/** The verdicts by the value of their two bits; 0 is a deal that was not searched. */
const VERDICTS = [undefined, 'won', 'lost', 'undecided'] as const;
const DEALS_IN_BYTE = 4;

export interface Verdicts {
  readonly variant: string;
  /** Two bits a deal, the first deal in the lowest bits of the first byte. */
  readonly bytes: Uint8Array;
  /** By the number of each undecided deal: the seconds of processor time it was given. */
  readonly undecided: Map<number, number>;
}

export const verdictOf = ({ bytes }: Verdicts, deal: number): Verdict | undefined =>
  VERDICTS[((bytes[(deal - 1) >> 2] ?? 0) >> (2 * ((deal - 1) % DEALS_IN_BYTE))) & 3];

/** Records the verdict for a deal, found within `seconds`. */
export function note(
  { bytes, undecided }: Verdicts,
  deal: number,
  verdict: Verdict,
  seconds: number,
): void {
  const at = (deal - 1) >> 2;
  const shift = 2 * ((deal - 1) % DEALS_IN_BYTE);
  bytes[at] = ((bytes[at] ?? 0) & ~(3 << shift)) | (VERDICTS.indexOf(verdict) << shift);
  if (verdict === 'undecided') undecided.set(deal, seconds);
  else undecided.delete(deal);
}

/** Deals number 1 to `most` that were not searched yet, or undecided after fewer than `seconds` seconds. */
export function dealsToSearch(verdicts: Verdicts, most: number, seconds: number): number[] {
  const deals: number[] = [];
  for (let deal = 1; deal <= most; deal++) {
    const verdict = verdictOf(verdicts, deal);
    const isCut = verdict === 'undecided' && (verdicts.undecided.get(deal) ?? 0) < seconds;
    if (verdict === undefined || isCut) deals.push(deal);
  }
  return deals;
}

export interface Tally {
  readonly deals: number;
  readonly won: number;
  readonly lost: number;
  readonly undecided: number;
}

/** Counts the verdicts of deals from number 1 up to the first that was not searched. */
export function tally(verdicts: Verdicts): Tally {
  const counts = { won: 0, lost: 0, undecided: 0 };
  let deal = 1;
  for (; ; deal++) {
    const verdict = verdictOf(verdicts, deal);
    if (!verdict) break;
    counts[verdict]++;
  }
  return { deals: deal - 1, ...counts };
}

/** The 95 % interval of a share, by Wilson (1927). */
export function wilson(part: number, all: number): [number, number] {
  const z = 1.959964;
  const share = part / all;
  const middle = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const whole = 1 + (z * z) / all;
  return [(middle - half) / whole, (middle + half) / whole];
}

const nameOf = (variant: string): string => variant.replace('/', '-');

/** Loads the stored verdicts of a variant, with room for `deals` deals. */
export function load(folder: string, variant: string, deals: number): Verdicts {
  const file = join(folder, nameOf(variant));
  const kept = existsSync(`${file}.bin`) ? readFileSync(`${file}.bin`) : Buffer.alloc(0);
  const bytes = new Uint8Array(Math.max(kept.length, Math.ceil(deals / DEALS_IN_BYTE)));
  bytes.set(kept);
  const seconds: Record<string, number> = existsSync(`${file}.json`)
    ? JSON.parse(readFileSync(`${file}.json`, 'utf8'))
    : {};
  const undecided = new Map(Object.entries(seconds).map(([deal, s]) => [Number(deal), s]));
  return { variant, bytes, undecided };
}

/** Replaces a file as a whole, so that an interrupted run leaves none half-written. */
function replace(path: string, content: Uint8Array | string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** Wins of deals that `solve` leaves undecided, as moves, by the deal's number. */
export function loadWins(folder: string, variant: string): Map<number, string> {
  const file = join(folder, `${nameOf(variant)}.wins.json`);
  const wins: Record<string, string> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  return new Map(Object.entries(wins).map(([deal, moves]) => [Number(deal), moves]));
}

/** Stores such a win. */
export function keepWin(folder: string, variant: string, deal: number, moves: string): void {
  const wins = Object.fromEntries(loadWins(folder, variant).set(deal, moves));
  replace(join(folder, `${nameOf(variant)}.wins.json`), `${JSON.stringify(wins, null, 2)}\n`);
}

/** Stores verdicts. */
export function save(folder: string, { variant, bytes, undecided }: Verdicts): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, nameOf(variant));
  const sorted = [...undecided].sort(([a], [b]) => a - b);
  replace(`${file}.json`, `${JSON.stringify(Object.fromEntries(sorted))}\n`);
  replace(`${file}.bin`, bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1));
}
