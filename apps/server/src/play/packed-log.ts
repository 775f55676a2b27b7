/**
 * The log of a play as text: a node holds millions of entries, and as objects they would be most of its memory, which V8
 * goes through again and again. A text holds no references, and unlike a typed array it has nothing outside the heap
 * that is freed piece by piece while everybody waits. Immutable: logs of a play share all but their last run.
 */
import type { Card, Play } from '@same-deal/engine';
import type { LogEntry } from '@same-deal/protocol';

export interface PackedLog {
  /** How many entries it has. */
  readonly length: number;
  /** The last of them. */
  readonly run: string;
  /** Those before its run. */
  readonly before: PackedLog | undefined;
}

/** What a play had come to with an entry: its course is read from the log, and nothing is replayed for that. */
export type Counts = Pick<Play, 'moves' | 'cardsHome' | 'homeSince'>;

/** In entries: an entry that is read has its run copied in one piece. */
const RUN = 32;
/** The characters of an entry: its code, two of its time, the card it turned up, and three counts. */
const WIDTH = 7;
const NO_CARD = 0;
/** No card has `NO_CARD`: `FACE_DOWN` is −1. */
const CARD_OFFSET = 2;
const CHARACTER_BITS = 16;

export const emptyLog: PackedLog = { length: 0, run: '', before: undefined };

/** V8 keeps a text that was added to as its parts, several times as large, until a character of it is asked for. */
export const inOnePiece = (text: string): unknown => text.charCodeAt(0);

/** The log with one more entry. */
export function logWith(
  log: PackedLog,
  { entry, elapsedMs, turnedUp }: LogEntry,
  { moves, cardsHome, homeSince }: Counts,
): PackedLog {
  const added = String.fromCharCode(
    entry,
    elapsedMs >>> CHARACTER_BITS,
    elapsedMs,
    turnedUp === undefined ? NO_CARD : turnedUp + CARD_OFFSET,
    moves,
    cardsHome,
    homeSince,
  );
  const length = log.length + 1;
  if (log.run.length < RUN * WIDTH) return { length, run: log.run + added, before: log.before };
  inOnePiece(log.run);
  return { length, run: added, before: log };
}

const timeAt = (run: string, at: number): number =>
  (run.charCodeAt(at + 1) << CHARACTER_BITS) | run.charCodeAt(at + 2);

function entryAt(run: string, at: number): LogEntry {
  const [entry, elapsedMs] = [run.charCodeAt(at), timeAt(run, at)];
  const card = run.charCodeAt(at + 3);
  // Written out, as with every entry: a copy by `...` takes V8 longer than the rules do.
  if (card === NO_CARD) return { entry, elapsedMs };
  return { entry, elapsedMs, turnedUp: (card - CARD_OFFSET) as Card };
}

/** Entry `number`, from 1 on; undefined if the log has none. */
export function entryOf(log: PackedLog, number: number): LogEntry | undefined {
  if (number < 1 || number > log.length) return undefined;
  let part = log;
  while (part.before && number <= part.before.length) part = part.before;
  return entryAt(part.run, (number - 1 - (part.before?.length ?? 0)) * WIDTH);
}

/** The runs of a log, each with the number of entries before it; the last one first. */
function* runsOf(log: PackedLog): Generator<[before: number, run: string]> {
  for (let part: PackedLog | undefined = log; part; part = part.before) {
    yield [part.before?.length ?? 0, part.run];
  }
}

/** All its entries in order. */
export function entriesOf(log: PackedLog): LogEntry[] {
  const runs: LogEntry[][] = [];
  for (const [, run] of runsOf(log)) {
    runs.push(Array.from({ length: run.length / WIDTH }, (_, n) => entryAt(run, n * WIDTH)));
  }
  return runs.reverse().flat();
}

/** Times in milliseconds since the start, and counts, by the number of entries made; at 0 all are 0. */
export function columnsOf(log: PackedLog) {
  const length = log.length + 1;
  const ms = new Int32Array(length);
  const moves = new Uint16Array(length);
  const cardsHome = new Uint8Array(length);
  const homeSince = new Uint16Array(length);
  for (const [before, run] of runsOf(log)) {
    for (let at = 0, number = before + 1; at < run.length; at += WIDTH, number++) {
      ms[number] = timeAt(run, at);
      moves[number] = run.charCodeAt(at + 4);
      cardsHome[number] = run.charCodeAt(at + 5);
      homeSince[number] = run.charCodeAt(at + 6);
    }
  }
  return { ms, moves, cardsHome, homeSince };
}
