/** A recorded play as a film: the table after each entry, and how long each is to be shown. */
import { decodeEntry, enter, openPlay } from '@same-deal/engine';
import type { Entry, Play } from '@same-deal/engine';
import type { PlaySnapshot } from '@same-deal/protocol';

/** Nobody wants to watch another think for minutes. */
export const LONGEST_PAUSE_MS = 3_000;
/** Even the quickest moves are to be seen one by one. */
const SHORTEST_PAUSE_MS = 60;

export interface Frame {
  /** The table after so many entries. */
  readonly play: Play;
  /** What led here; nothing does to the deal. */
  readonly entry: Entry | undefined;
  /** The table before the entry: moves are described by the cards that lay there. */
  readonly before: Play | undefined;
  readonly elapsedMs: number;
}

export interface Film {
  readonly frames: readonly [Frame, ...Frame[]];
  /** The log holds an entry that the rules of this page refuse. */
  readonly breaksOff: boolean;
}

/** Replays the log by the engine; one frame for the deal and one for each entry. */
export function filmOf({ start, undo, log }: Pick<PlaySnapshot, 'start' | 'undo' | 'log'>): Film {
  let play = openPlay(start, undo);
  const frames: [Frame, ...Frame[]] = [{ play, entry: undefined, before: undefined, elapsedMs: 0 }];
  for (const { entry: code, elapsedMs, turnedUp } of log) {
    const entry = decodeEntry(code);
    const next = enter(play, entry, turnedUp);
    if (!next.ok) return { frames, breaksOff: true };
    frames.push({ play: next.value, entry, before: play, elapsedMs });
    play = next.value;
  }
  return { frames, breaksOff: false };
}

/** How long frame `index` stands before the next one at a speed; undefined at the last frame. */
export function pauseAfter({ frames }: Film, index: number, speed: number): number | undefined {
  const [here, next] = [frames[index], frames[index + 1]];
  if (!here || !next) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, next.elapsedMs - here.elapsedMs);
  return Math.max(SHORTEST_PAUSE_MS, pause / speed);
}
