/**
 * The log of a play as numbers in one array: a node holds millions of entries, and as objects they would be most of its
 * memory, which V8 goes through again and again. It is immutable for whoever holds it: all logs of a play share the
 * array, each with its own length, and what is added beyond that changes none of them.
 */
import type { Card, Play } from '@same-deal/engine';
import type { LogEntry } from '@same-deal/protocol';

interface Shared {
  numbers: Int32Array;
  /** How many entries are in it. */
  used: number;
}

export interface PackedLog {
  /** How many entries it has. */
  readonly length: number;
  readonly shared: Shared;
}

/** What a play had come to with an entry: its course is read from the log, and nothing is replayed for that. */
export type Counts = Pick<Play, 'moves' | 'cardsHome' | 'homeSince'>;

/** The numbers of an entry: its code, its time, the card it turned up, and three counts. */
const WIDTH = 6;
const NO_CARD = -2;
/** In entries. */
const FIRST_ROOM = 16;
const GROWS = 1.5;

/** A log without entries, which shares its array with no other play. */
export const emptyLog = (): PackedLog => ({
  length: 0,
  shared: { numbers: new Int32Array(0), used: 0 },
});

/** The log with one more entry. */
export function logWith(
  { length, shared: before }: PackedLog,
  { entry, elapsedMs, turnedUp }: LogEntry,
  { moves, cardsHome, homeSince }: Counts,
): PackedLog {
  // Where another entry follows already, one that was not stored after all, this log goes on by itself.
  const shared =
    before.used === length ? before : { numbers: before.numbers.slice(), used: length };
  const at = length * WIDTH;
  if (at === shared.numbers.length) {
    const room = Math.max(FIRST_ROOM, Math.floor(length * GROWS));
    const numbers = new Int32Array(room * WIDTH);
    numbers.set(shared.numbers);
    shared.numbers = numbers;
  }
  shared.numbers.set([entry, elapsedMs, turnedUp ?? NO_CARD, moves, cardsHome, homeSince], at);
  shared.used = length + 1;
  return { length: length + 1, shared };
}

/** Entry `number`, from 1 on; undefined if the log has none. */
export function entryOf({ length, shared }: PackedLog, number: number): LogEntry | undefined {
  if (number < 1 || number > length) return undefined;
  const at = (number - 1) * WIDTH;
  const [entry, elapsedMs] = [shared.numbers[at]!, shared.numbers[at + 1]!];
  const turnedUp = shared.numbers[at + 2]! as Card;
  return turnedUp === NO_CARD ? { entry, elapsedMs } : { entry, elapsedMs, turnedUp };
}

/** What the play had come to with entry `number`, which the log must have. */
export function countsOf({ shared: { numbers } }: PackedLog, number: number): Counts {
  const at = (number - 1) * WIDTH;
  return { moves: numbers[at + 3]!, cardsHome: numbers[at + 4]!, homeSince: numbers[at + 5]! };
}

/** All its entries in order. */
export const entriesOf = (log: PackedLog): LogEntry[] =>
  Array.from({ length: log.length }, (_, n) => entryOf(log, n + 1)!);
