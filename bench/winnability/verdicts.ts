/**
 * The published verdicts: for each variant a file with two bits a deal, for deals number 1, 2, 3 … of our own deal
 * codes, and a second file that says of every deal which search its verdict comes from.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@same-deal/solver';

/** The verdicts by the value of their two bits; 0 is a deal that was not searched. */
const VERDICTS = [undefined, 'won', 'lost', 'undecided'] as const;
const DEALS_IN_BYTE = 4;

/** What a verdict comes from: a program, and what it might use at most for a deal. */
export interface Search {
  /** `SOLVER_VERSION`, 0 before versions were kept; or the name of another program that found the win. */
  readonly solver: number | 'cadical';
  /** Seconds of processor time. */
  readonly seconds: number;
  readonly memoryMiB: number;
}

export interface Verdicts {
  readonly variant: string;
  /** Two bits a deal, the first deal in the lowest bits of the first byte. */
  readonly bytes: Uint8Array;
  /** The searches that verdicts come from. */
  readonly searches: Search[];
  /** For each deal, the first one at 0: its search as an index of `searches`, plus one; 0 if it was not searched. */
  readonly searchOf: Uint16Array;
}

export const verdictOf = ({ bytes }: Verdicts, deal: number): Verdict | undefined =>
  VERDICTS[((bytes[(deal - 1) >> 2] ?? 0) >> (2 * ((deal - 1) % DEALS_IN_BYTE))) & 3];

/** The search that a deal's verdict comes from; undefined if it was not searched. */
export const searchOf = (verdicts: Verdicts, deal: number): Search | undefined =>
  verdicts.searches[(verdicts.searchOf[deal - 1] ?? 0) - 1];

const isSame = (a: Search, b: Search): boolean =>
  a.solver === b.solver && a.seconds === b.seconds && a.memoryMiB === b.memoryMiB;

/** Records the verdict for a deal, and the search it comes from. */
export function note(verdicts: Verdicts, deal: number, verdict: Verdict, search: Search): void {
  const { bytes, searches } = verdicts;
  const at = (deal - 1) >> 2;
  const shift = 2 * ((deal - 1) % DEALS_IN_BYTE);
  bytes[at] = ((bytes[at] ?? 0) & ~(3 << shift)) | (VERDICTS.indexOf(verdict) << shift);
  const known = searches.findIndex((one) => isSame(one, search));
  verdicts.searchOf[deal - 1] = known < 0 ? searches.push(search) : known + 1;
}

/** Whether a search may decide what another left undecided: a later solver, or more of anything. */
const mayDecideMore = (search: Search, than: Search): boolean =>
  Number(search.solver) > Number(than.solver) ||
  search.seconds > than.seconds ||
  search.memoryMiB > than.memoryMiB;

/** Deals number 1 to `most` that were not searched yet, or undecided by a search with less to it than this one. */
export function dealsToSearch(verdicts: Verdicts, most: number, search: Search): number[] {
  const deals: number[] = [];
  for (let deal = 1; deal <= most; deal++) {
    const verdict = verdictOf(verdicts, deal);
    const former = searchOf(verdicts, deal);
    const isOpen = verdict === 'undecided' && (!former || mayDecideMore(search, former));
    if (verdict === undefined || isOpen) deals.push(deal);
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

const nameOf = (variant: string): string => variant.replace('/', '-');

/** A search in its file, with the numbers of its deals as `1-54,56`. */
interface StoredSearch extends Search {
  readonly deals: string;
}

/** Loads the stored verdicts of a variant, with room for `deals` deals. */
export function load(folder: string, variant: string, deals: number): Verdicts {
  const file = join(folder, nameOf(variant));
  const kept = existsSync(`${file}.bin`) ? readFileSync(`${file}.bin`) : Buffer.alloc(0);
  const bytes = new Uint8Array(Math.max(kept.length, Math.ceil(deals / DEALS_IN_BYTE)));
  bytes.set(kept);
  const stored: readonly StoredSearch[] = existsSync(`${file}.json`)
    ? JSON.parse(readFileSync(`${file}.json`, 'utf8'))
    : [];
  const searchOf = new Uint16Array(bytes.length * DEALS_IN_BYTE);
  for (const [n, search] of stored.entries()) {
    for (const range of search.deals.split(',')) {
      const [first = 0, last = first] = range.split('-').map(Number);
      searchOf.fill(n + 1, first - 1, last);
    }
  }
  const searches = stored.map(({ solver, seconds, memoryMiB }) => ({ solver, seconds, memoryMiB }));
  return { variant, bytes, searches, searchOf };
}

/** Numbers in increasing order, as `1-54,56`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
    .join(',');
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

/** Stores verdicts. Searches that no verdict comes from any more are left out. */
export function save(folder: string, { variant, bytes, searches, searchOf }: Verdicts): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, nameOf(variant));
  const dealsOf = searches.map((): number[] => []);
  for (const [n, search] of searchOf.entries()) dealsOf[search - 1]?.push(n + 1);
  const stored = searches
    .map((search, n): StoredSearch => ({ ...search, deals: rangesOf(dealsOf[n] ?? []) }))
    .filter(({ deals }) => deals !== '');
  const lines = stored.map((search) => `  ${JSON.stringify(search)}`).join(',\n');
  replace(`${file}.json`, `[\n${lines}\n]\n`);
  replace(`${file}.bin`, bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1));
}
