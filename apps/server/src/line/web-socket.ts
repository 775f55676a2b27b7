/** The web sockets beneath the lines: what is sent and asked most often costs the least system calls. */
import { WebSocket, WebSocketServer } from 'ws';
import type { ServerOptions } from 'ws';

/** A final frame of text (RFC 6455, section 5.2). */
const TEXT = 0x81;
/** The longest text whose length fits into a frame's second byte, and into the two bytes after it. */
const SHORT = 125;
const LONG = 0xffff;
/** The length is in the two bytes that follow. */
const TWO_BYTES = 126;

/** Packets of Engine.IO: is the page still there, and its answer. */
const PING = '2';
const PONG = Buffer.from('3');
/**
 * Who has said something so lately is there, and need not be asked. A page takes its line for dead after ten seconds
 * without a packet; it gets one at the latest so long after it last said something, and five seconds more.
 */
const SPOKE_WITHIN_MS = 3_000;

/** The header of a text's frame and the text, in one piece; undefined for texts that are rarely so long. */
function frameOf(text: string): Buffer | undefined {
  const length = Buffer.byteLength(text);
  if (length > LONG) return undefined;
  const start = length > SHORT ? 4 : 2;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT;
  if (length > SHORT) {
    frame[1] = TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else frame[1] = length;
  frame.write(text, start);
  return frame;
}

/** What is used of a web socket's connection. */
interface Connected {
  readonly _socket: { write(frame: Buffer, done?: (error?: Error | null) => void): unknown };
  readonly _receiver: {
    /** Of the last frame. It is a part of what was read with it, all of which it keeps until the next one. */
    _mask: Buffer | undefined;
    /** The frames of the message that is being read. */
    _fragments: Buffer[];
  };
}

/** As `ws` has it, except that a short text is written at once, and not as a header and a text. */
export class PageWebSocket extends WebSocket {
  /** Whether its page resets its patience with every packet, so that pings may be left out. */
  isQuiet = false;
  /** Takes a text before Engine.IO does; false if it is not for it. */
  taking: ((text: Buffer) => boolean) | undefined;
  private spokeAt = -Infinity;
  private readonly fragments: Buffer[] = [];

  override send(data: never, ...more: never[]): void {
    const done = more.at(-1) as ((error?: Error | null) => void) | undefined;
    if (
      (data as unknown) === PING &&
      this.isQuiet &&
      performance.now() - this.spokeAt < SPOKE_WITHIN_MS
    ) {
      done?.();
      // Engine.IO begins to wait for the answer after it has sent the question.
      process.nextTick(() => super.emit('message', PONG, false));
      return;
    }
    const frame =
      typeof data === 'string' && this.readyState === WebSocket.OPEN ? frameOf(data) : undefined;
    // Nothing is ever compressed or sent in fragments, so nothing is under way that this would overtake.
    if (frame) (this as unknown as Connected)._socket.write(frame, done);
    else super.send(data, ...(more as []));
  }

  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (name === 'message') {
      this.spokeAt = performance.now();
      const { _receiver: receiver } = this as unknown as Connected;
      receiver._mask = undefined;
      // One list for all messages: `ws` makes one for each while it reads the last, so that it is among the old objects
      // when it gets its message; V8 then keeps both until all memory is collected, and frees thousands of them at once.
      this.fragments.length = 0;
      receiver._fragments = this.fragments;
      const [text, isBinary] = args as [Buffer, boolean];
      if (!isBinary && this.taking?.(text)) return true;
    }
    return super.emit(name as 'message', ...(args as [Buffer, boolean]));
  }
}

/** What Engine.IO makes web sockets with. */
export class PageWebSocketServer extends WebSocketServer<typeof PageWebSocket> {
  constructor(options: ServerOptions<typeof PageWebSocket>) {
    super({ ...options, WebSocket: PageWebSocket });
  }
}
