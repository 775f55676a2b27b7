/** The only way to change a play: one entry after another, each committed before it is answered. */
import { encodeEntry, viewOf } from '@same-deal/engine';
import type { Entry, EntryRejection } from '@same-deal/engine';
import type { AcceptedEntry, Answer, Failure } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { advance, answerTo, figuresOf, hasEnded, recordOf } from './play-record.ts';
import type { PlayFigures, PlayHeader, PlayRecord, StoredEntry } from './play-record.ts';

/** An entry on its way into the log; with the figures of the play if it ends it. */
export interface NewEntry {
  readonly playId: string;
  readonly number: number;
  readonly code: number;
  readonly elapsedMs: number;
  readonly ended: PlayFigures | null;
}

export interface PlayStore {
  load(playId: string): Promise<{ header: PlayHeader; entries: StoredEntry[] } | null>;
  /** The ids of those whose player, log or end is not as told. */
  changed(
    known: readonly { id: string; userId: string; entries: number; ended: boolean }[],
  ): Promise<readonly string[]>;
  /** Resolves to whether it was written; see `group-commit.ts`. */
  append(entry: NewEntry): Promise<boolean>;
  /** Counts one more hint; resolves to how many there are. */
  addHint(playId: string): Promise<number>;
}

/** A play for practice that is about to be. */
export interface NewPractice {
  readonly id: string;
  readonly userId: string;
  readonly variant: string;
  readonly pack: readonly number[];
  /** The public deal code or number; null for a deal that a race or a day has left open. */
  readonly source: string | null;
  readonly startsAt: number;
  readonly log: readonly StoredEntry[];
}

/** Told after an entry has been committed. */
export type Advanced = (record: PlayRecord, accepted: AcceptedEntry, connection: string) => void;

export interface EntryRequest {
  readonly playId: string;
  readonly userId: string;
  /** The number the entry is meant to have. */
  readonly expected: number;
  readonly entry: Entry;
  /** By the service's clock, stamped when the request arrived (P7). */
  readonly receivedAt: number;
  /** Which connection it came by, so that news of it goes to the others. */
  readonly connection: string;
}

export type Plays = ReturnType<typeof createPlays>;

interface Held {
  record: PlayRecord;
  /** False when the database may know better: the log is read again before the next entry. */
  isCurrent: boolean;
  /** Settles when the entries that came before are done. */
  tail: Promise<unknown>;
  usedAt: number;
}

/** What the database's column holds: 24 days. A practice play that is resumed later stays at that. */
const ELAPSED_LIMIT_MS = 2 ** 31 - 1;
/** A play nobody has touched for so long is forgotten; its log is in the database. */
const FORGET_AFTER_MS = 10 * 60_000;
const SWEEP_EVERY_MS = 60_000;

