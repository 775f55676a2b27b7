/** The shell around quick matches: seats players who tap, counts who is present, and starts the races that are due. */
import { gameList } from '@same-deal/engine';
import type { Answer } from '@same-deal/protocol';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import * as quick from './quick.ts';
import type { OpenMatch, Seating } from './quick.ts';
import { phaseOf } from './race.ts';
import type { Person } from './race.ts';
import type { StoredRace } from './ports.ts';

export interface MatchStore {
  /**
   * Runs `decide` on all races that are listed as gathering players, the oldest first, while nobody else can, and stores
   * what it says.
   * @param decide is given the quick matches under way that these people play in, too, and who of them is deleted
   * @returns null if the code of a new race was taken
   */
  take(
    variants: readonly string[],
    personIds: readonly string[],
    now: number,
    decide: (
      matches: readonly OpenMatch[],
      running: ReadonlyMap<string, string>,
      gone: ReadonlySet<string>,
    ) => Seating,
  ): Promise<Seating | null>;
}

export interface QuickMatchesOptions {
  readonly store: MatchStore;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly background: Background;
  /** Whom each of these has blocked, and who has blocked them. */
  readonly avoidedByEach: (ids: readonly string[]) => Promise<Map<string, Set<string>>>;
  /** Called with the races that have got or lost players. */
  readonly onChanged: (code: string) => void;
  readonly load: (code: string) => Promise<StoredRace | null>;
  readonly isPresentAt: (code: string) => (id: string) => boolean;
  /** Starts what is due on this node, which serves it. */
  readonly start: (code: string) => Promise<unknown>;
}

interface Waiting {
  readonly person: Person;
  readonly variant: string;
  readonly resolve: (code: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const TRIES = 5;

export function createQuickMatches(options: QuickMatchesOptions) {
  const { store, clock, chance, background, avoidedByEach, onChanged, load, start } = options;
  const timers = new Map<string, () => void>();
  /** Taps that wait for those before them to be seated: all of them are in the next transaction. */
  let waiting: Waiting[] = [];
  let isSeating = false;

  /** Seats everybody who waits, until the queue is empty. */
  async function seatWaiting(): Promise<void> {
    if (isSeating) return;
    isSeating = true;
    while (waiting.length > 0) {
      const taps = waiting;
      waiting = [];
      try {
        const seating = await seat(taps);
        taps.forEach(({ resolve }, n) => resolve(seating?.codes[n]));
        for (const { code } of seating?.changed ?? []) onChanged(code);
      } catch (error) {
        for (const { reject } of taps) reject(error);
      }
    }
    isSeating = false;
  }

  async function seat(asked: readonly Waiting[]): Promise<Seating | null> {
    const ids = [...new Set(asked.map(({ person }) => person.id))];
    const avoided = await avoidedByEach(ids);
    const taps = asked.map(({ person, variant }) => ({
      person,
      variant,
      avoided: avoided.get(person.id) ?? new Set<string>(),
    }));
    const variants = [...new Set(taps.map(({ variant }) => variant))];
    for (let n = 0; n < TRIES; n++) {
      const now = clock.now();
      const seating = await store.take(variants, ids, now, (matches, running, gone) =>
        quick.seatAll(matches, taps, running, gone, now, chance.raceCode),
      );
      if (seating) return seating;
    }
    return null;
  }

  /** Schedules the start of a quick match that this node serves. */
  function keep({ code, race }: StoredRace): void {
    const at = quick.dueAt(race, options.isPresentAt(code));
    if (at === null || phaseOf(race, clock.now()) !== 'open') {
      timers.get(code)?.();
      timers.delete(code);
      return;
    }
    if (timers.has(code)) return;
    const cancel = clock.at(at, () => {
      timers.delete(code);
      background.run(async () => {
        const stored = await load(code);
        if (!stored) return;
        const isDue = quick.isDue(stored.race, options.isPresentAt(code), clock.now());
        if (isDue) await start(code);
        // It has been put off.
        else keep(stored);
      });
    });
    timers.set(code, cancel);
  }

  return {
    /**
     * Seats a person in the quick match of a game that gathers players; their other seats in such are given up.
     * Whoever taps at the same time is seated in the same transaction: what one costs is shared.
     */
    async tap(person: Person, gameId: string): Promise<Answer<{ code: string }>> {
      const variant = gameList.find(({ id }) => id === gameId)?.variants[0].id ?? '';
      const code = await new Promise<string | undefined>((resolve, reject) => {
        waiting.push({ person, variant, resolve, reject });
        void seatWaiting();
      });
      return code === undefined
        ? { ok: false, error: { code: 'unavailable' } }
        : { ok: true, data: { code } };
    },

    keep,

    stop(): void {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
