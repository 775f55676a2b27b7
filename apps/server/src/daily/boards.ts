/** What boards show: the top, which may be a second old, and one's own place, which is exact. */
import type {
  BoardName,
  BoardRow,
  DailyArchive,
  DailyBoard,
  DailyTimes,
  PeriodBoard,
} from '@same-deal/protocol';
import { cacheFor } from '../cache-for.ts';
import type { Clock } from '../clock.ts';
import { FINE_KEYS, TIMES_BIN_MS } from './board-store.ts';
import type {
  BoardStore,
  MineOnBoard,
  OwnResult,
  PeopleOnBoard,
  ResultRow,
} from './board-store.ts';
import type { StoredDaily } from './dailies.ts';
import { mondayOf, phaseOf, textOfDay } from './days.ts';
import {
  isWonKey,
  nextKey,
  percentileOf,
  placeInStretch,
  placesFromTop,
  sumBefore,
  summedUp,
} from './ranking.ts';

const TOP = 100;
/** So old what a board shows may be. */
export const BOARD_CACHED_MS = 1_000;
const ARCHIVED_DAYS = 30;
/** What stands for the week where all weeks are meant. */
export const ALL_TIME = -1;

const nothing: MineOnBoard = {
  own: null,
  around: [],
  beforeAround: { smaller: 0, equal: 0 },
  hasRaced: false,
  notSlowerInBucket: null,
};
const nobody: PeopleOnBoard = { people: [], before: new Map() };

/** Places and percentile of one's own result; null where it counts nowhere. */
export interface Standing {
  readonly fastestPlace: number | null;
  readonly fewestPlace: number | null;
  readonly percentile: number | null;
}

export type Boards = ReturnType<typeof createBoards>;

