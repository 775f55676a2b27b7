/** What people do in a race: clock, chance and storage are here, the value in `race.ts` decides. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@same-deal/engine';
import type {
  Answer,
  ErrorCode,
  Failure,
  GhostSource,
  Phrase,
  PlaySnapshot,
  RaceSettings,
  RaceSnapshot,
  RequestOf,
  Strength,
} from '@same-deal/protocol';
import { createBackground } from '../background.ts';
import type { Chance } from '../deal/chance.ts';
import { hasEnded, snapshotOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import { createCourse } from './course.ts';
import type { CourseOptions } from './course.ts';
import type { GhostSources } from './ghost-sources.ts';
import { afterGrace } from './after-grace.ts';
import type { StoredRace } from './ports.ts';
import { createQuickMatches } from './quick-matches.ts';
import type { MatchStore } from './quick-matches.ts';
import { tablesRejection } from './open-tables.ts';
import * as quick from './quick.ts';
import * as rules from './race.ts';
import type { Person, Race } from './race.ts';
import { followsAs, nextRace, raceBefore } from './series.ts';
import { completeSettings } from './settings.ts';
import { createStarting } from './starting.ts';
import type { StartingOptions } from './starting.ts';

export interface RacesOptions
  extends
    Omit<CourseOptions, 'background'>,
    Pick<StartingOptions, 'drawDeal' | 'giveBack' | 'mayTakeProved' | 'nodeId'> {
  readonly chance: Chance;
  readonly ghosts: Pick<GhostSources, 'find' | 'copyDeal'>;
  readonly personOf: (id: string) => Promise<Person | null>;
  /** Whether a host wants nothing to do with somebody. */
  readonly isBlocked: (by: string, id: string) => Promise<boolean>;
  /** Whom a person has blocked, and who has blocked them. */
  readonly avoidedBy: (id: string) => Promise<ReadonlySet<string>>;
  /** The same of each of these. */
  readonly avoidedByEach: (ids: readonly string[]) => Promise<Map<string, Set<string>>>;
  readonly matches: MatchStore;
  /** Whether this node serves what is routed by `at`; see `cluster/node.ts`. */
  readonly claim: (at: string, routedBy: string | undefined) => Promise<Failure | null>;
  readonly isClustered: boolean;
  /** Whether the database only did not answer: what was to be done is tried until it does. */
  readonly isOutage: (error: unknown) => boolean;
}

export type Races = ReturnType<typeof createRaces>;

const TRIES = 40;
/**
 * The upper bound of the random wait after a lost compare-and-set, times the attempt: otherwise thirty who join at once
 * keep conflicting.
 */
const AGAIN_WITHIN_MS = { least: 5, most: 60 };

/**
 * Whoever comes or goes does not do so alone, or does something that is published with it: a whole race goes to its
 * rematch, and comes back after a restart.
 */
const PUBLISHED_AFTER_MS = 100;

/** Within this time the same again is the same lobby. */
const ASKED_AGAIN_MS = 120_000;

/** Of a play that is left: it has ended, or nothing can be entered into it any more. */
const NEEDS_NO_END: ReadonlySet<string> = new Set(['play-ended', 'time-is-up', 'play-damaged']);
/** Why somebody gets no seat. */
const NO_SEAT = { 'too-many': 'too-many-lobbies', gone: 'not-signed-in' } as const;

