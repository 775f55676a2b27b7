/** What the boards need of storage: rows as boards show them, and the ways to read them. */
import type { BoardName, PlayEnding } from '@same-deal/protocol';
import type { BeforeStretch, Bucket } from './ranking.ts';
import type { EndedTry } from './stats.ts';

/** A bucket of `all` is so long; what is not won lies in later ones than any win. */
export const TIMES_BIN_MS = 60_000;

/** A fine bucket of `fastest` and of `all` spans so many keys: a second. */
export const FINE_KEYS = 10_000_000;

/** A result as a board shows it, but for its place. */
export interface ResultRow {
  readonly playId: string;
  readonly userId: string;
  /** Null where a moderator has hidden it. */
  readonly name: string | null;
  readonly ending: PlayEnding;
  readonly elapsedMs: number;
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
  readonly key: number;
}

/** A person's own result. */
export interface OwnResult extends Omit<ResultRow, 'key'> {
  readonly fastest: number;
  readonly fewest: number;
  /** 0 counts nowhere, 1 counts, 2 is listed as well. */
  readonly standing: number;
  /** In hundredths; null before the daily is settled. */
  readonly percentile: number | null;
}

/** What a board shows to one person besides what it shows to everybody. */
export interface MineOnBoard {
  readonly own: OwnResult | null;
  /** Listed rows before and after the own result, in order, the own one among them if it is listed. */
  readonly around: readonly ResultRow[];
  readonly beforeAround: BeforeStretch;
  /** Whether the person has raced, and so perhaps with somebody on the board. */
  readonly hasRaced: boolean;
  /**
   * Of all that count and lie in the fine bucket of the next key, how many were at least as fast; null without a result
   * that counts, or once the percentile is fixed.
   */
  readonly notSlowerInBucket: number | null;
}

/** Those on a board whom one person has raced with. */
export interface PeopleOnBoard {
  /** Their listed rows, in order. */
  readonly people: readonly ResultRow[];
  /** For each key of `people`: how many listed results have a smaller one. */
  readonly before: ReadonlyMap<number, number>;
}

/** A person's sums over a game's settled dailies. */
export interface PeriodTotal {
  readonly playerId: string;
  readonly name: string | null;
  readonly won: number;
  readonly played: number;
  readonly percentiles: number;
}

export interface ArchivedRow {
  readonly day: number;
  readonly game: string;
  readonly variant: string;
  readonly proved: boolean | null;
  readonly difficulty: number | null;
  readonly tries: number;
  readonly won: number;
  readonly bestMs: number | null;
  readonly mine: PlayEnding | null;
}

export type Ladder = BoardName | 'all';

export interface BoardStore {
  top(dailyId: string, board: BoardName, limit: number): Promise<readonly ResultRow[]>;
  mine(dailyId: string, board: BoardName, userId: string): Promise<MineOnBoard>;
  people(dailyId: string, board: BoardName, userId: string): Promise<PeopleOnBoard>;
  /** How many results of a ladder have a smaller key than each of these. */
  before(
    dailyId: string,
    ladder: Ladder,
    keys: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
  /** How many results that count lie in each fine bucket, in order of the buckets. */
  buckets(dailyId: string): Promise<readonly Bucket[]>;
  totals(dailyId: string): Promise<{ listed: number; tries: number; won: number }>;
  /** Wins by the time they took, and how many tries were not won. */
  times(
    dailyId: string,
  ): Promise<{ bins: { fromMs: number; tries: number }[]; unfinished: number }>;
  own(dailyId: string, userId: string): Promise<OwnResult | null>;
  /** A person's ranked tries that have ended and were not voided, oldest first. */
  endedTriesOf(userId: string): Promise<readonly EndedTry[]>;
  /** The days on which a person has brought a card home in such a try, in any order. */
  daysPlayedBy(userId: string): Promise<readonly number[]>;
  /** @param week the number of Mondays since 1970-01-01; -1 for all time */
  periodTop(game: string, week: number, limit: number): Promise<readonly PeriodTotal[]>;
  periodOwn(
    game: string,
    week: number,
    userId: string,
  ): Promise<(PeriodTotal & { place: number }) | null>;
  /** The dailies of so many days up to that one, newest first. */
  archive(lastDay: number, days: number, userId: string | null): Promise<readonly ArchivedRow[]>;
  /** The last day up to that one with a daily; null if there is none. */
  lastDayUpTo(day: number): Promise<number | null>;
  /** Folds pending changes into the counts; several at once are harmless. Whether there may be more. */
  fold(): Promise<boolean>;
}
