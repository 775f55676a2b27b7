/**
 * Runs races on the node that serves them: publishing, the tables at T0, settling. The database holds the races; this
 * holds only timers and what has been sent.
 */
import type { RaceSnapshot } from '@same-deal/protocol';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';
import { figuresOf, hasEnded, snapshotOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import type { Plays } from '../play/plays.ts';
import { endsNow, endsOf } from '../play/settlement.ts';
import type { LockedPlay, PlayEnd } from '../play/settlement.ts';
import { createGhostCourse } from './ghost-course.ts';
import { isPartner } from './partners.ts';
import type { Publisher, StoredRace } from './ports.ts';
import type { Presence } from './presence.ts';
import { createProgress } from './progress.ts';
import type { RaceUnderWay } from './progress.ts';
import { raceSnapshotOf } from './race-snapshot.ts';
import { emptyTally } from './tally.ts';
import { closeAfterWin, isOver } from './race.ts';
import type { RaceStart } from './race.ts';
import type { RecentRaces } from './recent-races.ts';
import type { Recordings } from './recordings.ts';
import type { Sparring } from './sparring.ts';

export interface CourseOptions {
  readonly store: RecentRaces;
  readonly plays: Plays;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly presence: Presence;
  readonly background: Background;
  readonly recordings: Pick<Recordings, 'of'>;
  /** Plays for the sparring partners. */
  readonly sparring: Sparring;
  /** This node's present id in storage; see `cluster/node.ts`. */
  readonly nodeId: () => string;
  /** Whether this node serves what is routed by that key. */
  readonly serves: (at: string) => boolean;
  /** Called with faults in publishing. */
  readonly onFault: (error: unknown) => void;
}

/** A race under way, as this node keeps it. */
interface Armed extends RaceUnderWay {
  /** What it is routed by. */
  readonly at: string;
  readonly cancel: () => void;
  /** Its plays are held and its partners play: set only once that is so. */
  isUnderWay: boolean;
  /** The attempt at that; concurrent callers share it. */
  beginning: Promise<void> | undefined;
  /** The last attempt failed; another one is scheduled. */
  isTriedAgain: boolean;
}

/** The database may be away. */
const AGAIN_AFTER_MS = 2_000;

export function createCourse(options: CourseOptions) {
  const { store, plays, clock, publisher, presence, background, serves } = options;
  const { sparring } = options;

  let isStopped = false;
  /** Work under way when the service stops finds the database closed. */
  const onFault = (error: unknown): void => {
    if (!isStopped) options.onFault(error);
  };

  const armed = new Map<string, Armed>();
  /** Races of which an entry could not be committed: they are not rated. */
  const failed = new Set<string>();
  const progress = createProgress({
    plays,
    clock,
    publisher,
    background,
    find: (code) => armed.get(code),
    arm: armNow,
    ghostNews: (code, { ghosts, start, order }, records) =>
      recordings.news(code, ghosts, start.startsAt, records, order),
    onGhostEnded: sendNow,
  });
  const recordings = createGhostCourse(options, progress.mark);

  /** A race as stored, settled if it is due: nothing depends on a process being awake. */
  async function settled(stored: StoredRace | null): Promise<StoredRace | null> {
    if (!stored?.race.start || stored.race.settledAt !== null) return stored;
    return (await settleIfDue(stored)) ? store.find(stored.code) : stored;
  }
  const load = async (code: string) => settled(await store.find(code));
  /** The same as `store.recent` has it. */
  const loadRecent = async (code: string) => settled(await store.recent(code));

  /** The plays of a race. Those of one under way here are held: however many ask, they are replayed once. */
  async function playsOf({ code, race }: StoredRace): Promise<PlayRecord[]> {
    const playIds = Object.values(race.start?.plays ?? {});
    if (armed.get(code)?.isUnderWay) await plays.holdAll(playIds);
    return plays.read(playIds);
  }

  async function snapshot(stored: StoredRace): Promise<RaceSnapshot> {
    const { race, code, at } = stored;
    const { start } = race;
    // The first race of a line has nothing before it.
    const line = race.settings.series || code !== at ? await store.recentLine(at) : [];
    const ghosts = await recordings.of(stored);
    // Last: what is entered while anything else is read has been sent as progress by then, and is not to be taken back.
    const records = start ? await playsOf(stored) : [];
    return raceSnapshotOf(stored, records, presence.in(code), line, clock.now(), ghosts);
  }

  /** Publishes the race to everyone at it. */
  async function send(stored: StoredRace): Promise<void> {
    const published = presence.publishing(stored.code);
    const news = await snapshot(stored);
    const race = armed.get(stored.code);
    if (race) race.revision = Math.max(race.revision, stored.version);
    publisher.toRace(stored.code, 'race:updated', news);
    published();
  }

  async function sendAndArm(stored: StoredRace | null, arePlayersOthers = false): Promise<void> {
    if (!stored) return;
    if (arePlayersOthers) plays.outdate(Object.values(stored.race.start?.plays ?? {}));
    if (!serves(stored.at)) return publisher.raceChanged(stored.code);
    if (arePlayersOthers) await closeTables(stored);
    await send(stored);
    await arm(stored);
  }

  /** A watcher may have become a player, who must no longer see other tables. */
  async function closeTables({ code, race }: StoredRace): Promise<void> {
    const records = await plays.read(Object.values(race.start?.plays ?? {}));
    const playing = records.filter((record) => !hasEnded(record, clock.now()));
    if (playing.length === 0) return;
    publisher.closeTables(
      code,
      playing.map(({ header }) => header.ownerId),
    );
  }

  /**
   * Publishes a change that has been stored; a failure to publish does not undo the change.
   * @param arePlayersOthers whether plays have got other players, so that they must be read again
   */
  async function publish(code: string, arePlayersOthers = false): Promise<void> {
    const readAndSend = async () => sendAndArm(await store.find(code), arePlayersOthers);
    await readAndSend().catch((error: unknown) => {
      onFault(error);
      background.run(readAndSend);
    });
  }

  /** The same of a race as it has just been stored. */
  const publishStored = (stored: StoredRace): Promise<void> =>
    sendAndArm(stored).catch((error: unknown) => {
      onFault(error);
      background.run(async () => sendAndArm(await store.find(stored.code)));
    });

  /** Sets the timers for a race that has been started: the tables at T0, the settling after the cap. */
  async function arm(stored: StoredRace): Promise<void> {
    const { code, at, race, version } = stored;
    const { start } = race;
    if (!start || !serves(at)) return;
    if (race.settledAt !== null) return disarm(code);
    const ghosts = await recordings.of(stored);
    // Another node may serve it by now.
    if (!serves(at)) return;
    const former = armed.get(code);
    if (former?.start.closesAt !== start.closesAt) {
      former?.cancel();
      const cancels = [
        clock.at(start.closesAt + COMMIT_GRACE_MS + 1, () =>
          background.run(() => settleAfterCap(code)),
        ),
      ];
      if (clock.now() < start.startsAt) {
        cancels.push(clock.at(start.startsAt, () => openTables(code, start)));
      }
      armed.set(code, {
        at,
        start,
        playIds: race.players.flatMap(({ id }) => start.plays[id] ?? []),
        order: race.order,
        cancel: () => cancels.forEach((cancel) => cancel()),
        revision: Math.max(version, former?.revision ?? 0),
        tally: former?.tally ?? emptyTally(),
        ghosts,
        isUnderWay: false,
        beginning: undefined,
        isTriedAgain: false,
      });
      // Where it closes sooner, its ghosts are followed already: a timer that is due would be called off unheard.
      if (!former) recordings.follow(code, ghosts, start.startsAt);
    }
    await begin(code);
  }

  /**
   * Reads now what everyone gets in the instant of T0, and has the partners play. Retried until it succeeds or another
   * node serves the race: nothing else would trigger it again, and a partner must not stand still.
   */
  async function begin(code: string): Promise<void> {
    const race = armed.get(code);
    if (!race || race.isUnderWay) return;
    race.beginning ??= tryToBegin(code, race).finally(() => (race.beginning = undefined));
    await race.beginning;
  }

  async function tryToBegin(code: string, race: Armed): Promise<void> {
    try {
      await plays.holdAll(race.playIds);
      // One that has been let go of where nobody was at it is carried on here, and the former node lives.
      const isOwn = race.start.node === options.nodeId();
      if (!isOwn) await store.noteNode(code, options.nodeId());
      // Another node may have settled the race since it was read, but not one that this node has just started.
      const isNew = isOwn && clock.now() < race.start.startsAt;
      const fresh = await (isNew ? store.recent(code) : store.find(code));
      if (armed.get(code) !== race) return;
      if (fresh !== null && fresh.race.settledAt !== null) return disarm(code);
      race.revision = Math.max(race.revision, fresh?.version ?? 0);
      race.isUnderWay = true;
      // All races that everybody has left share one household.
      sparring.drive(race.start, () => presence.householdAt(code) ?? '');
    } catch (error) {
      onFault(error);
      if (isStopped || race.isTriedAgain || armed.get(code) !== race) return;
      race.isTriedAgain = true;
      clock.after(AGAIN_AFTER_MS, () => {
        race.isTriedAgain = false;
        background.run(() => begin(code));
      });
    }
  }

  /** The database has the last word on whether the cap has come; its clock may be a little behind. */
  async function settleAfterCap(code: string): Promise<void> {
    const stored = await load(code);
    if (stored?.race.settledAt === null) throw new Error(`race ${code} is not over yet`);
    if (stored && armed.has(code)) await settledElsewhere(stored);
    disarm(code);
  }

  /** Another node has settled the race, and its news of that has not come, or not yet. */
  async function settledElsewhere({ code, race, rematchCode }: StoredRace): Promise<void> {
    const playIds = Object.values(race.start?.plays ?? {});
    const running = plays.held(playIds).filter(({ ending }) => ending === null);
    plays.outdate(playIds);
    const ended = await plays.read(running.map(({ header }) => header.id));
    for (const { header, ending } of ended) {
      if (ending === 'cap')
        publisher.toPlay(header.id, 'play:ended', { playId: header.id, ending });
    }
    await publish(code);
    if (rematchCode) await publish(rematchCode);
  }

  function disarm(code: string): void {
    const race = armed.get(code);
    race?.cancel();
    recordings.leave(code);
    if (race) sparring.leave(race.start);
    armed.delete(code);
  }

  /** T0: everyone gets their table. */
  function openTables(code: string, start: RaceStart): void {
    background.run(async () => {
      for (const record of await plays.read(Object.values(start.plays))) {
        const { userId } = record.header;
        publisher.openTable(code, userId, snapshotOf(record, userId, clock.now()));
      }
    });
    background.run(() => sendNow(code));
  }

  /** How the race stands now, to everyone: times and plays, of which it holds nothing, have gone on. */
  async function sendNow(code: string): Promise<void> {
    const stored = await loadRecent(code);
    if (stored) await send(stored);
  }

  /**
   * The ids of the plays that still run. Where the race is not under way here they are those that are stored as running:
   * anybody may ask about any race, and no log is replayed for that. A play that is over without an entry, as a deal
   * without any move, is found by the node that serves the race, or ended by the cap.
   */
  async function runningOf(stored: StoredRace, start: RaceStart, now: number): Promise<string[]> {
    if (!armed.get(stored.code)?.isUnderWay) return plays.running(Object.values(start.plays));
    const records = await playsOf(stored);
    return records.flatMap((record) => (hasEnded(record, now) ? [] : record.header.id));
  }

  /** Settles the race if it is over; true if it is settled now, by this call or another. */
  async function settleIfDue(stored: StoredRace): Promise<boolean> {
    const { start } = stored.race;
    if (!start || stored.race.settledAt !== null) return false;
    const now = clock.now();
    const running = await runningOf(stored, start, now);
    // Nobody waits for a sparring partner.
    const people = Object.keys(start.plays).filter((id) => !isPartner(id));
    const unended = people.filter((id) => running.includes(start.plays[id]!));
    if (!isOver(stored.race, unended.length, now)) return false;
    const settled = await store.settle(
      stored,
      (locked, databaseNow) =>
        endsOfAll(locked, databaseNow >= start.closesAt + COMMIT_GRACE_MS, now),
      failed.has(stored.code),
    );
    if (settled === 'too-early') return false;
    failed.delete(stored.code);
    if (settled !== 'settled-now' && armed.has(stored.code)) await settledElsewhere(stored);
    disarm(stored.code);
    plays.outdate(Object.values(start.plays));
    if (settled === 'settled-now') {
      for (const playId of running) {
        publisher.toPlay(playId, 'play:ended', { playId, ending: 'cap' });
      }
      await publish(stored.code);
      // Who waits in the rematch sees the score.
      if (stored.rematchCode) await publish(stored.rematchCode);
    }
    return true;
  }

  /** The ends of all plays that are stored as running; undefined while a person still plays. */
  async function endsOfAll(
    locked: readonly LockedPlay[],
    isTimeUp: boolean,
    now: number,
  ): Promise<readonly PlayEnd[] | undefined> {
    if (isTimeUp) return endsOf(locked, true);
    const ends = await endsOf(
      locked.filter(({ header }) => !isPartner(header.userId)),
      false,
    );
    const partners = locked.filter(({ header }) => isPartner(header.userId));
    return ends && [...ends, ...(await endsNow(partners, now))];
  }

  /** A play has ended; if it was the last one, so has the race. */
  async function publishEnd(code: string): Promise<void> {
    const stored = await store.recent(code);
    if (stored && !(await settleIfDue(stored))) await publishStored(await closeIfWon(stored));
  }

  /** Shortens the time of the others once a person has won; again if somebody else changes the race meanwhile. */
  async function closeIfWon(stored: StoredRace): Promise<StoredRace> {
    const { code, race } = stored;
    // Most races close once but are read often.
    if (!race.start || race.start.closing || race.settledAt !== null) return stored;
    if (race.settings.closing === 'none') return stored;
    const wins = (await playsOf(stored)).filter(
      ({ ending, header }) => ending === 'won' && !isPartner(header.userId),
    );
    if (wins.length === 0) return stored;
    const wonInMs = Math.min(...wins.map((record) => figuresOf(record).elapsedMs));
    const closing = closeAfterWin(race, wonInMs, clock.now());
    if (closing === race) return stored;
    const isClosed = await store.close(stored, closing);
    plays.outdate(Object.values(race.start.plays));
    const fresh = await store.find(code);
    if (!fresh) throw new Error(`race ${code} is gone`);
    return isClosed ? fresh : closeIfWon(fresh);
  }

  /** For a race that this node has not loaded since it started. */
  async function armNow(code: string): Promise<void> {
    const stored = await store.find(code);
    if (stored) await arm(stored);
  }

  return {
    load,
    loadRecent,
    playsOf,
    publish,
    publishStored,
    send,

    /** How the race stands now; from here on this node keeps its times. */
    async snapshotAndArm(found: StoredRace): Promise<RaceSnapshot> {
      // First, so that its plays are held and replayed once; but not over what was read later than this.
      const wasArmed = armed.has(found.code);
      if (!wasArmed) await arm(found);
      // The node that took the last entry may have died before it settled the race.
      if (await settleIfDue(found)) return snapshot((await store.find(found.code)) ?? found);
      // Or the one that took the win, before it closed it.
      const stored = await closeIfWon(found);
      if (wasArmed || stored !== found) await arm(stored);
      return snapshot(stored);
    },

    /** A play of a race has got on: what that means for the others is sent to them within a second, an end at once. */
    advanced({ header, ending }: PlayRecord): void {
      if (!header.race) return;
      const { code } = header.race;
      if (ending !== null) {
        background.run(() => publishEnd(code));
        return;
      }
      progress.mark(code);
    },

    /** An entry of a race could not be committed, through no fault of its player. */
    failed({ header }: PlayRecord): void {
      if (!header.race || failed.has(header.race.code)) return;
      const { code } = header.race;
      failed.add(code);
      // Another node may settle it.
      background.run(() => store.noteOutage(code));
    },

    /** The progress that a line has not been sent yet; it travels with the line's acknowledgement. */
    progressFor: progress.newsFor,

    isArmed: (code: string): boolean => armed.has(code),

    /** Another node will serve what is routed by these keys. */
    letGoOf(ats: ReadonlySet<string>): void {
      for (const [code, { at }] of armed) if (ats.has(at)) disarm(code);
    },

    /** Another node serves what this one has served. */
    letGo(): void {
      sparring.stop();
      for (const code of [...armed.keys()]) disarm(code);
      progress.forget();
      failed.clear();
    },

    stop(): void {
      isStopped = true;
      sparring.stop();
      for (const code of [...armed.keys()]) disarm(code);
    },
  };
}
