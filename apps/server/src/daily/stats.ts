/** One person's dailies in figures: pure. */
import { gameList } from '@same-deal/engine';
import type { DailyStats, Streak } from '@same-deal/protocol';
import { streakOf } from './streak.ts';

/** A ranked try that has ended, and counts. */
export interface EndedTry {
  readonly day: number;
  readonly game: string;
  readonly won: boolean;
  readonly elapsedMs: number;
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
  /** In hundredths; null before the daily is settled. */
  readonly percentile: number | null;
}

const MINUTE_MS = 60_000;
/** Where the bins of winning times begin, in minutes. */
const TIME_BINS = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60];

/**
 * Over all games first, then game by game.
 * @param running the games whose daily of yesterday is still played
 */
export const statsOf = (
  tries: readonly EndedTry[],
  today: number,
  running: readonly string[] = [],
): DailyStats[] => [
  figuresOf(null, tries, today, running.length > 0),
  ...gameList.map(({ id }) =>
    figuresOf(
      id,
      tries.filter(({ game }) => game === id),
      today,
      running.includes(id),
    ),
  ),
];

/** The days that count for a streak: by a try that brought a card home, as in `daysPlayedBy`, or still may. */
const daysPlayed = (tries: readonly EndedTry[], today: number, isRunning: boolean): number[] => [
  ...tries.filter(({ cardsHome }) => cardsHome > 0).map(({ day }) => day),
  ...(isRunning ? [today - 1] : []),
];

/** Yesterday is not over for whoever still plays at it: it breaks nothing, also where today is won already. */
function winStreak(days: readonly number[], today: number, isRunning: boolean): Streak {
  if (!isRunning) return streakOf(days, today);
  const before = streakOf(days, today - 1);
  if (!days.includes(today)) return before;
  const current = before.current + 1;
  return { ...before, current, longest: Math.max(before.longest, current), hasToday: true };
}

function figuresOf(
  game: string | null,
  tries: readonly EndedTry[],
  today: number,
  isRunning: boolean,
): DailyStats {
  const wins = tries.filter(({ won }) => won);
  const closed = tries.flatMap(({ percentile }) => percentile ?? []);
  const times = wins.map(({ elapsedMs }) => elapsedMs);
  const moves = wins.map((one) => one.moves);
  return {
    game,
    played: tries.length,
    won: wins.length,
    clean: wins.filter(({ undos }) => undos === 0).length,
    bestMs: least(times),
    bestMoves: least(moves),
    averageMs: wins.length > 0 ? Math.round(average(times) ?? 0) : null,
    averageMoves: average(moves),
    averageCardsHome: average(tries.map(({ cardsHome }) => cardsHome)),
    averagePercentile: average(closed.map((percentile) => percentile / 100)),
    times: TIME_BINS.map((from, n) => {
      const next = TIME_BINS[n + 1] ?? Infinity;
      const isIn = (ms: number) => ms >= from * MINUTE_MS && ms < next * MINUTE_MS;
      return { fromMs: from * MINUTE_MS, won: times.filter(isIn).length };
    }),
    streak: streakOf(daysPlayed(tries, today, isRunning), today),
    winStreak: winStreak(
      wins.map(({ day }) => day),
      today,
      isRunning,
    ),
  };
}

const least = (values: readonly number[]): number | null =>
  values.length > 0 ? Math.min(...values) : null;

/** To the hundredth. */
const average = (values: readonly number[]): number | null =>
  values.length > 0
    ? Math.round((100 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 100
    : null;
