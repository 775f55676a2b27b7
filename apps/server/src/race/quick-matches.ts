/** The shell around quick matches: who taps is seated, who is there is counted, and what is due is started. */
import { gameList } from '@same-deal/engine';
import type { Answer } from '@same-deal/protocol';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import * as quick from './quick.ts';
import type { OpenMatch } from './quick.ts';
import { completeSettings } from './settings.ts';
import { isSeated, leave, phaseOf } from './race.ts';
import type { Person } from './race.ts';
import type { StoredRace } from './ports.ts';

/** What a tap comes to. */
export interface MatchChange {
  /** Where the person is seated. */
  readonly code: string;
  /** Races that have got or lost a player. */
  readonly changed: readonly OpenMatch[];
  /** A new one, opened for them. */
  readonly opened: OpenMatch | null;
  /** The codes of those that still gather players. */
  readonly open: readonly string[];
}

export interface MatchStore {
  /**
   * Runs `decide` on all races that are listed as gathering players, the oldest first, while nobody else can, and stores
   * what it says.
   * @param decide is given the running quick match of the person, too
   * @returns null if the code of the new race was taken
   */
  take(
    variant: string,
    personId: string,
    now: number,
    decide: (matches: readonly OpenMatch[], running: string | null) => MatchChange,
  ): Promise<MatchChange | null>;
}

export interface QuickMatchesOptions {
  readonly store: MatchStore;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly background: Background;
  /** Whom a person has blocked, and who has blocked them. */
  readonly avoidedBy: (id: string) => Promise<ReadonlySet<string>>;
  readonly load: (code: string) => Promise<StoredRace | null>;
  /** Starts what is due on this node, which serves it. */
  readonly start: (code: string) => Promise<unknown>;
}

const TRIES = 5;

export function createQuickMatches(options: QuickMatchesOptions) {
  const { store, clock, chance, background, avoidedBy, load, start } = options;
  /** One at a time on this node: whoever waits for their turn in the database holds a connection. */
  let last: Promise<unknown> = Promise.resolve();
  const timers = new Map<string, () => void>();

  async function take(person: Person, variant: string): Promise<MatchChange | null> {
    const avoided = await avoidedBy(person.id);
    const now = clock.now();
    return store.take(variant, person.id, now, (matches, running) => {
      const stillOpen = matches.filter(({ race }) => phaseOf(race, now) === 'open');
      const open = stillOpen.map(({ code }) => code);
      if (running !== null) return { code: running, changed: [], opened: null, open };
      const isOfGame = ({ race }: OpenMatch) => race.settings.variant === variant;
      const left = stillOpen.flatMap(({ code, race }) => {
        if (isOfGame({ code, race }) || !isSeated(race, person.id)) return [];
        const without = leave(race, person.id, now);
        return without.ok ? [{ code, race: without.value }] : [];
      });
      const seated = quick.seatIn(stillOpen.filter(isOfGame), person, avoided, now);
      if (seated) return { code: seated.code, changed: [...left, seated], opened: null, open };
      const race = quick.openQuick(completeSettings({ variant }), person, now);
      const opened = { code: chance.raceCode(), race };
      return { code: opened.code, changed: left, opened, open };
    });
  }

  /** Keeps the time of a quick match that this node serves. */
  function keep({ code, race }: StoredRace): void {
    if (typeof race.quick?.startsAt !== 'number' || phaseOf(race, clock.now()) !== 'open') {
      timers.get(code)?.();
      timers.delete(code);
      return;
    }
    if (timers.has(code)) return;
    const cancel = clock.at(race.quick.startsAt, () => {
      timers.delete(code);
      background.run(async () => {
        const stored = await load(code);
        if (!stored) return;
        if (quick.isDue(stored.race, clock.now())) await start(code);
        // It has been put off.
        else keep(stored);
      });
    });
    timers.set(code, cancel);
  }

  return {
    /** Seats a person in the quick match of a game that gathers players; their other seats in such are given up. */
    async tap(
      person: Person,
      gameId: string,
    ): Promise<Answer<{ code: string; changed: readonly string[] }>> {
      const variant = gameList.find(({ id }) => id === gameId)?.variants[0].id ?? '';
      for (let n = 0; n < TRIES; n++) {
        const turn = last.then(() => take(person, variant));
        last = turn.catch(() => undefined);
        const taken = await turn;
        if (!taken) continue;
        const { code, changed } = taken;
        return { ok: true, data: { code, changed: changed.map((one) => one.code) } };
      }
      return { ok: false, error: { code: 'unavailable' } };
    },

    keep,

    stop(): void {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
