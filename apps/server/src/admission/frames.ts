/** How much one person may ask for over their lines: counted in memory, as nothing on the path of a move may wait. */
import { DUPLICATE_DEALS } from '@same-deal/protocol';
import type { ClientEventName, Daily, PlaySnapshot, RaceSnapshot } from '@same-deal/protocol';
import { ENTRIES_A_REQUEST } from './limits.ts';
import type { FrameLimits } from './limits.ts';
import { windows } from './windows.ts';
import type { CountHere } from './windows.ts';

/** A client that continues beyond this multiple of a limit is no page of ours, and loses its lines. */
const FLOOD = 2;

interface Kind {
  readonly limit: keyof FrameLimits;
  /** How often a request counts, by what it asks for, which nobody has checked yet. */
  readonly costOf?: (request: unknown) => number;
  /** How many entries its answer carries: it counts more by that, once it is known. */
  readonly carriedBy?: (data: never) => number;
}

const OTHERS: Kind = { limit: 'others' };

/** A number in an unchecked request, which may hold anything. */
function numberIn(request: unknown, name: string, most: number): number {
  const value = (request as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'number' && value > 0 ? Math.min(value, most) : 0;
}

const branchCost = (request: unknown): number =>
  1 + Math.floor(numberIn(request, 'entries', 5_000) / ENTRIES_A_REQUEST);

const dealsCost = (request: unknown): number =>
  Math.max(1, Math.ceil(numberIn(request, 'deals', DUPLICATE_DEALS.max)));

/** The entries of a log, from its figures: whatever was undone was a move before. */
export const entriesBehind = ({ moves, undos }: { moves: number; undos: number }): number =>
  moves + 2 * undos;

/** Of a race that is over its plays are replayed for it. */
export const entriesOfRace = ({ phase, players }: RaceSnapshot): number =>
  phase === 'settled'
    ? players.reduce((sum, { progress }) => sum + (progress ? entriesBehind(progress) : 0), 0)
    : 0;

/** Tries at dailies that still run are replayed for their figures. */
export const entriesOfTries = (dailies: readonly Daily[]): number =>
  dailies.reduce((sum, { mine }) => sum + (mine?.ending === null ? entriesBehind(mine) : 0), 0);

const entriesOfAll = ({ tables }: { readonly tables: readonly PlaySnapshot[] }): number =>
  tables.reduce((sum, { log }) => sum + log.length, 0);

/** A map, as events may be called anything, `constructor` too. */
const kinds: ReadonlyMap<string, Kind> = new Map<ClientEventName, Kind>([
  ['play:move', { limit: 'entries' }],
  ['play:undo', { limit: 'entries' }],
  // What fills tables.
  ['race:create', { limit: 'creations' }],
  ['race:quick', { limit: 'creations' }],
  ['race:rematch', { limit: 'creations' }],
  ['race:ghosts', { limit: 'creations' }],
  ['play:create', { limit: 'creations' }],
  ['play:branch', { limit: 'creations', costOf: branchCost }],
  ['daily:start', { limit: 'creations' }],
  // All its deals are drawn at once.
  ['duplicate:create', { limit: 'creations', costOf: dealsCost }],
  ['duplicate:start', { limit: 'creations' }],
  ['play:open', { limit: 'tables' }],
  ['race:enter', { limit: 'others', carriedBy: entriesOfRace }],
  ['race:tables', { limit: 'tables', carriedBy: entriesOfAll }],
  ['race:invite', { limit: 'invitations' }],
  ['race:say', { limit: 'phrases' }],
]);

export interface Admission {
  /** Milliseconds until such a request may be sent again; 0 if it may now. */
  readonly waitMs: number;
  /** The client has gone far beyond the limit: its lines are to be cut. */
  readonly isFlood: boolean;
  /** Counts what the answer carries; undefined where that is always little. */
  readonly carried?: (data: unknown) => void;
}

/**
 * Counts requests by person in windows of fixed length.
 * @param now any steady clock, in milliseconds
 * @returns what counts a person's requests: `admit` one more each time, where unknown events and frames that ask for no
 *   answer count as well; `replayed` the entries of a table that somebody has opened, also where it is refused
 */
export function frameCounter(limits: FrameLimits, now?: () => number) {
  const counterOf = windows(now);
  return (personId: string) => {
    const counters = new Map<keyof FrameLimits, CountHere>();
    const counterFor = (name: keyof FrameLimits): CountHere => {
      let count = counters.get(name);
      if (!count) counters.set(name, (count = counterOf(`${name} ${personId}`, limits[name])));
      return count;
    };
    const admit = (event: string, request?: unknown): Admission => {
      const { limit: name, costOf, carriedBy } = kinds.get(event) ?? OTHERS;
      const count = counterFor(name);
      const counted = count(costOf?.(request));
      const isFlood = counted.waitMs > 0 && counted.count > FLOOD * limits[name].times;
      const { waitMs } = counted;
      if (!carriedBy) return { waitMs, isFlood };
      return {
        ...{ waitMs, isFlood },
        carried: (data) => count(Math.floor(carriedBy(data as never) / ENTRIES_A_REQUEST)),
      };
    };
    const replayed = (entries: number): void => {
      counterFor('tables')(Math.floor(entries / ENTRIES_A_REQUEST));
    };
    return { admit, replayed };
  };
}
