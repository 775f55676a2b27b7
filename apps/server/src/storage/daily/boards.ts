import type { BoardName } from '@same-deal/protocol';
import type pg from 'pg';
import { TIMES_BIN_MS } from '../../daily/board-store.ts';
import type {
  ArchivedRow,
  BoardStore,
  Ladder,
  MineOnBoard,
  OwnResult,
  PeopleOnBoard,
  PeriodTotal,
  ResultRow,
} from '../../daily/board-store.ts';
import type { BeforeStretch, Bucket } from '../../daily/ranking.ts';
import type { EndedTry } from '../../daily/stats.ts';
import { FOLDED_AT_ONCE, statements, UNFINISHED_BUCKET } from './board-statements.ts';

type MineRow = Omit<MineOnBoard, 'beforeAround'> & {
  /** Null where `around` is empty. */
  readonly beforeAround: BeforeStretch | null;
};
type PeopleRow = Pick<PeopleOnBoard, 'people'> & {
  readonly before: readonly [number, number][];
};

const VACUUM = 'vacuum (truncate false, skip_locked true) board_changes';
const FOLDS_A_VACUUM = 10;

/** Boards are read more often than anything else, so their statements are named, and prepared once a connection. */
export function boardsRepository(pool: pg.Pool): BoardStore {
  let folds = 0;
  const query = async <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> => (await pool.query<Row>({ name, text, values: [...values] })).rows;

  async function buckets(name: string, text: string, dailyId: string): Promise<Bucket[]> {
    const [row] = await query<{ buckets: number[]; tries: number[] }>(name, text, [dailyId]);
    return row?.buckets.map((bucket, n) => ({ bucket, tries: row.tries[n] ?? 0 })) ?? [];
  }

  return {
    top: (dailyId: string, board: BoardName, limit: number) =>
      query<ResultRow>(`top ${limit} ${board}`, statements.top(board, limit), [dailyId]),

    async mine(dailyId: string, board: BoardName, userId: string): Promise<MineOnBoard> {
      const values = [dailyId, userId];
      const [row] = await query<{ mine: MineRow }>(`mine ${board}`, statements.mine[board], values);
      if (!row) throw new Error('the query of a board returned no row');
      const { beforeAround, ...rest } = row.mine;
      return { ...rest, beforeAround: beforeAround ?? { smaller: 0, equal: 0 } };
    },

    async people(dailyId: string, board: BoardName, userId: string): Promise<PeopleOnBoard> {
      const [row] = await query<{ people: PeopleRow }>(
        `people ${board}`,
        statements.people[board],
        [dailyId, userId],
      );
      if (!row) throw new Error('the query of people on a board returned no row');
      const { people, before } = row.people;
      return { people, before: new Map(before) };
    },

    /** How many results of a ladder have a smaller key than each of these. */
    async before(
      dailyId: string,
      ladder: Ladder,
      keys: readonly number[],
    ): Promise<Map<number, number>> {
      const rows = await query<{ key: number; before: number }>(
        `before ${ladder}`,
        statements.before[ladder],
        [dailyId, keys],
      );
      return new Map(rows.map(({ key, before }) => [key, before]));
    },

    buckets: (dailyId: string) => buckets('buckets', statements.buckets, dailyId),

    async totals(dailyId: string): Promise<{ listed: number; tries: number; won: number }> {
      const [row] = await query<{ listed: number; tries: number; won: number }>(
        'totals',
        statements.totals,
        [dailyId],
      );
      return row ?? { listed: 0, tries: 0, won: 0 };
    },

    /** Wins by the time they took, and how many tries were not won. */
    async times(dailyId: string) {
      const rows = await buckets('times', statements.times, dailyId);
      const won = rows.filter(({ bucket }) => bucket < UNFINISHED_BUCKET);
      const unfinished = rows.filter(({ bucket }) => bucket >= UNFINISHED_BUCKET);
      return {
        bins: won.map(({ bucket, tries }) => ({ fromMs: bucket * TIMES_BIN_MS, tries })),
        unfinished: unfinished.reduce((sum, { tries }) => sum + tries, 0),
      };
    },

    async own(dailyId: string, userId: string): Promise<OwnResult | null> {
      const [row] = await query<OwnResult>('own', statements.own, [dailyId, userId]);
      return row ?? null;
    },

    /** A person's ranked tries that have ended and were not voided, oldest first. */
    endedTriesOf: (userId: string) =>
      query<EndedTry>('ended tries', statements.endedTries, [userId]),

    /** The days on which a person has brought a card home in such a try, in any order. */
    async daysPlayedBy(userId: string): Promise<readonly number[]> {
      const [row] = await query<{ days: number[] }>('days played', statements.daysPlayed, [userId]);
      return row?.days ?? [];
    },

    /** @param week the number of Mondays since 1970-01-01; -1 for all time */
    periodTop: (game: string, week: number, limit: number) =>
      query<PeriodTotal>('period top', statements.periodTop, [game, week, limit]),

    async periodOwn(
      game: string,
      week: number,
      userId: string,
    ): Promise<(PeriodTotal & { place: number }) | null> {
      const [row] = await query<PeriodTotal & { place: number }>(
        'period own',
        statements.periodOwn,
        [game, week, userId],
      );
      return row ?? null;
    },

    /** The dailies of so many days up to and including that one, newest first. */
    archive: (lastDay: number, days: number, userId: string | null) =>
      query<ArchivedRow>('archive', statements.archive, [lastDay, days, userId]),

    /** The last day with a daily, up to and including that one; null if there is none. */
    async lastDayUpTo(day: number): Promise<number | null> {
      const [row] = await query<{ day: number | null }>('older', statements.lastDayUpTo, [day]);
      return row?.day ?? null;
    },

    /**
     * Folds pending changes into the counts; may run on several nodes at once.
     * @returns whether there may be more
     */
    async fold(): Promise<boolean> {
      const [row] = await query<{ n: number }>('fold', statements.fold, []);
      // The deleted rows stay as dead ones, which every reader would scan until the next autovacuum.
      if (++folds % FOLDS_A_VACUUM === 0) await pool.query(VACUUM);
      return row?.n === FOLDED_AT_ONCE;
    },
  };
}
