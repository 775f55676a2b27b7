/** How a play went, entry by entry, in nine bytes each: its counts and times, not its cards. Pure. */
import { openPlay } from '@same-deal/engine';
import type { PlayEnding } from '@same-deal/protocol';
import { columnsOf } from './packed-log.ts';
import { figuresOf, startOf } from './play-record.ts';
import type { PlayFigures, PlayRecord } from './play-record.ts';

/** By the number of entries made; 0 is the start. */
export interface PlayCourse {
  readonly ms: Int32Array;
  readonly moves: Uint16Array;
  readonly cardsHome: Uint8Array;
  /** The entry that reached the count of cards home; 0 at the deal. */
  readonly homeSince: Uint16Array;
  /** How it had ended at the deal: one without any move. */
  readonly endingAtDeal: PlayEnding | null;
  /** How its last entry ended it. */
  readonly endingAtLast: PlayEnding | null;
  /** When the clock ended it, since its start. */
  readonly capMs: number | null;
  /** It changes no more. */
  readonly isFinal: boolean;
  /** It counts up to its last good entry. */
  readonly isDamaged: boolean;
  readonly bytes: number;
}

/** @returns null for a play whose deal cannot be read */
export function courseOf(record: PlayRecord): PlayCourse | null {
  const { header, log, play, damage, ending } = record;
  if (damage?.number === 0) return null;
  const columns = columnsOf(log);
  return {
    ...columns,
    endingAtDeal: openPlay(startOf(record), header.undo).ending ?? null,
    endingAtLast: play.ending ?? null,
    capMs: ending === 'cap' ? figuresOf(record).elapsedMs : null,
    // What is damaged may be mended.
    isFinal: ending !== null && damage === null,
    isDamaged: damage !== null,
    bytes: Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

/** How many entries had been made so long after the start. */
function entriesBy({ ms }: PlayCourse, sinceStartMs: number): number {
  let [least, most] = [0, ms.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (ms[middle]! <= sinceStartMs) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** What the play had come to so long after its start; at `Infinity` to all it did. */
export function courseAt(course: PlayCourse, sinceStartMs: number): PlayFigures {
  const { ms, moves, cardsHome, homeSince, capMs } = course;
  const number = entriesBy(course, sinceStartMs);
  const isOver = capMs !== null && capMs <= sinceStartMs;
  const atEntry =
    number === ms.length - 1 ? course.endingAtLast : number === 0 ? course.endingAtDeal : null;
  return {
    ending: isOver ? 'cap' : atEntry,
    moves: moves[number]!,
    undos: number - moves[number]! - (atEntry === 'conceded' ? 1 : 0),
    cardsHome: cardsHome[number]!,
    cardsHomeAtMs: ms[homeSince[number]!]!,
    elapsedMs: isOver ? capMs : ms[number]!,
  };
}

/** When something happens next, in milliseconds since the start; undefined if nothing does. */
export function nextInCourse(course: PlayCourse, sinceStartMs: number): number | undefined {
  const { ms, capMs } = course;
  const next = ms[0]! > sinceStartMs ? ms[0] : ms[entriesBy(course, sinceStartMs) + 1];
  return next ?? (capMs !== null && capMs > sinceStartMs ? capMs : undefined);
}

/** How many cards were home, from the start on: one step for each change. */
export function* stepsOf({ ms, cardsHome }: PlayCourse): Generator<[ms: number, home: number]> {
  for (let number = 0; number < ms.length; number++) {
    if (number > 0 && cardsHome[number] === cardsHome[number - 1]) continue;
    yield [ms[number]!, cardsHome[number]!];
  }
}
