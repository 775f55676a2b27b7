/** A table of its own for a puzzle: nobody else has it, so a line to nobody accepts what the rules do. */
import { decodeEntry, encodeEntry, enter, openPlay } from '@same-deal/engine';
import type { Entry, Position } from '@same-deal/engine';
import type {
  AcceptedEntry,
  Answer,
  AnswerOf,
  ClientEventName,
  PlaySnapshot,
  RequestOf,
} from '@same-deal/protocol';
import type { Transport } from '../net/transport.ts';
import { QUEUE_LIMIT } from '../play/play-log.ts';

/** The table before its first move. */
export const puzzleTable = (position: Position): PlaySnapshot => ({
  playId: 'puzzle',
  playerName: '',
  isYours: true,
  variant: position.variant,
  undo: 'free',
  raceCode: null,
  daily: null,
  deal: null,
  pack: null,
  start: {
    ...position,
    piles: position.piles.map((pile) => [...pile]),
    counters: [...position.counters],
  },
  log: [],
  elapsedMs: 0,
  closesInMs: null,
  ending: null,
  hints: 0,
});

/** Takes all moves back. @returns false where there are more than may wait for their answers at once */
export function takeAllBack(session: {
  readonly canUndo: boolean;
  readonly pendingCount: number;
  readonly undo: () => boolean;
}): boolean {
  while (session.canUndo) {
    // One more would be refused aloud.
    if (session.pendingCount >= QUEUE_LIMIT || !session.undo()) return false;
  }
  return true;
}

/** A line for the table of one puzzle, which answers as the service would. */
export function puzzleLine(position: Position): Transport {
  let play = openPlay(position, 'free');
  const began = performance.now();

  function take(number: number, entry: Entry): Answer<AcceptedEntry> {
    const next = enter(play, entry);
    if (!next.ok) {
      const { reason } = next;
      const rejection = reason.code === 'illegal-move' ? { rejection: reason.rejection } : {};
      return { ok: false, error: { code: reason.code, ...rejection } };
    }
    play = next.value;
    const elapsedMs = Math.round(performance.now() - began);
    const ending = play.ending ?? null;
    return { ok: true, data: { number, entry: encodeEntry(entry), elapsedMs, ending } };
  }

  type Handlers = {
    readonly [Name in ClientEventName]?: (request: RequestOf<Name>) => Answer<AnswerOf<Name>>;
  };
  const handlers: Handlers = {
    'play:move': ({ expected, move }) => take(expected, decodeEntry(move)),
    'play:undo': ({ expected }) => take(expected, 'undo'),
    'play:concede': ({ expected }) => take(expected, 'concede'),
    'play:close': () => ({ ok: true, data: {} }),
  };
  return {
    async request(name, request) {
      return handlers[name]?.(request) ?? { ok: false, error: { code: 'unavailable' } };
    },
    on: () => () => undefined,
    onLine(listener) {
      listener('up');
      return () => undefined;
    },
  };
}
