/**
 * The only way to change a play: one entry after another, each committed before it is answered. A play is held by the
 * one node that serves it, so what is in memory is what is stored, and an entry needs no query before its commit. From
 * its frame to its batch nothing is awaited where the play is held and idle.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcceptedEntry, Answer, Failure } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { fairTurns } from '../fair-queue.ts';
import type { EntryOutcome, NewEntry } from './journal.ts';
import { judge, lastWord, refuse } from './judge.ts';
import type { EntryRequest } from './judge.ts';
import { answerTo, recordInTurns, routingKeyOf } from './play-record.ts';
import type { PlayHeader, PlayRecord, StoredEntry } from './play-record.ts';

export interface PlayStore {
  /** The headers of these plays; unknown ids are left out. */
  headers(playIds: readonly string[]): Promise<readonly PlayHeader[]>;
  /** The entries of a play, in order. */
  log(playId: string): Promise<readonly StoredEntry[]>;
  /** The ids of those of the plays that are stored as running. */
  running(playIds: readonly string[]): Promise<string[]>;
  /** Counts one more hint; resolves to how many there are. */
  addHint(playId: string): Promise<number>;
}

/** A practice play that is about to be. */
export interface NewPractice {
  readonly id: string;
  readonly userId: string;
  readonly variant: string;
  readonly pack: readonly number[];
  /** The public deal code or number; null for a deal that a race or a day has left open. */
  readonly source: string | null;
  readonly startsAt: number;
  readonly log: readonly StoredEntry[];
  /** The id of the play that it goes on from. */
  readonly from?: string;
}

/** Called after an entry has been committed. */
export type Advanced = (record: PlayRecord, accepted: AcceptedEntry, connection: string) => void;

export interface PlaysOptions {
  readonly store: PlayStore;
  readonly append: (entry: NewEntry, done: (outcome: EntryOutcome) => void) => void;
  readonly clock: Clock;
  /** Null if this node serves what is routed by `at`, which it takes for a connection that was routed here by it. */
  readonly claim: (at: string, routedBy: string | undefined) => Promise<Failure | null>;
  readonly onAdvanced: Advanced;
  /** Called when a play is held that was not, and has not ended. */
  readonly onHeld: (header: PlayHeader) => void;
  /** Called when a try is found to have been ended by the clock. */
  readonly onTimeUp: (playId: string) => void;
  /** Called when an entry could not be committed. */
  readonly onFailed: (record: PlayRecord) => void;
  /** What a request that could not read its play is answered with: an outage, or a fault of ours, which is logged. */
  readonly failureOf: (error: unknown) => Failure;
}

export type Plays = ReturnType<typeof createPlays>;

/** @param race the code of the race in which an entry has been committed */
type Reply = (answer: Answer<AcceptedEntry>, race?: string) => void;

interface Waiting {
  readonly request: EntryRequest;
  readonly reply: Reply;
}

/** Something else than an entry that changes a held play. */
type Work = () => void;

interface Held {
  /** Changed only by the holder of `isBusy`, so that no concurrent change is overwritten. */
  record: PlayRecord;
  /** False when the database may hold something newer: the log is read again before the next entry. */
  isCurrent: boolean;
  /** An entry is on its way into the log, or the play is being read or changed. */
  isBusy: boolean;
  /** What arrived meanwhile, in order. */
  queue: (Waiting | Work)[];
  /** When it was read, or the last entry for it arrived. */
  usedAt: number;
  /** When the header was last read again for somebody who is not its owner. */
  checkedAt: number;
}

/** A play nobody has touched for so long is forgotten; its log is in the database. */
const FORGET_AFTER_MS = 10 * 60_000;
/**
 * One that has ended is wanted by everybody who goes on from its race. It changes no more, but what its player is called
 * may; so it is dropped from the cache however often it is read.
 */
const FORGET_ENDED_AFTER_MS = 30_000;
const SWEEP_EVERY_MS = 30_000;
/** More than a page's whole queue after a long disconnection; entries beyond it are refused. */
const QUEUE_LIMIT = 600;
/** Requests for other people's plays read the database no more often than this. */
const CHECK_OWNER_EVERY_MS = 1_000;
/**
 * So many logs are read and replayed at a time. When thousands come back at once, the others would wait for a connection to
 * the database until they are refused, and what is half replayed takes memory.
 */
