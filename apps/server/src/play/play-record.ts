/** A play as a node holds it: its header, and the log folded by the engine. Immutable. */
import { decodeEntry, enter, newGame, openPlay, turnedUpBy, viewOf } from '@same-deal/engine';
import type {
  Entry,
  EntryRejection,
  Pack,
  Play,
  Position,
  Result,
  UndoPolicy,
} from '@same-deal/engine';
import type {
  AcceptedEntry,
  DailyKey,
  DuplicateKey,
  LogEntry,
  PlayEnding,
  PlaySnapshot,
} from '@same-deal/protocol';
import { atOnce, inSlices } from '../in-slices.ts';
import type { Steps } from '../in-slices.ts';
import { emptyLog, entriesOf, entryOf, logWith } from './packed-log.ts';
import type { PackedLog } from './packed-log.ts';
import { packedMove } from './packed-past.ts';

/** What is stored of a play beside its log. Times in milliseconds since 1970 by the service's clock. */
export interface PlayHeader {
  readonly id: string;
  /** Whose seat or table it is. */
  readonly userId: string;
  /** Who may see and play it: the same person, or the account that they have become. */
  readonly ownerId: string;
  readonly playerName: string;
  readonly race: {
    readonly id: string;
    readonly code: string;
    /** What routes everybody of the race to one node: the code of the first race of its line of rematches. */
    readonly at: string;
  } | null;
  /** The daily whose try it is. */
  readonly daily: DailyKey | null;
  /** The duplicate, and at which of its deals it is a try. */
  readonly duplicate?: DuplicateKey | null;
  readonly variant: string;
  readonly deal: string | null;
  /** As stored: `recordOf` checks that it is one of the variant's packs. */
  readonly pack: Pack;
  /** Practice has no secrets; any other play has. */
  readonly isPractice: boolean;
  readonly hints: number;
  readonly undo: UndoPolicy;
  readonly startsAt: number;
  readonly closesAt: number | null;
  /** In a race: how long after the start the first table was shown, as the page has measured it. */
  readonly shownAfterMs?: number | null;
  /** Set when the clock and not an entry ended the play. */
  readonly endedByCap: boolean;
}

export interface StoredEntry {
  /** Where it is stored; checked if given, as an entry may be missing. */
  readonly number?: number;
  readonly code: number;
  readonly elapsedMs: number;
}

/** The first stored entry that cannot be: everything from it on is set aside. */
export interface Damage {
  /** 0 if the deal itself is no deal of the variant. */
  readonly number: number;
  readonly why: string;
}

export interface PlayRecord {
  readonly header: PlayHeader;
  readonly play: Play;
  readonly log: PackedLog;
  /** When the present count of cards home was reached; kept, as finding it again takes the length of the log. */
  readonly cardsHomeAtMs: number;
  readonly ending: PlayEnding | null;
  /** Set where what is stored does not replay; the record then ends with the last good entry. */
  readonly damage: Damage | null;
}

/** What is stored of a play when it ends, and published while it runs. */
export interface PlayFigures {
  readonly ending: PlayEnding | null;
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
  readonly cardsHomeAtMs: number;
  /** From the start to the last entry; for a play that the cap ended, the whole time. */
  readonly elapsedMs: number;
}

/**
 * Rebuilds a play from what is stored (P9). A log that does not replay is not the caller's fault: such a play is
 * `damaged`, counts up to its last good entry, and is over as if its time were.
 */
export const recordOf = (header: PlayHeader, entries: readonly StoredEntry[]): PlayRecord =>
  atOnce(replayed(header, entries));

/** The same, in turns with everything else that the event loop has to do: a log may have thousands of entries. */
export const recordInTurns = (
  header: PlayHeader,
  entries: readonly StoredEntry[],
): Promise<PlayRecord> => inSlices(replayed(header, entries));

function* replayed(header: PlayHeader, entries: readonly StoredEntry[]): Steps<PlayRecord> {
  const dealt = newGame(header.variant, header.pack);
  if (!dealt.ok)
    return damaged(nothingPlayed(header), { number: 0, why: 'no deal of the variant' });
  let record: PlayRecord = {
    header,
    play: openPlay(dealt.value, header.undo),
    log: emptyLog,
    cardsHomeAtMs: 0,
    ending: header.endedByCap ? 'cap' : null,
    damage: null,
  };
  for (const { number, code, elapsedMs } of entries) {
    const due = record.play.entries + 1;
    if (number !== undefined && number !== due) {
      return damaged(record, { number: due, why: `found entry ${number}` });
    }
    const next = advance(record, decodeEntry(code), code, elapsedMs);
    if (!next.ok) return damaged(record, { number: due, why: next.reason.code });
    record = next.value;
    yield;
  }
  return { ...record, ending: header.endedByCap ? 'cap' : (record.play.ending ?? null) };
}

/** The table as it was dealt; without cards if the deal cannot be read. Not kept: it is rarely asked for. */
export function startOf({ header: { variant, pack } }: Pick<PlayRecord, 'header'>): Position {
  const dealt = newGame(variant, pack);
  return dealt.ok ? dealt.value : { variant, piles: [], counters: [] };
}

