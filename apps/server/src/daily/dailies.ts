/** The shell around the dailies: draws them, begins tries at them, and closes them on the first read after the time. */
import { gameList } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import type { Answer, DailyKey, OpenedDeal } from '@same-deal/protocol';
import { cacheFor } from '../cache-for.ts';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import { toHex } from '../deal/commitment.ts';
import { drawPlayable } from '../deal/draw-deal.ts';
import type { DrawDeal, FixedDeal } from '../deal/draw-deal.ts';
import type { PlayFigures } from '../play/play-record.ts';
import { endsOf } from '../play/settlement.ts';
import type { LockedPlay, PlayEnd } from '../play/settlement.ts';
import { dayOf, dayOfText, lastClosedDay, opensAt, phaseOf, settlesAt, textOfDay } from './days.ts';

/** A daily as stored; times in milliseconds since 1970. */
export interface StoredDaily {
  readonly id: string;
  readonly day: number;
  readonly game: string;
  readonly dealId: string;
  readonly variant: string;
  readonly proved: boolean;
  readonly difficulty: number | null;
  readonly commitment: Uint8Array;
  readonly committedAt: number;
}

export interface GameOnDay {
  readonly day: number;
  readonly game: string;
}

/** The fewest moves in which a deal is known to be won. */
export interface Par {
  readonly moves: number;
  readonly by: 'computer' | 'player';
  /** Of the player, where boards show it. */
  readonly name: string | null;
  /** Whether it is proved that no win is shorter. */
  readonly isShortest: boolean;
}

export interface StoredTry {
  readonly playId: string;
  readonly startsAt: number;
  /** Stored with its end; null while it runs. */
  readonly figures: PlayFigures | null;
}

export interface DailyStore {
  /** Those of one day, in no order. */
  ofDay(day: number): Promise<readonly StoredDaily[]>;
  /** Draws what is not there yet, each exactly once, however many nodes ask. */
  drawMissing(
    wanted: readonly GameOnDay[],
    draw: (game: string) => Promise<FixedDeal>,
    now: number,
  ): Promise<void>;
  /** Begins the person's ranked try, or finds it; its play. */
  startTry(start: {
    readonly id: string;
    readonly daily: StoredDaily;
    readonly userId: string;
    readonly startsAt: number;
  }): Promise<string>;
  /** A person's ranked try. */
  tryOf(dailyId: string, userId: string): Promise<StoredTry | null>;
  /** The fewest moves known to win its deal: the caller makes sure that it is closed. */
  parOf(dailyId: string): Promise<Par | null>;
  /** Up to that day, oldest first. */
  unsettled(latestDay: number): Promise<readonly StoredDaily[]>;
  runningTries(dailyId: string, limit: number): Promise<readonly string[]>;
  /** Ends those whose time is up, of duplicates too, as `end` says. */
  endTries(
    playIds: readonly string[],
    now: number,
    end: (running: readonly LockedPlay[]) => Promise<readonly PlayEnd[]>,
  ): Promise<void>;
  /**
   * Fixes the percentiles of so many results of a daily whose tries have all ended, in the order of *fastest* from a
   * key on; may be ended, begun anew and done by several nodes at once.
   * @returns the key to go on from; null when there are no more
   */
  fixPercentiles(dailyId: string, from: number, limit: number): Promise<number | null>;
  /** Whether it is settled now: every try has ended, every percentile is fixed. */
  settle(dailyId: string, now: number): Promise<boolean>;
  /** Pack and salt; the caller has asked the gate (`isLive`). */
  dealOf(dealId: string): Promise<{ readonly pack: Pack; readonly salt: Uint8Array }>;
}

