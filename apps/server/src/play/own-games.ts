/** One person's practice and days in figures: pure. */
import { gameList, gameOf } from '@same-deal/engine';
import type { PlayedDay, SoloStats } from '@same-deal/protocol';

/** Ended practice of one variant. */
export interface EndedPractice {
  readonly variant: string;
  readonly played: number;
  readonly won: number;
  /** Of the wins without a hint. */
  readonly bestMs: number | null;
}

/** A win of practice without a hint: a time is one's own. */
export interface PracticeWin {
  readonly variant: string;
  readonly elapsedMs: number;
}

/** How many wins of a game the curve of times shows. */
export const TIMES_SHOWN = 40;
/** The weeks that the calendar shows. */
export const DAYS_SHOWN = 7 * 16;

export interface OwnGames {
  /** Ended practice by variant. */
  practice(personId: string): Promise<readonly EndedPractice[]>;
  /** The last wins of each variant, newest first. */
  wins(personId: string): Promise<readonly PracticeWin[]>;
  /** Days on which any play has ended, oldest first. */
  days(personId: string): Promise<readonly PlayedDay[]>;
}

/** Over all games first, then game by game. Times of different games are not compared. */
export const soloStatsOf = (
  practice: readonly EndedPractice[],
  wins: readonly PracticeWin[],
): SoloStats[] =>
  [null, ...gameList.map(({ id }) => id)].map((game) => {
    const ofGame = ({ variant }: { readonly variant: string }) =>
      game === null || gameOf(variant) === game;
    const own = practice.filter(ofGame);
    const best = own.flatMap(({ bestMs }) => bestMs ?? []);
    return {
      game,
      played: own.reduce((sum, { played }) => sum + played, 0),
      won: own.reduce((sum, { won }) => sum + won, 0),
      bestMs: best.length > 0 ? Math.min(...best) : null,
      times:
        game === null
          ? []
          : wins
              .filter(ofGame)
              .slice(0, TIMES_SHOWN)
              .map(({ elapsedMs }) => elapsedMs)
              .reverse(),
    };
  });
