/** Dailies as sent to people. */
import type { Daily, DailyTry } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { toHex } from '../deal/commitment.ts';
import { figuresOf } from '../play/play-record.ts';
import type { PlayFigures, PlayRecord } from '../play/play-record.ts';
import type { Boards } from './boards.ts';
import type { StoredDaily, DailyStore } from './dailies.ts';
import { closesAt, endsAt, opensAt, phaseOf, textOfDay } from './days.ts';

export interface ViewsOptions {
  readonly store: Pick<DailyStore, 'parOf' | 'tryOf'>;
  readonly boards: Boards;
  /** Plays as they are now, ended where their time is up. */
  readonly findSettled: (playIds: readonly string[]) => Promise<readonly PlayRecord[]>;
  readonly clock: Clock;
}

export function createViews({ store, boards, findSettled, clock }: ViewsOptions) {
  /** Read from its log: nothing else knows how it stands. */
  async function figuresNow(playId: string): Promise<PlayFigures | undefined> {
    const [record] = await findSettled([playId]);
    return record && figuresOf(record);
  }

  /** Where a person's try at a daily stands; null if there is none. */
  async function standOf(daily: StoredDaily, userId: string) {
    const stored = await store.tryOf(daily.id, userId);
    const figures = stored && (stored.figures ?? (await figuresNow(stored.playId)));
    return stored && figures ? { ...stored, figures } : null;
  }

  /** A person's tries that still run at those dailies, with their figures read from the logs. */
  async function runningTries(dailies: readonly StoredDaily[], userId: string) {
    const stands = await Promise.all(dailies.map((one) => standOf(one, userId)));
    return stands.flatMap((stand, at) =>
      stand?.figures.ending === null ? [{ game: dailies[at]!.game, ...stand.figures }] : [],
    );
  }

  async function tryOf(daily: StoredDaily, userId: string): Promise<DailyTry | null> {
    const stand = await standOf(daily, userId);
    if (stand === null) return null;
    const { playId, startsAt, figures } = stand;
    const own = figures.ending === null ? null : await boards.own(daily.id, userId);
    const standing = own ? await boards.standingOf(daily.id, own) : nowhere;
    return {
      playId,
      startedAt: new Date(startsAt).toISOString(),
      ending: figures.ending,
      elapsedMs: figures.ending === null ? Math.max(0, clock.now() - startsAt) : figures.elapsedMs,
      moves: figures.moves,
      undos: figures.undos,
      cardsHome: figures.cardsHome,
      ...standing,
      isListed: own?.standing === 2,
    };
  }

  /** @param userId whose try is shown; null shows none */
  async function viewOf(daily: StoredDaily, userId: string | null): Promise<Daily> {
    const now = clock.now();
    const phase = phaseOf(daily.day, now);
    const [{ tries, won }, mine, par] = await Promise.all([
      boards.totals(daily.id),
      userId === null || phase === 'upcoming' ? null : tryOf(daily, userId),
      phase === 'closed' ? store.parOf(daily.id) : null,
    ]);
    const until = (time: number) => Math.max(0, time - now);
    return {
      day: textOfDay(daily.day),
      game: daily.game,
      variant: daily.variant,
      phase,
      proved: daily.proved,
      difficulty: daily.difficulty,
      commitment: toHex(daily.commitment),
      committedAt: new Date(daily.committedAt).toISOString(),
      opensInMs: until(opensAt(daily.day)),
      endsInMs: until(endsAt(daily.day)),
      closesInMs: until(closesAt(daily.day)),
      tries,
      won,
      par,
      mine,
    };
  }

  return { viewOf, runningTries };
}

const nowhere = { fastestPlace: null, fewestPlace: null, percentile: null } as const;
