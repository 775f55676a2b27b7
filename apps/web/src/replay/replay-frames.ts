/** A recorded play as a film: the table after each entry, and how long each is to be shown. */
import {
  decodeEntry,
  decodeMove,
  encodeEntry,
  enter,
  newGame,
  openPlay,
  playMove,
  turnedUpBy,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Entry, Pack, Play, Position, UndoPolicy } from '@same-deal/engine';
import type { LogEntry } from '@same-deal/protocol';

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
export function filmOf(recorded: {
  readonly start: Position;
  readonly undo: UndoPolicy;
  readonly log: readonly LogEntry[];
}): Film {
  const { start, undo, log } = recorded;
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

/** The frames of a winning line, played at an even pace. */
const WAY_HOME_MS = 500;

/**
 * A way home that nobody played, as a film.
 * @param pack the whole deal: the search saw the stock too
 */
export function filmOfWayHome(variant: string, pack: Pack, codes: readonly number[]): Film {
  const start = unwrap(newGame(variant, pack));
  let position = start;
  const log: LogEntry[] = [];
  for (const [n, code] of codes.entries()) {
    const move = decodeMove(code);
    const next = playMove(position, move);
    if (!next.ok) break;
    const turnedUp = turnedUpBy(position, move, next.value);
    const elapsedMs = (n + 1) * WAY_HOME_MS;
    log.push({ entry: code, elapsedMs, ...(turnedUp === undefined ? {} : { turnedUp }) });
    position = next.value;
  }
  return filmOf({ start: viewOf(start), undo: 'free', log });
}

/** After how many entries two films of one deal part; as many as the shorter one has if they do not. */
export function partingOf(one: Film, other: Film): number {
  const entries = ({ frames }: Film) =>
    frames.slice(1).map(({ entry }) => (entry === undefined ? -1 : encodeEntry(entry)));
  const [ones, others] = [entries(one), entries(other)];
  const parting = ones.findIndex((entry, n) => entry !== others[n]);
  return parting < 0 ? ones.length : parting;
}

/** Which of two films was over where they part, while the other one went on; undefined if neither was, or both. */
export function endedFirst(films: readonly [Film, Film]): number | undefined {
  const next = partingOf(...films) + 1;
  const isOver = films.map(({ frames }) => {
    const entry = frames[next]?.entry;
    return entry === undefined || entry === 'concede';
  });
  return isOver[0] === isOver[1] ? undefined : isOver.indexOf(true);
}

/** How long frame `index` stands before the next one at a speed; undefined at the last frame. */
export function pauseAfter({ frames }: Film, index: number, speed: number): number | undefined {
  const [here, next] = [frames[index], frames[index + 1]];
  if (!here || !next) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, next.elapsedMs - here.elapsedMs);
  return Math.max(SHORTEST_PAUSE_MS, pause / speed);
}
