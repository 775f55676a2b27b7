/**
 * The course that races take on this node: who is told what and when, the tables at T0, the settling.
 * Races lie in the database; here are only timers, and what has been told.
 */
import type { RaceSnapshot } from '@same-deal/protocol';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';
import { hasEnded, snapshotOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import type { Plays } from '../play/plays.ts';
import type { Publisher, RaceStore, StoredRace } from './ports.ts';
import type { Presence } from './presence.ts';
import { progressOf, raceSnapshotOf } from './race-snapshot.ts';
import { isOver } from './race.ts';
import type { RaceStart } from './race.ts';

export interface CourseOptions {
  readonly store: RaceStore;
  readonly plays: Plays;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly presence: () => Presence;
  readonly background: Background;
  /** Whether this is the only node on its database. */
  readonly isAlone: boolean;
  /** Told of faults in telling. */
  readonly onFault: (error: unknown) => void;
}

/** Progress is told at most four times a second. */
const PROGRESS_EVERY_MS = 250;

export function createCourse(options: CourseOptions) {
  const { store, plays, clock, publisher, presence, background, onFault } = options;

  /** What this node has set its timers for. */
  const armed = new Map<string, { start: RaceStart; cancel: () => void }>();
  const dirty = new Set<string>();
  /** The versions that this node's people have been told. */
  const told = new Map<string, number>();

  /** The race as stored, settled if it is due: nothing depends on a process being awake. */
  async function load(code: string): Promise<StoredRace | null> {
    const stored = await store.find(code);
    if (!stored?.race.start || stored.race.settledAt !== null) return stored;
    return (await settleIfDue(stored)) ? store.find(code) : stored;
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
      background.run(() => tell(code));
    });

  /**
   * Sets this node's timers for a race that has been started: the tables at T0, the settling after the cap.
   * @param isNews the start happened elsewhere; if T0 has passed by now, the tables are late already
   */
  async function arm({ code, race }: StoredRace, isNews = false): Promise<void> {
    const { start } = race;
    if (!start || armed.has(code) || race.settledAt !== null) return;
    const cancels = [
      clock.at(start.closesAt + COMMIT_GRACE_MS + 1, () =>
        background.run(() => settleAfterCap(code)),
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
    background.run(async () => {
      for (const record of await findCurrent(Object.values(start.plays))) {
        const { userId } = record.header;
        publisher.openTableHere(code, userId, snapshotOf(record, userId, clock.now()));
      }
    });
    background.run(async () => {
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
    if (!isOver(stored.race, unended.length, now)) return false;
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

  return {
    load,
    publish,
    tellHere,

    /** How the race stands now; from here on this node keeps its times. */
    async look(stored: StoredRace): Promise<RaceSnapshot> {
      await arm(stored);
      return snapshot(stored);
    },

    /** Another node has changed the race, and has told everyone. */
    changedElsewhere(code: string): void {
      if (!presence().isHere(code)) return;
      background.run(async () => {
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
        background.run(() => tellEnd(code));
        return;
      }
      if (dirty.has(code)) return;
      dirty.add(code);
      clock.at(clock.now() + PROGRESS_EVERY_MS, () => {
        dirty.delete(code);
        background.run(() => tellProgress(code), 0);
      });
    },

    stop(): void {
      for (const code of [...armed.keys()]) disarm(code);
    },
  };
}
