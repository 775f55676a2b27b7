/**
 * Entries, the most frequent requests, straight from the frame to their handler and back: the same bytes on the wire as
 * through Engine.IO and Socket.IO, which take longer over them than the rules do.
 */
import type { PageSocket } from './page-server.ts';
import { textTo } from './text-to.ts';
import { PageWebSocket } from './web-socket.ts';

/** An entry as it is asked for: checked as the protocol's schemas check it. */
export interface EntryFrame {
  /** Socket.IO's number of the request, which its answer carries. */
  readonly id: string;
  readonly name: 'play:move' | 'play:undo';
  readonly request: { readonly playId: string; readonly expected: number; readonly move?: number };
}

/**
 * As a page writes them: Engine.IO's message, Socket.IO's event, its number, and JSON without blanks. Ids are in the one
 * form that is stored. Whatever is written in another way goes the other way.
 */
const ENTRY =
  /^42(\d{1,9})\["play:(?:(undo)|move)",\{"playId":"([\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})","expected":([1-9]\d{0,5})(?:,"move":(0|[1-9]\d{0,4}))?\}\]$/;
/** The longest that it matches. */
const LONGEST = 128;
/** `4`, `2`: what all frames with events begin with. */
const [FOUR, TWO] = [0x34, 0x32];
const MOST_CODE = 0xffff;

/** @returns undefined if it is not an entry in a page's own writing */
export function entryIn(frame: Buffer): EntryFrame | undefined {
  if (frame.length > LONGEST || frame[0] !== FOUR || frame[1] !== TWO) return undefined;
  const found = ENTRY.exec(frame.toString('latin1'));
  if (!found) return undefined;
  const [, id = '', undo, playId = '', number, code] = found;
  const expected = Number(number);
  if (undo !== undefined) {
    return code === undefined
      ? { id, name: 'play:undo', request: { playId, expected } }
      : undefined;
  }
  const move = Number(code);
  // NaN without a code.
  if (!(move <= MOST_CODE)) return undefined;
  return { id, name: 'play:move', request: { playId, expected, move } };
}

/** What is used of Engine.IO's connection, all of it public. */
interface Connection {
  readonly readyState: string;
  emit(event: 'packet', packet: { readonly type: 'message' }): boolean;
}
/** Counted by no more than its type. */
const PACKET = { type: 'message' } as const;

/**
 * Has entries of a line taken from its frames, in the order of everything else that comes over it. A line that is no web
 * socket has them taken by Socket.IO.
 */
export function takeEntries(
  socket: PageSocket,
  take: (entry: EntryFrame, acknowledge: (answer: unknown) => void) => void,
): void {
  const connection = socket.conn as unknown as Connection;
  const { socket: web } = socket.conn.transport as { readonly socket?: unknown };
  if (!(web instanceof PageWebSocket)) return;
  const acknowledge = (id: string, answer: unknown): void =>
    void textTo(socket, `3${id}[${JSON.stringify(answer)}]`);
  const run = (entry: EntryFrame): void => {
    if (socket.connected) take(entry, (answer) => acknowledge(entry.id, answer));
  };
  web.taking = (frame) => {
    const entry = socket.connected ? entryIn(frame) : undefined;
    if (!entry) return false;
    // Counts as any packet does, and may be one too many.
    connection.emit('packet', PACKET);
    // When Socket.IO would, so that nothing overtakes what came before it.
    if (connection.readyState === 'open') process.nextTick(run, entry);
    return true;
  };
}