/** A record without cards, for a play whose deal cannot be read. */
function nothingPlayed(header: PlayHeader): PlayRecord {
  const play: Play = {
    undo: header.undo,
    position: startOf({ header }),
    entries: 0,
    moves: 0,
    undos: 0,
    cardsHome: 0,
    homeSince: 0,
    ending: undefined,
    past: undefined,
    undone: undefined,
  };
  const nothing = { log: emptyLog, cardsHomeAtMs: 0, ending: null, damage: null };
  return { header, play, ...nothing };
}

const damaged = (record: PlayRecord, damage: Damage): PlayRecord => ({
  ...record,
  ending: 'cap',
  damage,
});

/** The play after one more entry, or why the rules refuse it. */
export function advance(
  record: PlayRecord,
  entry: Entry,
  code: number,
  elapsedMs: number,
): Result<PlayRecord, EntryRejection> {
  const before = record.play;
  const entered = enter(before, entry, undefined, packedMove);
  if (!entered.ok) return entered;
  const after = entered.value;
  const turnedUp =
    typeof entry === 'object' ? turnedUpBy(before.position, entry, after.position) : undefined;
  const logged: LogEntry =
    turnedUp === undefined ? { entry: code, elapsedMs } : { entry: code, elapsedMs, turnedUp };
  const log = logWith(record.log, logged, after);
  return {
    ok: true,
    value: {
      header: record.header,
      play: after,
      log,
      cardsHomeAtMs:
        after.homeSince === before.homeSince
          ? record.cardsHomeAtMs
          : (entryOf(log, after.homeSince)?.elapsedMs ?? 0),
      // A deal without any move that was conceded before T0 ended as conceded, not as stuck.
      ending: record.ending === 'cap' ? 'cap' : (after.ending ?? null),
      damage: record.damage,
    },
  };
}

/** The log in order. */
export const logOf = ({ log }: PlayRecord): LogEntry[] => entriesOf(log);

/** The last entry; undefined before the first one. */
export const lastOf = ({ log }: Pick<PlayRecord, 'log'>): LogEntry | undefined =>
  entryOf(log, log.length);

/** Whether the play has begun at `now`: what is no race begins as it is made, also where the clock is set back later. */
export const hasBegun = ({ race, startsAt }: PlayHeader, now: number): boolean =>
  race === null || now >= startsAt;

/** Whether the play is over at `now`: a deal without any move is stuck, but not before it has been dealt. */
export const hasEnded = ({ ending, play, header }: PlayRecord, now: number): boolean =>
  ending !== null && (play.entries > 0 || hasBegun(header, now));

/** The key by which everybody and every device of a play meets on one node: its race's, or its own id. */
export const routingKeyOf = ({ id, race }: PlayHeader): string => race?.at ?? id;

/** What may be sent of a play at `now`: before its start nothing that depends on the deal (P2). */
export function figuresAt(record: PlayRecord, now: number): PlayFigures {
  const figures = figuresOf(record);
  return record.ending === null || hasEnded(record, now) ? figures : { ...figures, ending: null };
}

/** The answer to entry `number`, now or again (P5). */
export function answerTo(record: PlayRecord, number: number): AcceptedEntry | undefined {
  const entry = entryOf(record.log, number);
  if (!entry) return undefined;
  const ending = number === record.play.entries ? (record.play.ending ?? null) : null;
  const { entry: code, elapsedMs, turnedUp } = entry;
  // Written out, as in the log.
  return turnedUp === undefined
    ? { entry: code, elapsedMs, number, ending }
    : { entry: code, elapsedMs, turnedUp, number, ending };
}

export function figuresOf(record: PlayRecord): PlayFigures {
  const { play, cardsHomeAtMs, header } = record;
  const capMs = header.closesAt === null ? 0 : header.closesAt - header.startsAt;
  return {
    ending: record.ending,
    moves: play.moves,
    undos: play.undos,
    cardsHome: play.cardsHome,
    cardsHomeAtMs,
    elapsedMs: record.ending === 'cap' ? capMs : (lastOf(record)?.elapsedMs ?? 0),
  };
}

/**
 * What may leave the server: the opening view and the log, but not the stock (P2).
 * @param isOpen the deal is no secret, so the whole of it is sent
 */
export function snapshotOf(
  record: PlayRecord,
  viewerId: string | null,
  now: number,
  isOpen = false,
): PlaySnapshot {
  const { header } = record;
  const ended = record.ending === null ? null : figuresOf(record).elapsedMs;
  // Of a deal that cannot be read there is nothing to see.
  const start = startOf(record);
  const view = record.damage?.number === 0 ? start : viewOf(start);
  return {
    playId: header.id,
    playerName: header.playerName,
    isYours: header.ownerId === viewerId,
    variant: header.variant,
    undo: header.undo,
    raceCode: header.race?.code ?? null,
    daily: header.daily,
    ...(header.duplicate && { duplicate: header.duplicate }),
    deal: header.deal,
    pack: isOpen ? [...header.pack] : null,
    start: {
      variant: view.variant,
      piles: view.piles.map((pile) => [...pile]),
      counters: [...view.counters],
    },
    log: logOf(record),
    elapsedMs: ended ?? Math.max(0, now - header.startsAt, lastOf(record)?.elapsedMs ?? 0),
    closesInMs: header.closesAt === null ? null : Math.max(0, header.closesAt - now),
    ending: record.ending,
    hints: header.hints,
    ...(record.damage ? { damaged: true } : {}),
  };
}