const READ_AT_ONCE = 12;
/** How often to look whether what goes to another node has been written. */
const LOOK_AGAIN_MS = 5;

const isWork = (one: Waiting | Work): one is Work => typeof one === 'function';

/** A header as it was read when rows had been outdated so often. */
interface Read {
  readonly header: PlayHeader;
  readonly asOf: number;
}

export function createPlays(options: PlaysOptions) {
  const { store, append, clock, claim, onAdvanced, onHeld, onTimeUp, onFailed, failureOf } =
    options;
  const held = new Map<string, Held>();
  const loading = new Map<string, Promise<Held | Failure>>();
  /** Readings under way of plays that are not held, each with how often rows had been outdated when it began. */
  const reading = new Map<string, { asOf: number; record: Promise<PlayRecord | null> }>();
  /** Entries of plays that must be read first, by play and person, in the order in which they arrived. */
  const arriving = new Map<string, Waiting[]>();
  /** How often everything has been released. */
  let timesReleased = 0;
  /** How often rows have been changed by something else than an entry. */
  let timesOutdated = 0;

  const inTurn = fairTurns(READ_AT_ONCE);

  /** By owners: whoever has hundreds of long logs read keeps nobody from a table. */
  const replayed = (header: PlayHeader): Promise<PlayRecord> =>
    inTurn(header.ownerId, async () => recordInTurns(header, await store.log(header.id)));

  /** Reads a play without holding it. */
  async function load(playId: string): Promise<PlayRecord | null> {
    const [header] = await store.headers([playId]);
    return header ? replayed(header) : null;
  }

  /** A play that has ended gets no further entries, but what else is known of it may change. */
  async function withHeaderAnew(ended: PlayRecord): Promise<PlayRecord | null> {
    const [header] = await store.headers([ended.header.id]);
    return header ? { ...ended, header } : null;
  }

  /**
   * Reads a play that this node serves. The log is read after the claim: nobody else adds to it from then on, unless
   * this node is ended meanwhile, and then it is read again if the play is its own again.
   */
  async function loadToHold(
    { header, asOf }: Read,
    routedBy: string | undefined,
  ): Promise<Held | Failure> {
    const before = timesReleased;
    const elsewhere = await claim(routingKeyOf(header), routedBy);
    if (elsewhere) return elsewhere;
    const record = await replayed(header);
    if (timesReleased !== before) return loadToHold({ header, asOf }, routedBy);
    const play: Held = {
      record,
      isCurrent: timesOutdated === asOf,
      isBusy: false,
      queue: [],
      usedAt: clock.now(),
      checkedAt: 0,
    };
    held.set(header.id, play);
    if (record.ending === null) onHeld(header);
    return play;
  }

  /** Holds a play; concurrent callers share one load. */
  function hold(read: Read, routedBy?: string): Promise<Held | Failure> {
    const { id } = read.header;
    const cached = held.get(id);
    if (cached) return Promise.resolve(cached);
    const underWay =
      loading.get(id) ?? loadToHold(read, routedBy).finally(() => loading.delete(id));
    loading.set(id, underWay);
    return underWay;
  }

  /** A person's own play, held here; or why not. Of nobody else's play more than its header is read. */
  async function holdOwn(
    playId: string,
    personId: string,
    routedBy: string | undefined,
  ): Promise<Held | Failure> {
    const cached = held.get(playId);
    if (cached) {
      return (await isOwnerNow(cached, personId))
        ? cached
        : { code: 'forbidden', detail: 'playId' };
    }
    const asOf = timesOutdated;
    const [header] = await store.headers([playId]);
    if (!header) return { code: 'not-found', detail: 'playId' };
    if (header.ownerId !== personId) return { code: 'forbidden', detail: 'playId' };
    return hold({ header, asOf }, routedBy);
  }

  /**
   * Does what changes a held play, when nothing else does: no entry is under way, and nothing that was read before is
   * written after it.
   */
  function exclusively<Value>(play: Held, work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const run = () => {
        play.isBusy = true;
        const done = () => {
          play.isBusy = false;
          goOn(play);
        };
        work().then(
          (value) => {
            resolve(value);
            done();
          },
          (error: unknown) => {
            reject(error);
            done();
          },
        );
      };
      if (play.isBusy) play.queue.push(run);
      else run();
    });
  }

  /** Reads a held play that nothing else changes; it is current from then on, unless outdated meanwhile. */
  async function reload(play: Held): Promise<PlayRecord | null> {
    const { header, ending, log } = play.record;
    const { id } = header;
    const before = timesOutdated;
    const fresh = ending === null ? await load(id) : await withHeaderAnew(play.record);
    if (fresh) play.record = fresh;
    else held.delete(id); // Deleted: the next request finds none.
    play.isCurrent = timesOutdated === before;
    // Written by this node, which did not hear of it: nobody has been told, and who sent it sends it again.
    const unheard = fresh && fresh.log.length > log.length && answerTo(fresh, fresh.log.length);
    if (unheard) onAdvanced(fresh, unheard, '');
    if (ending === null && fresh?.ending === 'cap' && !header.race) onTimeUp(id);
    return fresh;
  }

  function outdate(playIds: readonly string[]): void {
    timesOutdated += 1;
    for (const id of playIds) {
      const play = held.get(id);
      if (play) play.isCurrent = false;
    }
  }

  /** Reads a play as it is stored. */
  function readAgain(playId: string): Promise<PlayRecord | null> {
    const play = held.get(playId);
    if (!play) return readShared(playId);
    return play.isBusy ? load(playId) : exclusively(play, () => reload(play));
  }

  /**
   * Reads a play that is not held. Those who ask meanwhile share the reading: a whole race that comes at once would read
   * each of its plays once for everybody.
   */
  function readShared(playId: string): Promise<PlayRecord | null> {
    const underWay = reading.get(playId);
    if (underWay?.asOf === timesOutdated) return underWay.record;
    const record = load(playId).finally(() => {
      if (reading.get(playId) === mine) reading.delete(playId);
    });
    const mine = { asOf: timesOutdated, record };
    reading.set(playId, mine);
    return record;
  }

  /** Enters into a play that is held, current and idle. */
  function attempt(play: Held, request: EntryRequest, reply: Reply, isRetry = false): void {
    const verdict = judge(play.record, request);
    if ('answer' in verdict) return reply(verdict.answer);
    const { next, entry } = verdict;
    play.isBusy = true;
    const settled = (outcome: EntryOutcome): void => {
      play.isBusy = false;
      if (outcome === 'written') {
        play.record = next;
        // The last entry of its log.
        const accepted = answerTo(next, entry.number) as AcceptedEntry;
        try {
          // First, so that the own place is right in what goes with the acknowledgement.
          onAdvanced(next, accepted, request.connection);
        } finally {
          reply({ ok: true, data: accepted }, next.header.race?.code);
          goOn(play);
        }
        return;
      }
      play.isCurrent = false;
      if (outcome === 'refused') return afterReload(play, request, reply, isRetry);
      reply(refuse('unavailable'));
      onFailed(play.record);
      refuseWaiting(play, { code: 'unavailable' });
    };
    try {
      append(entry, settled);
    } catch {
      // An entry from before this node released everything is still on its way.
      settled('unavailable');
    }
  }

  /** The log or the play's end is not as this node knew it. */
  function afterReload(play: Held, request: EntryRequest, reply: Reply, isRetry: boolean): void {
    play.isBusy = true;
    reload(play).then(
      () => {
        play.isBusy = false;
        if (isRetry) reply(lastWord(play.record, request, clock.now()));
        else attempt(play, request, reply, true);
        goOn(play);
      },
      (error: unknown) => {
        play.isBusy = false;
        const failure = failureOf(error);
        reply({ ok: false, error: failure });
        refuseWaiting(play, failure);
      },
    );
  }

  /** An entry failed through no fault of its own: the entries behind it assume it was accepted. */
  function refuseWaiting(play: Held, error: Failure): void {
    const waiting = play.queue;
    play.queue = waiting.filter(isWork);
    for (const one of waiting) if (!isWork(one)) one.reply({ ok: false, error });
    goOn(play);
  }

  /** The next of what waits. */
  function goOn(play: Held): void {
    while (!play.isBusy) {
      const next = play.queue.shift();
      if (!next) return;
      if (isWork(next)) next();
      else take(play, next.request, next.reply);
    }
  }

  function take(play: Held, request: EntryRequest, reply: Reply): void {
    if (play.isCurrent) attempt(play, request, reply);
    else afterReload(play, request, reply, false);
  }

  /** A guest's play becomes the account's when the guest does, which may have happened since it was read. */
  async function isOwnerNow(play: Held, userId: string): Promise<boolean> {
    if (play.record.header.ownerId === userId) return true;
    const now = clock.now();
    if (now - play.checkedAt >= CHECK_OWNER_EVERY_MS) {
      play.checkedAt = now;
      await exclusively(play, async () => {
        const [header] = await store.headers([play.record.header.id]);
        if (header) play.record = { ...play.record, header };
      });
    }
    return play.record.header.ownerId === userId;
  }

  function enterHeld(play: Held, request: EntryRequest, reply: Reply): void {
    play.usedAt = request.receivedAt;
    if (play.queue.length >= QUEUE_LIMIT)
      return reply(refuse('too-many-requests', { retryAfterMs: 1000 }));
    if (play.isBusy) play.queue.push({ request, reply });
    else take(play, request, reply);
  }

  /** Reads the play that the first of them is for, and then enters them all, in order. */
  async function enterLoaded(
    key: string,
    waiting: readonly [Waiting, ...Waiting[]],
  ): Promise<void> {
    const { playId, userId, at } = waiting[0].request;
    let play: Held | Failure;
    try {
      play = await holdOwn(playId, userId, at);
    } catch (error) {
      play = failureOf(error);
    }
    arriving.delete(key);
    for (const { request, reply } of waiting) {
      // Released meanwhile, or refused to another line: the remaining entries are tried again, in order.
      if ('code' in play ? request.at !== at : held.get(playId) !== play) enter(request, reply);
      // Entries behind a refused one assume it was accepted.
      else if ('code' in play) reply({ ok: false, error: play });
      else enterHeld(play, request, reply);
    }
  }

  /**
   * Enters one entry. Entries of one person on one play are taken strictly one after another, in the order in which they
   * arrived, also where the play must be read first: nothing is awaited before they are in its queue. Each is answered
   * after its commit (P4), or with `unavailable`, and then the same may be sent again (P5).
   */
  function enter(request: EntryRequest, reply: Reply): void {
    const { playId, userId } = request;
    // By person too: a stranger's entries, which are refused once the play is read, do not keep its owner waiting.
    const key = `${playId} ${userId}`;
    const waiting = arriving.get(key);
    if (waiting) {
      if (waiting.length >= QUEUE_LIMIT) reply(refuse('too-many-requests', { retryAfterMs: 1000 }));
      else waiting.push({ request, reply });
      return;
    }
    const play = held.get(playId);
    if (play?.record.header.ownerId === userId) return enterHeld(play, request, reply);
    const first: [Waiting] = [{ request, reply }];
    arriving.set(key, first);
    void enterLoaded(key, first);
  }

  const sweep = setInterval(() => {
    for (const [id, { record, usedAt, isBusy }] of held) {
      const forgetAfterMs = record.ending === null ? FORGET_AFTER_MS : FORGET_ENDED_AFTER_MS;
      if (!isBusy && usedAt < clock.now() - forgetAfterMs) held.delete(id);
    }
  }, SWEEP_EVERY_MS).unref();

  /** A held play that is as stored; undefined if it must be read. */
  const current = (playId: string): PlayRecord | undefined => {
    const play = held.get(playId);
    return play?.isCurrent ? play.record : undefined;
  };

  return {
    enter,

    /**
     * Holds a person's own play, whose news they may then listen to.
     * @returns why not: it is somebody else's, or served by another node
     */
    async open(
      playId: string,
      personId: string,
      routedBy: string | undefined,
    ): Promise<Failure | null> {
      const play = await holdOwn(playId, personId, routedBy);
      return 'code' in play ? play : null;
    },

    /** Notes a hint on somebody's own practice play. */
    async addHint(
      playId: string,
      userId: string,
      routedBy: string | undefined,
    ): Promise<Answer<{ hints: number }>> {
      const play = await holdOwn(playId, userId, routedBy);
      if ('code' in play) return { ok: false, error: play };
      return exclusively(play, async () => {
        const { header, ending } = play.record;
        if (!header.isPractice) return refuse('not-practice');
        if (ending) return refuse('play-ended');
        const hints = await store.addHint(playId);
        play.record = { ...play.record, header: { ...header, hints } };
        return { ok: true, data: { hints } };
      });
    },

    /** The plays as they are stored now, whichever node serves them; unknown ids are left out. */
    async read(playIds: readonly string[]): Promise<PlayRecord[]> {
      const records = await Promise.all(playIds.map((id) => current(id) ?? readAgain(id)));
      return records.filter((record) => record !== null);
    },

    headers: store.headers,

    /** The ids of those of the plays that are stored as running; no log is read for it. */
    running: store.running,

    /** Holds the plays of a race that this node serves. */
    async holdAll(playIds: readonly string[]): Promise<void> {
      const missing = playIds.filter((id) => !held.has(id));
      if (missing.length === 0) return;
      const asOf = timesOutdated;
      const headers = await store.headers(missing);
      await Promise.all(headers.map((header) => hold({ header, asOf })));
    },

    /** Those of the plays that this node holds, as cached. */
    held(playIds: readonly string[]): PlayRecord[] {
      const records: PlayRecord[] = [];
      for (const id of playIds) {
        const play = held.get(id);
        if (play) records.push(play.record);
      }
      return records;
    },

    /** Their rows have been changed by something else than an entry: they are read again when next needed. */
    outdate,

    /** The time of these tries is up, and somebody has ended them if they were not over: their tables are told. */
    async timeIsUp(playIds: readonly string[]): Promise<void> {
      outdate(playIds);
      const reading: Promise<unknown>[] = [];
      for (const id of playIds) {
        const play = held.get(id);
        if (play?.record.ending === null) reading.push(exclusively(play, () => reload(play)));
        // Read by another device, after this one's page.
        else if (play?.record.ending === 'cap') onTimeUp(id);
      }
      await Promise.all(reading);
      // At others nobody has moved for a while, but a page may still show them.
      const unheld = await store.headers(playIds.filter((id) => !held.has(id)));
      for (const { id, endedByCap } of unheld) if (endedByCap) onTimeUp(id);
    },

    /** A player's name has changed, or is hidden: what is shown to others of their plays is read again. */
    renamed(userId: string): void {
      const own = [...held].filter(([, { record }]) => record.header.userId === userId);
      if (own.length > 0) outdate(own.map(([id]) => id));
      for (const [id, { record, isBusy }] of own) {
        if (record.ending !== null && !isBusy) held.delete(id);
      }
    },

    /** Releases everything: another node may serve it now. */
    letGo(): void {
      timesReleased += 1;
      held.clear();
    },

    /** Releases what is routed by these keys; resolves once no entry of it is under way. */
    async letGoOf(ats: ReadonlySet<string>): Promise<void> {
      timesReleased += 1;
      const going = [...held.values()].filter(({ record }) => ats.has(routingKeyOf(record.header)));
      for (const play of going) {
        held.delete(play.record.header.id);
        // Not answered: a page sends it again, to the next node.
        play.queue = play.queue.filter(isWork);
      }
      while (going.some(({ isBusy }) => isBusy)) await sleep(LOOK_AGAIN_MS);
    },

    /** What the held plays are routed by. */
    routingKeys: (): string[] =>
      [...held.values()].map(({ record }) => routingKeyOf(record.header)),

    stop: () => clearInterval(sweep),
  };
}