/** @param onFault called with faults in work that nobody waits for */
export function createBoards(store: BoardStore, clock: Clock, onFault: (error: unknown) => void) {
  const cached = cacheFor(clock, BOARD_CACHED_MS);
  let folding: NodeJS.Timeout | undefined;

  /** A result has been written: soon it goes into the counts. */
  function changed(): void {
    folding ??= setTimeout(() => {
      folding = undefined;
      store.fold().then((more) => (more ? changed() : undefined), onFault);
    }, BOARD_CACHED_MS).unref();
  }

  const rowOf = (
    row: Omit<ResultRow, 'key'>,
    place: number,
    userId: string | null,
    isClosed: boolean,
  ): BoardRow => ({
    place,
    playerId: row.userId,
    name: row.name,
    isYou: row.userId === userId,
    ending: row.ending,
    elapsedMs: row.elapsedMs,
    moves: row.moves,
    undos: row.undos,
    isClean: row.ending === 'won' && row.undos === 0,
    cardsHome: row.cardsHome,
    playId: isClosed || row.userId === userId ? row.playId : null,
  });

  /** What is the same for everybody: rows are made once, not for each reader. */
  const commonOf = (dailyId: string, board: BoardName, isClosed: boolean) =>
    cached(`${board} ${isClosed} ${dailyId}`, async () => {
      const [rows, totals] = await Promise.all([
        store.top(dailyId, board, TOP),
        store.totals(dailyId),
      ]);
      const places = placesFromTop(rows.map(({ key }) => key));
      return { top: rows.map((row, n) => rowOf(row, places[n] ?? 1, null, isClosed)), ...totals };
    });

  /** How many of all that count were at least as fast, the own result among them; may be a second old. */
  async function notSlowerThan(dailyId: string, own: OwnResult, inBucket: number): Promise<number> {
    const sums = await cached(`buckets ${dailyId}`, async () =>
      summedUp(await store.buckets(dailyId)),
    );
    return sumBefore(sums, Math.floor(nextKey(own.fastest) / FINE_KEYS)) + inBucket;
  }

  /** Of a hundred others so many were slower: fixed when the daily was settled, counted before. */
  function percentile(own: OwnResult, notSlower: number | null, tries: number): number | null {
    if (own.standing === 0) return null;
    if (own.percentile !== null) return own.percentile / 100;
    // Cached rows may lack the reader's own.
    const counted = notSlower ?? 1;
    return percentileOf(counted, Math.max(tries, counted));
  }

  const totals = (dailyId: string) => cached(`totals ${dailyId}`, () => store.totals(dailyId));

  async function placeOn(
    dailyId: string,
    board: BoardName,
    own: OwnResult,
  ): Promise<number | null> {
    if (own.standing === 0) return null;
    const key = own[board];
    return 1 + ((await store.before(dailyId, board, [key])).get(key) ?? 0);
  }

  return {
    changed,
    stop: () => clearTimeout(folding),

    /** Ranked tries that have ended, those listed and those won; may be a second old. */
    totals,

    own: store.own,

    async standingOf(dailyId: string, own: OwnResult): Promise<Standing> {
      const upTo = nextKey(own.fastest);
      const [fastestPlace, fewestPlace, { tries }, notSlower] = await Promise.all([
        placeOn(dailyId, 'fastest', own),
        placeOn(dailyId, 'fewest', own),
        totals(dailyId),
        own.percentile === null ? store.before(dailyId, 'all', [upTo]) : undefined,
      ]);
      return {
        fastestPlace,
        fewestPlace,
        percentile: percentile(own, notSlower?.get(upTo) ?? null, tries),
      };
    },

    /** @param userId for whom; null shows the top alone */
    async read(daily: StoredDaily, board: BoardName, userId: string | null): Promise<DailyBoard> {
      const phase = phaseOf(daily.day, clock.now());
      const isClosed = phase === 'closed';
      const [{ top, listed, tries }, mine] = await Promise.all([
        commonOf(daily.id, board, isClosed),
        userId === null ? nothing : store.mine(daily.id, board, userId),
      ]);
      const { own, around, beforeAround, hasRaced, notSlowerInBucket } = mine;
      const [notSlower, { people, before }] = await Promise.all([
        own && notSlowerInBucket !== null ? notSlowerThan(daily.id, own, notSlowerInBucket) : null,
        hasRaced && userId !== null ? store.people(daily.id, board, userId) : nobody,
      ]);
      const shown = (row: ResultRow, place: number) => rowOf(row, place, userId, isClosed);
      const keysAround = around.map(({ key }) => key);
      const placeOf = (key: number) => placeInStretch(keysAround, beforeAround, key);
      return {
        day: textOfDay(daily.day),
        game: daily.game,
        board,
        phase,
        listed,
        tries,
        top: top.map((row) =>
          row.playerId === userId
            ? { ...row, isYou: true, playId: own?.playId ?? row.playId }
            : row,
        ),
        people: people.map((row) => shown(row, 1 + (before.get(row.key) ?? 0))),
        mine:
          own && own.standing > 0
            ? {
                row: rowOf(own, placeOf(own[board]), userId, isClosed),
                percentile: percentile(own, notSlower, tries),
                isListed: own.standing === 2,
              }
            : null,
        around: around.map((row) => shown(row, placeOf(row.key))),
      };
    },

    /** The board of a week or of all time (week −1): closed dailies count. */
    async period(game: string, week: number, userId: string | null): Promise<PeriodBoard> {
      const [top, own] = await Promise.all([
        cached(`period ${game} ${week}`, () => store.periodTop(game, week, TOP)),
        userId === null ? null : store.periodOwn(game, week, userId),
      ]);
      const places = placesFromTop(top.map(({ won, percentiles }) => `${won} ${percentiles}`));
      const isAll = week === ALL_TIME;
      return {
        game,
        period: isAll ? 'all' : 'week',
        firstDay: isAll ? null : textOfDay(mondayOf(week)),
        lastDay: isAll ? null : textOfDay(mondayOf(week) + 6),
        rows: top.map((row, n) => ({
          ...row,
          place: places[n] ?? 1,
          isYou: row.playerId === userId,
        })),
        mine: own && { ...own, isYou: true },
      };
    },

    /** A page of closed days that ends at `lastDay`, newest first. */
    async archive(lastDay: number, userId: string | null): Promise<DailyArchive> {
      const newest = await store.lastDayUpTo(lastDay);
      if (newest === null) return { days: [], before: null };
      const rows = await store.archive(newest, ARCHIVED_DAYS, userId);
      const older = await store.lastDayUpTo(newest - ARCHIVED_DAYS);
      const days = [...new Set(rows.map(({ day }) => day))].map((day) => ({
        day: textOfDay(day),
        dailies: rows
          .filter((row) => row.day === day)
          .map((row) => ({ ...row, day: textOfDay(row.day), proved: row.proved === true })),
      }));
      return { days, before: older === null ? null : textOfDay(older + 1) };
    },

    endedTriesOf: store.endedTriesOf,
    daysPlayedBy: store.daysPlayedBy,

    async times(daily: StoredDaily, userId: string | null): Promise<DailyTimes> {
      const [{ bins, unfinished }, own] = await Promise.all([
        cached(`times ${daily.id}`, () => store.times(daily.id)),
        userId === null ? null : store.own(daily.id, userId),
      ]);
      return {
        day: textOfDay(daily.day),
        game: daily.game,
        binMs: TIMES_BIN_MS,
        bins,
        unfinished,
        mineMs: own && own.standing > 0 && isWonKey(own.fastest) ? own.elapsedMs : null,
      };
    },
  };
}
