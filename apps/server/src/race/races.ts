/** The shell around a race: holds clock, storage and news, and lets the value in `race.ts` decide. */
import { gameList, gameOf } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { raceSettings } from '@same-deal/protocol';
import type {
  Answer,
  ErrorCode,
  NewsOf,
  RaceSettings,
  RaceSnapshot,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { Chance } from '../deal/chance.ts';
import { toHex } from '../deal/commitment.ts';
import type { DrawDeal, FixedDeal } from '../deal/draw-deal.ts';
import { hasEnded, snapshotOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import type { Plays } from '../play/plays.ts';
import type { Presence } from './presence.ts';
import { progressOf, raceSnapshotOf } from './race-snapshot.ts';
import * as rules from './race.ts';
import type { Person, Race, RaceStart } from './race.ts';

/** A race and where it stands in storage. */
export interface StoredRace {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly race: Race;
  readonly rematchCode: string | null;
}

export interface RaceStore {
  find(code: string): Promise<StoredRace | null>;
  /** False if the code is taken, or the former race has a rematch already. */
  create(code: string, race: Race, rematchOf: string | null): Promise<boolean>;
  /** Compare-and-set: false if the race is not at that version any more. */
  replace(stored: StoredRace, race: Race): Promise<boolean>;
  /** The same, and in the same transaction the deal and everyone's play. */
  start(stored: StoredRace, race: Race, deal: FixedDeal): Promise<boolean>;
  /**
   * Settles once and for all, if every play is over or the cap and its grace have passed: plays
   * that still run are ended by the cap. Whoever comes second finds it settled.
   */
  settle(stored: StoredRace): Promise<'too-early' | 'settled-now' | 'settled-before'>;
  /** The versions of those races that are at another one than is known. */
  changed(known: readonly { code: string; version: number }[]): Promise<readonly string[]>;
}

/** How news leaves; the shell never sees a socket. */
export interface Publisher {
  /** To everyone at the race, on every node. */
  toRace<Name extends ServerEventName>(code: string, name: Name, news: NewsOf<Name>): void;
  /** To this node's connections at the race. */
  toRaceHere<Name extends ServerEventName>(code: string, name: Name, news: NewsOf<Name>): void;
  /** To a player's connections at the race on this node, which hear of that play from now on. */
  openTableHere(code: string, userId: string, table: NewsOf<'play:opened'>): void;
  /** To everyone at the play, on every node. */
  toPlay<Name extends ServerEventName>(playId: string, name: Name, news: NewsOf<Name>): void;
  /** Lets the other nodes know that a race has changed. */
  tellNodes(code: string): void;
}

export type Races = ReturnType<typeof createRaces>;

export interface RacesOptions {
  readonly store: RaceStore;
  readonly plays: Plays;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly drawDeal: DrawDeal;
  readonly publisher: Publisher;
  readonly presence: () => Presence;
  /** Whether a host wants nothing to do with somebody. */
  readonly isBlocked: (by: string, id: string) => Promise<boolean>;
  /** Whether this is the only node on its database. */
  readonly isAlone: boolean;
  /** Told of faults in work that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}

/** Progress is told at most four times a second. */
const PROGRESS_EVERY_MS = 250;
const TRIES = 20;
/** Work that nobody waits for is tried again after so long, so many times: the database may be away. */
const RETRY_AFTER_MS = 2_000;
const RETRIES = 30;

export function createRaces(options: RacesOptions) {
  const { store, plays, clock, chance, drawDeal, publisher, presence, onFault } = options;

  /** What this node has set its timers for. */
  const armed = new Map<string, { start: RaceStart; cancel: () => void }>();
  const hostChecks = new Map<string, () => void>();
  const dirty = new Set<string>();
  /** The versions that this node's people have been told. */
  const told = new Map<string, number>();
  let isStopped = false;

  const refuse = (code: ErrorCode, detail?: string): Answer<never> => ({
    ok: false,
    error: detail === undefined ? { code } : { code, detail },
  });
  /** Work that nobody waits for, tried again while it fails. */
  function inBackground(work: () => Promise<unknown>, triesLeft = RETRIES): void {
    if (isStopped) return;
    work().catch((error: unknown) => {
      // What was under way when the service stopped finds the database closed.
      if (isStopped) return;
      onFault(error);
      if (triesLeft === 0) return;
      clock.at(clock.now() + RETRY_AFTER_MS, () => inBackground(work, triesLeft - 1));
    });
  }

  /** The race as stored, settled if it is due: nothing depends on a process being awake. */
  async function load(code: string): Promise<StoredRace | null> {
    const stored = await store.find(code);
    if (!stored?.race.start || stored.race.settledAt !== null) return stored;
    return (await settleIfDue(stored)) ? store.find(code) : stored;
  }

  /** Changes a race by a pure transition, again if somebody else was faster, and tells everyone. */
  async function change(
    code: string,
    transition: (race: Race, now: number) => Result<Race, ErrorCode>,
  ): Promise<Answer<StoredRace>> {
    for (let n = 0; n < TRIES; n++) {
      const stored = await load(code);
      if (!stored) return refuse('not-found', 'code');
      const changed = transition(stored.race, clock.now());
      if (!changed.ok) return refuse(changed.reason);
      if (changed.value === stored.race) return { ok: true, data: stored };
      if (await store.replace(stored, changed.value)) {
        await publish(code);
        return { ok: true, data: { ...stored, version: stored.version + 1, race: changed.value } };
      }
    }
    return refuse('unavailable', 'too many changes at once');
  }

  const recordsOf = (start: RaceStart): Promise<PlayRecord[]> =>
    plays.findFresh(Object.values(start.plays));

  async function snapshot(stored: StoredRace): Promise<RaceSnapshot> {
    const { start } = stored.race;
    const records = start ? await recordsOf(start) : [];
    return raceSnapshotOf(stored, records, presence().in(stored.code), clock.now());
  }

  /** Tells everyone, on every node, how the race stands. */
  async function tell(code: string): Promise<void> {
    const stored = await store.find(code);
    if (!stored) return;
    const news = await snapshot(stored);
    noteTold(stored);
    publisher.toRace(code, 'race:updated', news);
    publisher.tellNodes(code);
    await arm(stored);
  }

  /** Tells this node's people. */
  async function tellHere(stored: StoredRace): Promise<void> {
    const news = await snapshot(stored);
    noteTold(stored);
    publisher.toRaceHere(stored.code, 'race:updated', news);
  }

  function noteTold({ code, version }: StoredRace): void {
    if (presence().isHere(code)) told.set(code, version);
  }

  /** Tells of a change that has been stored; that the telling fails does not undo the change. */
  const publish = (code: string): Promise<void> =>
    tell(code).catch((error: unknown) => {
      onFault(error);
      inBackground(() => tell(code));
    });

  /**
   * Sets this node's timers for a race that has been started: the tables at T0, the settling after the cap.
   * @param isNews the start happened elsewhere; if T0 has passed by now, the tables are late already
   */
  async function arm({ code, race }: StoredRace, isNews = false): Promise<void> {
    const { start } = race;
    if (!start || armed.has(code) || race.settledAt !== null) return;
    const cancels = [
      clock.at(start.closesAt + rules.COMMIT_GRACE_MS + 1, () =>
        inBackground(() => settleAfterCap(code)),
      ),
    ];
    if (clock.now() < start.startsAt) {
      cancels.push(clock.at(start.startsAt, () => openTables(code, start)));
    } else if (isNews) {
      openTables(code, start);
    }
    armed.set(code, { start, cancel: () => cancels.forEach((cancel) => cancel()) });
    // Read now what everyone gets in the instant of T0.
    await plays.find(Object.values(start.plays));
    // Another node may have settled the race since it was read, and its news have come before there was
    // anything to call off.
    const fresh = await store.find(code);
    if (fresh !== null && fresh.race.settledAt !== null) disarm(code);
  }

  /** The database has the last word on whether the cap has come; its clock may be a little behind. */
  async function settleAfterCap(code: string): Promise<void> {
    const stored = await load(code);
    if (stored?.race.settledAt === null) throw new Error(`race ${code} is not over yet`);
    disarm(code);
  }

  function disarm(code: string): void {
    armed.get(code)?.cancel();
    armed.delete(code);
  }

  // Alone, this node knows every play as it is; with others, some plays are carried on elsewhere.
  const findCurrent = options.isAlone ? plays.find : plays.findFresh;

  /** T0: everyone here gets the table. */
  function openTables(code: string, start: RaceStart): void {
    inBackground(async () => {
      for (const record of await findCurrent(Object.values(start.plays))) {
        const { userId } = record.header;
        publisher.openTableHere(code, userId, snapshotOf(record, userId, clock.now()));
      }
    });
    inBackground(async () => {
      const stored = await load(code);
      if (stored) await tellHere(stored);
    });
  }

  /** Settles the race if it is over; true if it is settled now, whoever did it. */
  async function settleIfDue(stored: StoredRace): Promise<boolean> {
    const { start } = stored.race;
    if (!start || stored.race.settledAt !== null) return false;
    const before = await recordsOf(start);
    const now = clock.now();
    const unended = before.filter((record) => !hasEnded(record, now));
    if (!rules.isOver(stored.race, unended.length, now)) return false;
    const settled = await store.settle(stored);
    if (settled === 'too-early') return false;
    disarm(stored.code);
    if (settled === 'settled-now') {
      for (const { header } of unended) {
        publisher.toPlay(header.id, 'play:ended', { playId: header.id, ending: 'cap' });
      }
      await publish(stored.code);
    }
    return true;
  }

  /** A play has ended; if it was the last one, so has the race. */
  async function tellEnd(code: string): Promise<void> {
    const stored = await store.find(code);
    if (stored && !(await settleIfDue(stored))) await tell(code);
  }

  /** Of a race that this node has not looked at since it started: its times, if it still runs. */
  async function armNow(code: string): Promise<RaceStart | undefined> {
    const stored = await store.find(code);
    if (!stored?.race.start || stored.race.settledAt !== null) return undefined;
    await arm(stored);
    return stored.race.start;
  }

  async function tellProgress(code: string): Promise<void> {
    const start = armed.get(code)?.start ?? (await armNow(code));
    // What has been told of a settled race is final.
    if (!start) return;
    const records = await findCurrent(Object.values(start.plays));
    const progress = progressOf(records, clock.now());
    const players = [...progress].map(([id, figures]) => ({ id, ...figures }));
    publisher.toRace(code, 'race:progressed', { code, players });
  }

  /** Settings with the game's own defaults for what is left out. */
  function completeSettings(asked: RequestOf<'race:create'>): RaceSettings {
    const game = gameList.find(({ id }) => id === gameOf(asked.variant));
    return raceSettings.parse({
      variant: asked.variant,
      undo: asked.undo ?? 'bounded',
      capMinutes: asked.capMinutes ?? game?.capMinutes ?? 30,
      proved: asked.proved,
    });
  }

  /** Somebody came or went: notes since when nobody is there, tells who is, and looks after the host. */
  async function notePresence(code: string): Promise<void> {
    const noted = await change(code, (race, now) => ({
      ok: true,
      value: rules.notePresence(race, presence().in(code).size > 0, now),
    }));
    if (!noted.ok) return;
    if (presence().isHere(code)) await tellHere(noted.data);
    hostChecks.get(code)?.();
    hostChecks.delete(code);
    if (!rules.lacksHost(noted.data.race, isPresentAt(code), clock.now())) return;
    const check = clock.at(clock.now() + rules.HOST_GRACE_MS, () => {
      hostChecks.delete(code);
      inBackground(() =>
        change(code, (race, now) => ({
          ok: true,
          value: rules.passHost(race, isPresentAt(code), now),
        })),
      );
    });
    hostChecks.set(code, check);
  }

  const isPresentAt = (code: string) => {
    const there = presence().in(code);
    return (id: string): boolean => there.has(id);
  };

  /** Runs `work` in the background, one run for a key at a time; asked for meanwhile, it runs once more. */
  function oneAtATime(work: (key: string) => Promise<void>): (key: string) => void {
    const running = new Map<string, { again: boolean }>();
    return (key) => {
      const run = running.get(key);
      if (run) {
        run.again = true;
        return;
      }
      const fresh = { again: false };
      inBackground(async () => {
        running.set(key, fresh);
        try {
          do {
            fresh.again = false;
            await work(key);
          } while (fresh.again);
        } finally {
          running.delete(key);
        }
      });
    };
  }

  async function createWithNewCode(race: Race): Promise<string> {
    for (let n = 0; n < TRIES; n++) {
      const code = chance.raceCode();
      if (await store.create(code, race, null)) return code;
    }
    throw new Error('no race code is free');
  }

  return {
    create: async (
      person: Person,
      asked: RequestOf<'race:create'>,
    ): Promise<Answer<{ code: string }>> => {
      const race = rules.openRace(completeSettings(asked), person, clock.now());
      return { ok: true, data: { code: await createWithNewCode(race) } };
    },

    /** How the race stands now. */
    async look(code: string): Promise<Answer<RaceSnapshot>> {
      const stored = await load(code);
      if (!stored) return refuse('not-found', 'code');
      await arm(stored);
      return { ok: true, data: await snapshot(stored) };
    },

    find: load,

    async join(code: string, person: Person): Promise<Answer<StoredRace>> {
      const hostId = (await store.find(code))?.race.hostId;
      const isShutOut = hostId !== undefined && (await options.isBlocked(hostId, person.id));
      return change(code, (race, now) =>
        rules.join(race, person, now, isShutOut && race.hostId === hostId),
      );
    },
    setReady: (code: string, by: string, ready: boolean) =>
      change(code, (race, now) => rules.setReady(race, by, ready, now)),
    configure: (code: string, by: string, settings: RaceSettings) =>
      change(code, (race, now) => rules.configure(race, by, settings, now)),
    remove: (code: string, by: string, id: string) =>
      change(code, (race, now) => rules.remove(race, by, id, now)),
    setLocked: (code: string, by: string, locked: boolean) =>
      change(code, (race, now) => rules.setLocked(race, by, locked, now)),

    /** Gives up a seat; from the countdown on that concedes the play. */
    async leave(code: string, by: string): Promise<Answer<unknown>> {
      const stored = await load(code);
      const playId = stored?.race.start?.plays[by];
      if (!playId) return change(code, (race, now) => rules.leave(race, by, now));
      for (let n = 0; n < TRIES; n++) {
        const [record] = await plays.findFresh([playId]);
        if (!record || record.ending !== null) break;
        const conceded = await plays.enter({
          playId,
          userId: by,
          expected: record.log.length + 1,
          entry: 'concede',
          receivedAt: clock.now(),
          connection: '',
        });
        // A move of another device may have come first; and what is over needs no end.
        if (conceded.ok || conceded.error.code === 'log-full') return conceded;
        if (conceded.error.code !== 'stale') break;
      }
      return { ok: true, data: {} };
    },

    /** Draws and commits the deal and begins the countdown (P1). */
    async start(code: string, by: string): Promise<Answer<unknown>> {
      for (let n = 0; n < TRIES; n++) {
        const stored = await load(code);
        if (!stored) return refuse('not-found', 'code');
        const { race } = stored;
        const rejection = rules.startRejection(race, by, clock.now());
        if (rejection) return refuse(rejection);
        const { variant, proved } = race.settings;
        const deal = await drawDeal(variant, proved ? 'race' : 'unproved race');
        const playsOf = Object.fromEntries(race.players.map(({ id }) => [id, chance.id()]));
        const fixed = {
          dealId: deal.id,
          commitment: toHex(deal.commitment),
          difficulty: deal.proof?.difficulty ?? null,
          plays: playsOf,
        };
        const started = rules.startRace(race, by, fixed, clock.now());
        if (!started.ok) return refuse(started.reason);
        if (await store.start(stored, started.value, deal)) {
          await publish(code);
          return { ok: true, data: {} };
        }
      }
      return refuse('unavailable', 'too many changes at once');
    },

    /** The one rematch of a race: opened by whoever asks first, the same for everyone (get or create). */
    async rematch(code: string, person: Person): Promise<Answer<{ code: string }>> {
      const stored = await load(code);
      if (!stored) return refuse('not-found', 'code');
      if (!stored.race.start) return refuse('race-not-settled');
      if (!rules.isSeated(stored.race, person.id)) return refuse('not-in-race');
      for (let n = 0; n < TRIES; n++) {
        const existing = (await store.find(code))?.rematchCode;
        if (existing) return { ok: true, data: { code: existing } };
        const race = rules.rematchOf(stored.race, person, clock.now());
        if (await store.create(chance.raceCode(), race, stored.id)) await publish(code);
      }
      return refuse('unavailable');
    },

    /** Somebody came or went. */
    presenceChanged: oneAtATime(notePresence),

    /** A player has another name now. */
    renamed: (code: string, person: Person) =>
      change(code, (race) => ({ ok: true, value: rules.rename(race, person) })),

    /** Another node has changed the race, and has told everyone. */
    changedElsewhere(code: string): void {
      if (!presence().isHere(code)) return;
      inBackground(async () => {
        const stored = await store.find(code);
        if (!stored) return;
        noteTold(stored);
        if (stored.race.settledAt === null) await arm(stored, true);
        else disarm(code);
      });
    },

    /** Tells this node's people what news from other nodes has not reached them. */
    async catchUp(): Promise<void> {
      for (const code of told.keys()) if (!presence().isHere(code)) told.delete(code);
      const known = [...told].map(([code, version]) => ({ code, version }));
      if (known.length === 0) return;
      for (const code of await store.changed(known)) {
        const stored = await load(code);
        if (!stored || stored.version === told.get(code)) continue;
        await tellHere(stored);
        if (stored.race.settledAt === null) await arm(stored, true);
        else disarm(code);
      }
    },

    /** A play of a race has got on: progress goes out soon, an end at once. */
    advanced({ header, ending }: PlayRecord): void {
      if (!header.race) return;
      const { code } = header.race;
      if (ending !== null) {
        inBackground(() => tellEnd(code));
        return;
      }
      if (dirty.has(code)) return;
      dirty.add(code);
      clock.at(clock.now() + PROGRESS_EVERY_MS, () => {
        dirty.delete(code);
        inBackground(() => tellProgress(code), 0);
      });
    },

    stop(): void {
      isStopped = true;
      for (const code of [...armed.keys()]) disarm(code);
      for (const cancel of hostChecks.values()) cancel();
    },
  };
}
