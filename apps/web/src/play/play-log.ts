/**
 * What the service has acknowledged of a play, and the own entries that wait for its answer:
 * together they are the table. Pure; the engine plays every entry here as it does at the service.
 */
import {
  decodeEntry,
  encodeEntry,
  enter,
  FACE_DOWN,
  openPlay,
  turnedUpBy,
} from '@same-deal/engine';
import type { Card, Entry, EntryRejection, Pack, Play, Position } from '@same-deal/engine';
import type { AcceptedEntry, LogEntry, PlaySnapshot } from '@same-deal/protocol';
import { fullPositions } from './full-position.ts';

/** Own entries that may wait for the service; more would hide from the player that the line is gone. */
export const QUEUE_LIMIT = 200;

/** An own entry without an answer, and the number it expects to get (P5). */
export interface WaitingEntry {
  readonly entry: Entry;
  readonly number: number;
  /** The stock card that it turns up, where that is known here. */
  readonly turnedUp?: Card | undefined;
}

interface Acknowledged {
  /** The play as far as the service has acknowledged it. */
  readonly acknowledged: Play;
  /** The entries that have led to it. */
  readonly logged: readonly LogEntry[];
  /** The whole deal, where it is no secret: what turns up then is on the table at once, also without a line. */
  readonly pack: Pack | null;
}

export interface PlayLog extends Acknowledged {
  /** In order; the first follows the last acknowledged entry. */
  readonly waiting: readonly WaitingEntry[];
  /** The play with what waits on it: the table on the page. */
  readonly shown: Play;
}

/** The play that follows from a snapshot's opening view and log. */
export function playOf({ start, undo, log }: Pick<PlaySnapshot, 'start' | 'undo' | 'log'>): Play {
  let play = openPlay(start, undo);
  for (const { entry, turnedUp } of log) {
    const next = enter(play, decodeEntry(entry), turnedUp);
    if (next.ok) play = next.value;
  }
  return play;
}

/** A log of these parts; what cannot be played on the table waits for its answer all the same. */
export function logOf(
  { acknowledged, logged, pack }: Acknowledged,
  entries: readonly WaitingEntry[] = [],
): PlayLog {
  let shown = acknowledged;
  const waiting = entries.map((one) => {
    const own = withTurnedUp(shown, one, pack);
    const next = enter(shown, own.entry, own.turnedUp);
    if (next.ok) shown = next.value;
    return own;
  });
  return { acknowledged, logged, pack, waiting, shown };
}

/**
 * An own entry with the card that it turns up, where the deal is no secret, or the card has been seen: told of it, the
 * engine hides what else of the waste goes back to the stock.
 */
function withTurnedUp(play: Play, own: WaitingEntry, pack: Pack | null): WaitingEntry {
  const { entry } = own;
  if (own.turnedUp !== undefined || typeof entry === 'string') return own;
  const next = enter(play, entry);
  if (!next.ok) return own;
  const cardOf = (before: Position, after: Position) => turnedUpBy(before, entry, after);
  const turnedUp = cardOf(play.position, next.value.position);
  if (turnedUp === undefined) return own;
  if (turnedUp !== FACE_DOWN) return { ...own, turnedUp };
  if (!pack) return own;
  const [before, after] = fullPositions(play.position.variant, pack, next.value).slice(-2);
  return before && after ? { ...own, turnedUp: cardOf(before, after) } : own;
}

export type Added =
  | { readonly ok: true; readonly log: PlayLog; readonly added: WaitingEntry }
  | { readonly ok: false; readonly reason: EntryRejection | { readonly code: 'queue-full' } };

/** Puts an own entry on the table, to wait for its answer. */
export function addEntry(log: PlayLog, entry: Entry): Added {
  const { waiting, shown, pack } = log;
  const own = withTurnedUp(shown, { entry, number: shown.entries + 1 }, pack);
  const next = enter(shown, entry, own.turnedUp);
  if (!next.ok) return { ok: false, reason: next.reason };
  if (waiting.length >= QUEUE_LIMIT) return { ok: false, reason: { code: 'queue-full' } };
  return {
    ok: true,
    added: own,
    log: { ...log, waiting: [...waiting, own], shown: next.value },
  };
}