export interface DailiesOptions {
  readonly store: DailyStore;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'id'>;
  readonly drawDeal: DrawDeal;
  /** Called with plays whose time is up, once they have been ended, or it is not known whether they have. */
  readonly timeIsUp: (playIds: readonly string[]) => Promise<void>;
  /** Called when tries have been ended by the clock: boards have changed. */
  readonly onChanged: (daily: DailyKey) => void;
  /** Called with faults in work that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}

export type Dailies = ReturnType<typeof createDailies>;

/** How many tries one transaction ends: few enough to replay the longest logs in its time. */
const BATCH = 50;
/** How many percentiles one transaction fixes: about a second on a busy machine. */
const FIXED_AT_ONCE = 5_000;
/** The longest that a read of a daily waits for settling; percentiles not fixed by then are counted. */
const PATIENCE_MS = 2_000;
/** Whoever comes asks for those of three days, of which nothing changes but that they get proved. */
const CACHED_MS = 10_000;
/** How long after a failed settling the next read tries again. */
const AGAIN_AFTER_MS = 10_000;

export function createDailies(options: DailiesOptions) {
  const { store, clock, chance, drawDeal, timeIsUp, onChanged, onFault } = options;

  /** Days whose dailies are drawn, or being drawn. */
  const drawn = new Map<number, Promise<void>>();
  const cached = cacheFor(clock, CACHED_MS);
  /** Everything that closes before this time is settled, or was tried. */
  let settledUntil = 0;
  let settling: Promise<void> | undefined;
  let isOver = false;

  /** Today's and tomorrow's together: the commitment is to be seen the day before (P1). */
  function ensure(day: number): Promise<void> {
    const underWay = drawn.get(day);
    if (underWay) return underWay;
    const wanted = [day, day + 1].flatMap((one) =>
      gameList.map(({ id }) => ({ day: one, game: id })),
    );
    const drawing = store.drawMissing(wanted, draw, clock.now());
    drawn.clear();
    drawn.set(day, drawing);
    drawing.catch(() => drawn.delete(day));
    return drawing;
  }

  const draw = (game: string): Promise<FixedDeal> => {
    const variant = gameList.find(({ id }) => id === game)?.variants[0].id ?? game;
    return drawPlayable(() => drawDeal(variant, 'daily'));
  };

  /** All dailies of one day: of today or tomorrow, or of a day on which they were drawn. */
  async function findAll(day: number): Promise<readonly StoredDaily[]> {
    const today = dayOf(clock.now());
    if (day > today + 1) return [];
    if (day >= today) await ensure(today);
    return cached(String(day), async () => {
      const stored = new Map((await store.ofDay(day)).map((daily) => [daily.game, daily]));
      return gameList.flatMap(({ id }) => stored.get(id) ?? []);
    });
  }

  /** The daily, if there is one. */
  const find = async ({ day, game }: GameOnDay): Promise<StoredDaily | null> =>
    (await findAll(day)).find((daily) => daily.game === game) ?? null;

  /** Ends the tries whose time is up, and notifies the pages that have them open, whoever has ended them. */
  async function endTries(playIds: readonly string[]): Promise<void> {
    const endAll = async (running: readonly LockedPlay[]) => (await endsOf(running, true)) ?? [];
    for (let n = 0; n < playIds.length; n += BATCH) {
      const batch = playIds.slice(n, n + BATCH);
      await store.endTries(batch, clock.now(), endAll).finally(() => timeIsUp(batch));
    }
  }

  async function settleOne({ id, day, game }: StoredDaily): Promise<void> {
    while (!isOver) {
      for (;;) {
        const running = await store.runningTries(id, BATCH);
        if (running.length === 0 || isOver) break;
        await endTries(running);
      }
      let from: number | null = 0;
      while (from !== null && !isOver) from = await store.fixPercentiles(id, from, FIXED_AT_ONCE);
      // A result restored behind the batches is found in the next pass.
      if (await store.settle(id, clock.now())) break;
    }
    onChanged({ day: textOfDay(day), game });
  }

  async function settleAll(now: number): Promise<void> {
    try {
      const last = lastClosedDay(now);
      for (const daily of await store.unsettled(last)) await settleOne(daily);
      settledUntil = settlesAt(last + 1);
    } catch (error) {
      settledUntil = clock.now() + AGAIN_AFTER_MS;
      onFault(error);
    }
  }

  /**
   * Settles every daily that has closed. Nothing depends on a process being awake: reads do it. Resolves when
   * that is done, or goes on behind after a while; a fault does not fail the read.
   */
  async function settleDue(): Promise<void> {
    const now = clock.now();
    if (now < settledUntil) return;
    settling ??= settleAll(now).finally(() => (settling = undefined));
    let stopWaiting = () => {};
    const patience = new Promise<void>((resolve) => {
      stopWaiting = clock.after(PATIENCE_MS, resolve);
    });
    await Promise.race([settling, patience]).finally(stopWaiting);
  }

  return {
    find,
    findAll,
    endTries,
    settleDue,

    /** What anyone needs to check the deal of a closed daily (P1). */
    async openedDeal({ day, game }: DailyKey): Promise<Answer<OpenedDeal>> {
      const daily = await find({ day: dayOfText(day), game });
      if (!daily) return { ok: false, error: { code: 'not-found', detail: 'day' } };
      if (phaseOf(daily.day, clock.now()) !== 'closed')
        return { ok: false, error: { code: 'deal-is-live' } };
      const { pack, salt } = await store.dealOf(daily.dealId);
      const commitment = toHex(daily.commitment);
      return {
        ok: true,
        data: { variant: daily.variant, pack: [...pack], salt: toHex(salt), commitment },
      };
    },

    /** Begins the one ranked try at today's daily, or finds the one begun before. */
    async start(
      { day, game }: DailyKey,
      userId: string,
      receivedAt: number,
    ): Promise<Answer<{ playId: string }>> {
      const number = dayOfText(day);
      const daily = await find({ day: number, game });
      if (!daily) return { ok: false, error: { code: 'not-found', detail: 'day' } };
      const begun = await store.tryOf(daily.id, userId);
      if (begun !== null) return { ok: true, data: { playId: begun.playId } };
      if (phaseOf(number, receivedAt) !== 'open') {
        const startsInMs = Math.max(0, opensAt(number) - receivedAt);
        return {
          ok: false,
          error: { code: 'daily-not-open', ...(startsInMs > 0 ? { startsInMs } : {}) },
        };
      }
      const playId = await store.startTry({
        id: chance.id(),
        daily,
        userId,
        startsAt: receivedAt,
      });
      return { ok: true, data: { playId } };
    },

    /** Stops starting batches, and waits for the one under way. */
    async stop(): Promise<void> {
      isOver = true;
      await settling;
    },
  };
}
