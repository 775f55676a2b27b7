/** A player, the same in every row: a bounded random walk on the visible table. */
import { encodeMove, enter, legalMoves, openPlay, undoRejection } from '@same-deal/engine';
import type { Entry, Play, Position } from '@same-deal/engine';
import { packedMove } from '../../apps/server/src/play/packed-past.ts';
import type { Line } from './line.ts';

export type EntryKind = 'move' | 'undo' | 'concede';

export interface Player {
  readonly playId: string;
  /**
   * Sends one entry and calls back when it is acknowledged.
   * @param onTooLate the race has closed meanwhile, as it does soon after somebody has won it; without it that is a
   *   refusal like others
   * @returns false if the play is over: nothing is sent then, and nothing called
   */
  act(onAcknowledged: (kind: EntryKind) => void, onTooLate?: () => void): boolean;
  /** The same with giving up, whatever could be moved. */
  giveUp(onAcknowledged: (kind: EntryKind) => void, onTooLate?: () => void): boolean;
  /** From now on entries go over another line of the same person, and at another table if one is named. */
  moveTo(line: Line, table?: Table): void;
  /** How many of its entries are acknowledged. */
  entries(): number;
  close(): void;
}

/** What a player sits at. */
export interface Table {
  readonly playId: string;
  readonly start: Position;
}

/** Pseudo-random enough for a walk, and the same in every run. */
const STEP = 7919;
/** Every so many entries the last move is undone, and also where there is no legal move. */
const UNDO_EVERY = 5;

/** The race has closed: a moment ago, or so long ago that it is settled. */
const IS_OVER = /"code":"(time-is-up|play-ended)"/;

/** The next entry; undefined if the play is over. */
function nextEntry(play: Play): Entry | undefined {
  if (play.ending) return undefined;
  const moves = legalMoves(play.position);
  const wantsUndo = play.entries % UNDO_EVERY === UNDO_EVERY - 1 || moves.length === 0;
  if (wantsUndo && !undoRejection(play)) return 'undo';
  return moves[(play.entries * STEP) % Math.max(1, moves.length)];
}

/** @throws Error, in the callback of the line, if the service refuses an entry or accepts what the engine refuses */
export function createPlayer(firstLine: Line, firstPlayId: string, start: Position): Player {
  let line = firstLine;
  let playId = firstPlayId;
  let play = openPlay(start, 'bounded');

  function send(entry: Entry, ...[onAcknowledged, onTooLate]: Parameters<Player['act']>): boolean {
    const numbered = `{"playId":"${playId}","expected":${play.entries + 1}`;
    const body =
      entry === 'undo' || entry === 'concede'
        ? `["play:${entry}",${numbered}}]`
        : `["play:move",${numbered},"move":${encodeMove(entry)}}]`;
    // Packed, or all tables of thousands of players would keep this process busy collecting its memory.
    const next = enter(play, entry, undefined, packedMove);
    if (!next.ok) throw new Error(`the engine refuses its own move: ${next.reason.code}`);
    line.request(body, (frame) => {
      if (onTooLate && IS_OVER.test(frame.toString())) return onTooLate();
      if (frame.includes('"ok":false')) throw new Error(`${body}: ${frame.toString()}`);
      play = next.value;
      onAcknowledged(typeof entry === 'string' ? entry : 'move');
    });
    return true;
  }

  return {
    get playId() {
      return playId;
    },
    moveTo(other, table) {
      line = other;
      if (!table) return;
      playId = table.playId;
      play = openPlay(table.start, 'bounded');
    },
    entries: () => play.entries,
    act(...heard) {
      const entry = nextEntry(play);
      return entry !== undefined && send(entry, ...heard);
    },
    giveUp: (...heard) => !play.ending && send('concede', ...heard),
    close: () => line.close(),
  };
}