/** Of own entries those that the log does not hold yet; undefined where it holds others in their place. */
export function restOf(
  logged: readonly LogEntry[],
  own: readonly WaitingEntry[],
): readonly WaitingEntry[] | undefined {
  const rest = own.filter((one) => logged[one.number - 1]?.entry !== encodeEntry(one.entry));
  return !rest[0] || rest[0].number === logged.length + 1 ? rest : undefined;
}

/** Whether it waits still. */
export const isWaiting = ({ waiting }: PlayLog, { number, entry }: WaitingEntry): boolean =>
  waiting.some((one) => one.number === number && isSame(one, encodeEntry(entry)));

/** Gives up what waits, from that number on. */
export const withoutFrom = (log: PlayLog, from: number): PlayLog =>
  logOf(
    log,
    log.waiting.filter(({ number }) => number < from),
  );

export type Applied =
  /** It was in the log already: an answer that came twice, or after news of it. */
  | { readonly kind: 'repeated' }
  /** Something before it is missing here, so only the whole log can say where the table is. */
  | { readonly kind: 'gap' }
  | {
      readonly kind: 'applied';
      readonly log: PlayLog;
      /** `own`: it was the first to wait. `other`: nothing waited. `overtaken`: another one waited, and is given up. */
      readonly by: 'own' | 'other' | 'overtaken';
    };

/** Puts an entry that the service counted on the acknowledged table. */
export function applyAccepted(
  { acknowledged, logged, pack, waiting, shown }: PlayLog,
  accepted: AcceptedEntry,
): Applied {
  if (accepted.number <= acknowledged.entries) return { kind: 'repeated' };
  if (accepted.number !== acknowledged.entries + 1) return { kind: 'gap' };
  const next = enter(acknowledged, decodeEntry(accepted.entry), accepted.turnedUp);
  if (!next.ok) return { kind: 'gap' };
  const [first, ...rest] = waiting;
  const by = !first ? 'other' : isSame(first, accepted.entry) ? 'own' : 'overtaken';
  // The very table that is shown, where it has come as foreseen: nothing is drawn anew, and nothing kept twice.
  const isForeseen = by === 'own' && first?.turnedUp === accepted.turnedUp;
  const after = {
    acknowledged: isForeseen && rest.length === 0 ? shown : next.value,
    logged: [...logged, inLog(accepted)],
    pack,
  };
  const log = isForeseen
    ? { ...after, waiting: rest, shown }
    : logOf(after, by === 'own' ? rest : []);
  return { kind: 'applied', by, log };
}

/** An accepted entry as the log holds it. */
const inLog = ({ entry, elapsedMs, turnedUp }: AcceptedEntry): LogEntry =>
  turnedUp === undefined ? { entry, elapsedMs } : { entry, elapsedMs, turnedUp };

export interface Adopted {
  readonly log: PlayLog;
  /** Own entries were given up, because the log holds others in their place. */
  readonly overtaken: boolean;
  /** The log holds entries that this page has not made. */
  readonly isFollowing: boolean;
}

/**
 * Takes over the service's table. Own entries go on waiting if they can still follow its log.
 * @param waiting the own entries, where none wait in the former log: what the browser has kept
 * @param replaces also by a shorter log; else that one was only overtaken on its way, as what is
 *   acknowledged is never lost
 */
export function adoptSnapshot(
  before: PlayLog | undefined,
  snapshot: Pick<PlaySnapshot, 'start' | 'undo' | 'log' | 'pack'>,
  waiting: readonly WaitingEntry[] = [],
  replaces = false,
): Adopted {
  const { log, pack } = snapshot;
  const entriesBefore = before?.acknowledged.entries ?? 0;
  if (before && !replaces && log.length < entriesBefore) {
    return { log: before, overtaken: false, isFollowing: false };
  }
  const own = before?.waiting.length ? before.waiting : waiting;
  const rest = restOf(log, own);
  const overtaken = !rest;
  const kept = rest ?? [];
  const isLonger = !!before && log.length > entriesBefore + own.length - kept.length;
  return {
    log: logOf({ acknowledged: playOf(snapshot), logged: log, pack }, kept),
    overtaken,
    isFollowing: overtaken || isLonger,
  };
}

const isSame = ({ entry }: WaitingEntry, code: number): boolean => encodeEntry(entry) === code;