export function createRaces(options: RacesOptions) {
  const { store, plays, clock, chance, presence, onFault } = options;
  const background = createBackground(clock, onFault, options.isOutage);
  const course = createCourse({ ...options, background });
  const { load, loadRecent, publish } = course;
  const isPresentAt = (code: string) => {
    const there = presence.in(code);
    return (id: string): boolean => there.has(id);
  };
  const starting = createStarting({
    ...options,
    load,
    publish(stored) {
      keepExpiry(stored);
      return course.publishStored(stored);
    },
    isPresentAt,
    notePresence,
  });
  const beginRematch = background.oneAtATime(starting.startRematch);
  const matches = createQuickMatches({
    ...options,
    store: options.matches,
    background,
    load,
    isPresentAt,
    start: starting.startQuick,
    onChanged: changedHere,
  });
  const hosts = afterGrace(
    clock,
    ({ code, race }) => rules.lacksHost(race, isPresentAt(code), clock.now()),
    (code) => background.run(() => passHost(code)),
  );
  const seats = afterGrace(
    clock,
    ({ code, race }) => quick.isFullOfAbsent(race, isPresentAt(code), clock.now()),
    (code) => background.run(() => freeSeats(code)),
  );
  /** Open races that somebody is at, each with its appointment: when it expires, whoever waits in it is told. */
  const expiries = new Map<string, () => void>();
  function keepExpiry({ code, race }: StoredRace): void {
    if (rules.phaseOf(race, clock.now()) !== 'open' || !presence.isHere(code)) {
      expiries.get(code)?.();
      expiries.delete(code);
    } else if (!expiries.has(code)) {
      const cancel = clock.at(race.createdAt + rules.OPEN_LIMIT_MS + 1, () => {
        expiries.delete(code);
        if (presence.isHere(code)) background.run(() => publish(code));
      });
      expiries.set(code, cancel);
    }
  }
  /** Races that this node serves, and what they are routed by. */
  const claimed = new Map<string, string>();

  const refuse = (code: ErrorCode, detail?: string): Answer<never> => ({
    ok: false,
    error: detail === undefined ? { code } : { code, detail },
  });

  /** A race as it is stored now; if it is a rematch for which all are ready, it begins. */
  function stands(stored: StoredRace): Answer<StoredRace> {
    const { code, race, asked } = stored;
    if (rules.isComplete(race, asked, isPresentAt(code), clock.now())) beginRematch(code);
    return { ok: true, data: stored };
  }

  /**
   * Changes a race by a pure transition, again if somebody else was faster, and publishes it.
   * @param newcomer who gets a seat by it
   */
  async function change(
    code: string,
    transition: (race: Race, now: number) => Result<Race, ErrorCode>,
    newcomer?: string,
  ): Promise<Answer<StoredRace>> {
    for (let n = 0; n < TRIES; n++) {
      const stored = n === 0 ? await loadRecent(code) : await load(code);
      if (!stored) return refuse('not-found', 'code');
      const changed = transition(stored.race, clock.now());
      // Nobody is refused for what was so a moment ago.
      if (!changed.ok && n === 0) continue;
      if (!changed.ok) return refuse(changed.reason);
      if (changed.value === stored.race) return stands(stored);
      const replaced =
        newcomer === undefined
          ? await store.replace(stored, changed.value)
          : await store.seat(stored, changed.value, newcomer);
      if (typeof replaced === 'string') return refuse(NO_SEAT[replaced]);
      if (replaced) {
        // Whoever has sat down just now may be the first who can host. Before anything changes it again.
        hosts.check(replaced);
        await course.publishStored(replaced);
        return stands(replaced);
      }
      await sleep(Math.random() * Math.min(AGAIN_WITHIN_MS.least * (n + 1), AGAIN_WITHIN_MS.most));
    }
    return refuse('unavailable', 'too many changes at once');
  }

  const passHost = (code: string) =>
    change(code, (race, now) => ({
      ok: true,
      value: rules.passHost(race, isPresentAt(code), now),
    }));

  /** Some have come or gone: notes since when nobody is present, publishes who is, and checks the host. */
  async function notePresence(code: string): Promise<void> {
    const noted = await change(code, (race, now) => {
      const noted = rules.notePresence(race, presence.in(code).size > 0, now);
      return { ok: true, value: quick.gather(noted, isPresentAt(code), now) };
    });
    if (!noted.ok) return;
    matches.keep(noted.data);
    keepExpiry(noted.data);
    if (presence.isUnpublished(code)) await course.send(noted.data);
    hosts.check(noted.data);
    seats.check(noted.data);
  }

  /** A person who has tapped and left takes no seat from those who wait. */
  const freeSeats = (code: string) =>
    change(code, (race, now) => {
      const isPresent = isPresentAt(code);
      const isWanted = quick.isFullOfAbsent(race, isPresent, now);
      return { ok: true, value: isWanted ? quick.withoutAbsent(race, isPresent) : race };
    });

  async function createWithNewCode(
    race: Race,
    by: string,
    since?: number,
  ): Promise<Answer<{ code: string }>> {
    for (let n = 0; n < TRIES; n++) {
      const code = chance.raceCode();
      const created = await store.create(code, race, null, by, since);
      if (typeof created === 'string') return refuse(NO_SEAT[created]);
      if (created) return { ok: true, data: created === true ? { code } : created };
    }
    throw new Error('no race code is free');
  }

  /** The plays of a race, for whom its tables are open. */
  async function tablesFor(code: string, by: string): Promise<Answer<readonly PlayRecord[]>> {
    const stored = await load(code);
    if (!stored) return refuse('not-found', 'code');
    const now = clock.now();
    const records = await course.playsOf(stored);
    const isPlaying = records.some(
      (record) => record.header.ownerId === by && !hasEnded(record, now),
    );
    const rejection = tablesRejection(stored.race, isPlaying, now);
    return rejection ? refuse(rejection) : { ok: true, data: records };
  }

  async function snapshotOfRace(stored: StoredRace | null): Promise<Answer<RaceSnapshot>> {
    if (!stored) return refuse('not-found', 'code');
    return { ok: true, data: await course.snapshotAndArm(stored) };
  }

  const presences = background.oneAtATime(notePresence);
  /** Races in which somebody has just come or gone. */
  const attended = new Set<string>();
  function presenceChanged(code: string): void {
    if (attended.has(code)) return;
    attended.add(code);
    clock.after(PUBLISHED_AFTER_MS, () => {
      attended.delete(code);
      presences(code);
    });
  }

  /**
   * Races in which somebody's name has changed: sent one after the other, so that a person in many races delays
   * nobody's moves.
   */
  const namesChangedIn = new Set<string>();
  const sendNames = background.oneAtATime(async () => {
    for (const code of namesChangedIn) {
      // Removed first, so that a change during the sending queues it again.
      namesChangedIn.delete(code);
      try {
        const stored = await store.find(code);
        if (stored) await course.send(stored);
      } catch (error) {
        namesChangedIn.add(code);
        throw error;
      }
    }
  });

  /** A race has been changed in storage by this node, which may not be the one that serves it. */
  function changedHere(code: string): void {
    store.forget(code);
    background.run(() => publish(code));
    if (presence.isHere(code)) presenceChanged(code);
  }

  return {
    create: async (
      person: Person,
      asked: RequestOf<'race:create'>,
      circleId?: string,
    ): Promise<Answer<{ code: string }>> => {
      const race = rules.openRace(completeSettings(asked), person, clock.now(), circleId);
      return createWithNewCode(race, person.id);
    },

    /** The same for a circle, once: whoever got no answer asks again, and is led to the lobby that they have opened. */
    createOnce: async (
      person: Person,
      asked: RequestOf<'race:create'>,
      circleId: string,
    ): Promise<Answer<{ code: string }>> => {
      const race = rules.openRace(completeSettings(asked), person, clock.now(), circleId);
      return createWithNewCode(race, person.id, race.createdAt - ASKED_AGAIN_MS);
    },

    /** Seats somebody in the quick match of a game that gathers players, whichever node serves it. */
    quick: (person: Person, game: string): Promise<Answer<{ code: string }>> =>
      matches.tap(person, game),

    /** Opens a race against the recordings of a settled race, or of a closed daily. */
    async ghosts(person: Person, of: GhostSource): Promise<Answer<{ code: string }>> {
      const found = await options.ghosts.find(of);
      if (!found.ok) return found;
      const { settings, playIds } = found.data;
      const race = rules.openGhostRace(settings, person, clock.now(), found.data.of, playIds);
      return createWithNewCode(race, person.id);
    },

    /** How the race stands now. */
    snapshot: async (code: string) => snapshotOfRace(await load(code)),

    /** The same for somebody of whom this node has just read it. */
    recentSnapshot: async (code: string) => snapshotOfRace(await loadRecent(code)),

    find: load,

    /** Null if this node serves the race, which it takes for a connection that was routed here for it. */
    async claim(code: string, routedBy: string | undefined): Promise<Failure | null> {
      if (!options.isClustered) return null;
      const stored = await store.find(code);
      if (!stored) return null;
      const elsewhere = await options.claim(stored.at, routedBy);
      if (!elsewhere) claimed.set(code, stored.at);
      return elsewhere;
    },

    /** The routing keys of the races that somebody is at, or that are under way. */
    routingKeys(): string[] {
      for (const code of claimed.keys()) {
        if (!presence.isHere(code) && !course.isArmed(code)) claimed.delete(code);
      }
      return [...claimed.values()];
    },

    /** Another node has changed a race that this one may serve. */
    changedElsewhere(code: string): void {
      store.forget(code);
      if (presence.isHere(code) || course.isArmed(code)) {
        background.run(() => publish(code, true));
        // Somebody who is here may have got or lost a seat.
        presenceChanged(code);
      }
    },

    /**
     * @param isReady whether they are ready with the seat, and not only once they say so: of a rematch as long as its
     *   settings are those of the race before, as nobody agrees to what they have not seen
     */
    async join(code: string, person: Person, isReady = false): Promise<Answer<StoredRace>> {
      const found = await load(code);
      const hostId = found?.race.hostId;
      const isShutOut = hostId !== undefined && (await options.isBlocked(hostId, person.id));
      const isRematch = found !== null && found.at !== code;
      const former =
        isReady && isRematch ? raceBefore(await store.recentLine(found.at), code) : undefined;
      return change(
        code,
        (race, now) => {
          const seated = rules.join(race, person, now, isShutOut && race.hostId === hostId);
          if (!seated.ok || !isReady || (former && !followsAs(race, former))) return seated;
          const ready = rules.setReady(seated.value, person.id, true, now);
          // Who has had a seat may sit in a race that has begun.
          return ready.ok ? ready : seated;
        },
        person.id,
      );
    },
    setReady: (code: string, by: string, ready: boolean) =>
      change(code, (race, now) => rules.setReady(race, by, ready, now)),
    configure: (code: string, by: string, settings: RaceSettings) =>
      change(code, (race, now) => rules.configure(race, by, settings, now)),
    remove: (code: string, by: string, id: string) =>
      change(code, (race, now) => rules.remove(race, by, id, now)),
    /** Seats a sparring partner. */
    async addPartner(code: string, by: string, strength: Strength): Promise<Answer<unknown>> {
      const added = await change(code, (race, now) => rules.addPartner(race, by, strength, now));
      if (added.ok && added.data.race.quick) presenceChanged(code);
      return added;
    },
    setLocked: (code: string, by: string, locked: boolean) =>
      change(code, (race, now) => rules.setLocked(race, by, locked, now)),

    /** Publishes to everybody at the race what a player says. */
    async say(code: string, by: string, phrase: Phrase): Promise<Answer<unknown>> {
      const stored = await store.find(code);
      if (!stored) return refuse('not-found', 'code');
      if (!rules.isSeated(stored.race, by)) return refuse('not-in-race');
      options.publisher.toRace(code, 'race:said', { code, playerId: by, phrase });
      return { ok: true, data: {} };
    },

    /**
     * Takes down how long after the start a player's first table was shown.
     * @param receivedAt when they said so: it cannot have been later
     */
    async shown(
      code: string,
      by: string,
      afterMs: number,
      receivedAt: number,
    ): Promise<Answer<unknown>> {
      const stored = await load(code);
      if (!stored) return refuse('not-found', 'code');
      if (!rules.isSeated(stored.race, by)) return refuse('not-in-race');
      const { start } = stored.race;
      const playId = start?.plays[by];
      if (!start || !playId || receivedAt < start.startsAt) return refuse('not-started');
      const atMost = Math.round(receivedAt - start.startsAt);
      await store.noteShown(stored, playId, Math.min(afterMs, atMost));
      return { ok: true, data: {} };
    },

    /** Gives up a seat; from the countdown on that concedes the play. */
    async leave(code: string, by: string): Promise<Answer<unknown>> {
      const stored = await load(code);
      const playId = stored?.race.start?.plays[by];
      if (!playId) {
        const left = await change(code, (race, now) => rules.leave(race, by, now));
        if (left.ok && left.data.race.quick) presenceChanged(code);
        return left;
      }
      for (let n = 0; n < TRIES; n++) {
        const [record] = await plays.read([playId]);
        if (!record || hasEnded(record, clock.now())) break;
        const request = {
          playId,
          userId: by,
          expected: record.play.entries + 1,
          entry: 'concede',
          receivedAt: clock.now(),
          connection: '',
        } as const;
        const conceded = await new Promise<Answer<unknown>>((reply) => plays.enter(request, reply));
        if (conceded.ok) return conceded;
        if (NEEDS_NO_END.has(conceded.error.code)) break;
        // A move of another device may have come first.
        if (conceded.error.code !== 'stale') return conceded;
      }
      return { ok: true, data: {} };
    },

    start: starting.start,

    /** Why somebody may not see all tables of a race; null if they may. */
    async tablesRefusal(code: string, by: string): Promise<Failure | null> {
      const found = await tablesFor(code, by);
      return found.ok ? null : found.error;
    },

    /** All tables of a race, for whom they are open. */
    async tables(code: string, by: string): Promise<Answer<{ tables: PlaySnapshot[] }>> {
      const found = await tablesFor(code, by);
      if (!found.ok) return found;
      const readable = found.data.filter(({ damage }) => damage?.number !== 0);
      const tables = readable.map((one) => snapshotOf(one, by, clock.now()));
      return { ok: true, data: { tables } };
    },

    /**
     * The one rematch of a race: opened by the first to ask, the same for everyone (get or create). One that has expired
     * before it was started is replaced.
     */
    async rematch(code: string, by: string): Promise<Answer<{ code: string }>> {
      const stored = await loadRecent(code);
      if (!stored) return refuse('not-found', 'code');
      if (!stored.race.start) return refuse('race-not-settled');
      if (!rules.isSeated(stored.race, by)) return refuse('not-in-race');
      const { hostId, settings, settledAt } = stored.race;
      // Which race comes next in a series, and whether one does, is known when this one has settled.
      if (settings.series && settledAt === null) return refuse('race-not-settled');
      for (let n = 0; n < TRIES; n++) {
        const former = n === 0 ? stored : await store.find(code);
        const existing = former?.rematchCode;
        if (existing) {
          const rematch = await loadRecent(existing);
          if (rematch && rules.phaseOf(rematch.race, clock.now()) !== 'expired') {
            return { ok: true, data: { code: existing } };
          }
          await store.dropRematch(stored, existing);
        }
        const person = await options.personOf(by);
        if (!person) return refuse('not-signed-in');
        const line = settings.series ? await store.lineOf(stored.at) : [];
        const avoided = settings.series ? await options.avoidedBy(hostId) : new Set<string>();
        const race = nextRace(stored.race, code, line, person, avoided, clock.now());
        const created = await store.create(chance.raceCode(), race, stored, by);
        if (typeof created === 'string') return refuse(NO_SEAT[created]);
        if (created) await publish(code);
      }
      return refuse('unavailable');
    },

    /** Somebody came or went. */
    presenceChanged,

    /** The race has changed in storage: publishes it to everyone, and does what follows from the change. */
    changedInStorage(code: string): Promise<void> {
      store.forget(code);
      if (presence.isHere(code)) presenceChanged(code);
      return publish(code, true);
    },

    /**
     * Somebody may have a new name, or none that is shown, which is stored with the person: publishes the races here that
     * they are connected to, or have a seat in.
     */
    renamed(personId: string): void {
      const publishNames = (codes: readonly string[]) => {
        for (const code of codes) {
          store.forget(code);
          namesChangedIn.add(code);
        }
        sendNames('all');
      };
      const attended = presence.racesOf(personId);
      publishNames(attended);
      const others = presence.codes().filter((code) => !attended.includes(code));
      if (others.length > 0)
        background.run(async () => publishNames(await store.withSeat(others, personId)));
    },

    advanced: course.advanced,
    failed: course.failed,
    progressFor: course.progressFor,
    letGoOf: course.letGoOf,
    letGo: course.letGo,

    stop(): void {
      background.stop();
      course.stop();
      matches.stop();
      hosts.stop();
      seats.stop();
      for (const cancel of expiries.values()) cancel();
    },
  };
}