export function createPlays(store: PlayStore, clock: Clock, onAdvanced: Advanced) {
  const held = new Map<string, Held>();
  const loading = new Map<string, Promise<Held | null>>();

  async function load(playId: string): Promise<Held | null> {
    const stored = await store.load(playId);
    if (!stored) return null;
    const record = recordOf(stored.header, stored.entries);
    const play = { record, isCurrent: true, tail: Promise.resolve(), usedAt: clock.now() };
    held.set(playId, play);
    return play;
  }

  /** Reads the log of a held play again. */
  async function refresh(play: Held): Promise<void> {
    const stored = await store.load(play.record.header.id);
    if (stored) keep(play, recordOf(stored.header, stored.entries));
    play.isCurrent = true;
  }

  /** Logs only grow: of what was read and what was written meanwhile, the longer one is the truth. */
  function keep(play: Held, record: PlayRecord): void {
    if (record.play.entries >= play.record.play.entries) play.record = record;
  }

  /** The held play, loaded if need be; concurrent callers share one load. */
  function hold(playId: string): Held | Promise<Held | null> {
    const known = held.get(playId);
    if (known) {
      known.usedAt = clock.now();
      return known;
    }
    const underWay = loading.get(playId) ?? load(playId).finally(() => loading.delete(playId));
    loading.set(playId, underWay);
    return underWay;
  }

  const refuse = (
    code: Failure['code'],
    extra: Omit<Failure, 'code'> = {},
  ): Answer<AcceptedEntry> => ({
    ok: false,
    error: { code, ...extra },
  });

  /** Same number, another entry, or a number from the future: here is the table as it is (P5). */
  function stale({ play }: PlayRecord): Answer<AcceptedEntry> {
    const view = viewOf(play.position);
    return refuse('stale', {
      number: play.entries,
      view: {
        variant: view.variant,
        piles: view.piles.map((pile) => [...pile]),
        counters: [...view.counters],
      },
    });
  }

  /** What the database is asked whether it is still so. */
  const knownOf = ({ header, play, ending }: PlayRecord) => ({
    id: header.id,
    userId: header.userId,
    entries: play.entries,
    // A deal without any move is stuck without an entry, and is stored as ended only when its race settles.
    ended: header.endedByCap || (ending !== null && play.entries > 0),
  });

  const isBehind = async (record: PlayRecord): Promise<boolean> =>
    (await store.changed([knownOf(record)])).length > 0;

  async function attempt(
    play: Held,
    request: EntryRequest,
    isRetry: boolean,
  ): Promise<Answer<AcceptedEntry>> {
    if (!play.isCurrent) await refresh(play);
    const { record } = play;
    const { header, last } = record;
    const number = record.play.entries + 1;
    const code = encodeEntry(request.entry);
    const reload = () => {
      play.isCurrent = false;
      return attempt(play, request, true);
    };

    const first = request.expected < number ? answerTo(record, request.expected) : undefined;
    const isRepeated = first?.entry === code;
    // Leaving during the countdown is a concede. Nothing else is looked at before the start, whatever its number:
    // any other answer could tell of the table (P2).
    const sinceStart = request.receivedAt - header.startsAt;
    const isConcede = request.entry === 'concede' && request.expected === number;
    if (sinceStart < 0 && !isConcede && !isRepeated) {
      return refuse('not-started', { startsInMs: -sinceStart });
    }

    if (request.expected < number) {
      return isRepeated ? { ok: true, data: first } : stale(record);
    }
    // Another node may have carried the play on.
    if (request.expected > number) return isRetry ? stale(record) : reload();
    if (hasEnded(record, request.receivedAt)) return refuse('play-ended');

    if (header.closesAt !== null && request.receivedAt >= header.closesAt)
      return refuse('time-is-up');

    const elapsedMs = Math.min(
      Math.max(0, sinceStart, last?.entry.elapsedMs ?? 0),
      ELAPSED_LIMIT_MS,
    );
    const next = advance(record, request.entry, code, elapsedMs);
    if (!next.ok) {
      // Refused by the table as this node knows it; another node may have carried it on.
      return !isRetry && (await isBehind(record)) ? reload() : refuseEntry(next.reason);
    }

    const ended = next.value.ending ? figuresOf(next.value) : null;
    const written = await store.append({ playId: header.id, number, code, elapsedMs, ended });
    if (!written) {
      if (!isRetry) return reload();
      // The log has not changed, so it was the time: received before the cap, but not committed in time.
      return header.closesAt !== null && clock.now() >= header.closesAt
        ? refuse('time-is-up')
        : stale(record);
    }

    keep(play, next.value);
    const accepted = answerTo(next.value, number);
    if (!accepted) throw new Error(`entry ${number} of play ${header.id} is not in its log`);
    onAdvanced(next.value, accepted, request.connection);
    return { ok: true, data: accepted };
  }

  function refuseEntry(reason: EntryRejection): Answer<AcceptedEntry> {
    return reason.code === 'illegal-move'
      ? refuse('illegal-move', { rejection: reason.rejection })
      : refuse(reason.code);
  }

  const sweep = setInterval(() => {
    const limit = clock.now() - FORGET_AFTER_MS;
    for (const [id, { usedAt }] of held) if (usedAt < limit) held.delete(id);
  }, SWEEP_EVERY_MS).unref();

  /**
   * Enters one entry. Entries of one play are taken strictly one after another, in the order in
   * which they arrived; each is answered after its commit (P4).
   * @throws whatever the store throws; then nothing is known of the entry, and the same request
   *   may be sent again (P5)
   */
  async function enterEntry(request: EntryRequest): Promise<Answer<AcceptedEntry>> {
    const play = await hold(request.playId);
    if (!play) return refuse('not-found', { detail: 'playId' });
    // A guest's play becomes the account's when the guest does, which another node may have seen to.
    if (play.record.header.ownerId !== request.userId) await refresh(play);
    if (play.record.header.ownerId !== request.userId)
      return refuse('forbidden', { detail: 'playId' });
    const answer = play.tail.then(() => attempt(play, request, false));
    play.tail = answer.catch(() => {
      play.isCurrent = false;
    });
    return answer;
  }

  /** The plays as the database has them, whichever node carried them on; unknown ids are left out. */
  async function findFresh(playIds: readonly string[]): Promise<PlayRecord[]> {
    const known = playIds.flatMap((id) => {
      const record = held.get(id)?.record;
      return record ? [knownOf(record)] : [];
    });
    const changed = known.length > 0 ? await store.changed(known) : [];
    await Promise.all(
      changed.map(async (id) => {
        const play = held.get(id);
        if (play) await refresh(play);
      }),
    );
    return find(playIds);
  }

  /** Whether the play is that person's. */
  async function isOwner(playId: string, personId: string): Promise<boolean> {
    const play = await hold(playId);
    if (play && play.record.header.ownerId !== personId) await refresh(play);
    return play?.record.header.ownerId === personId;
  }

  /** Notes a hint on somebody's own practice play. */
  async function addHint(playId: string, userId: string): Promise<Answer<{ hints: number }>> {
    const isTheirs = await isOwner(playId, userId);
    const play = await hold(playId);
    if (!play) return { ok: false, error: { code: 'not-found', detail: 'playId' } };
    const { header, ending } = play.record;
    if (!isTheirs) return { ok: false, error: { code: 'forbidden', detail: 'playId' } };
    if (!header.isPractice) return { ok: false, error: { code: 'not-practice' } };
    if (ending) return { ok: false, error: { code: 'play-ended' } };
    const hints = await store.addHint(playId);
    play.record = { ...play.record, header: { ...play.record.header, hints } };
    return { ok: true, data: { hints } };
  }

  /** The plays as this node knows them; unknown ids are left out. */
  async function find(playIds: readonly string[]): Promise<PlayRecord[]> {
    const plays = await Promise.all(playIds.map(hold));
    return plays.flatMap((play) => (play ? [play.record] : []));
  }

  return { enter: enterEntry, addHint, find, findFresh, isOwner, stop: () => clearInterval(sweep) };
}
