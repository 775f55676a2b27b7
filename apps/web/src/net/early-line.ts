/**
 * The page's first line is opened by its HTML (`early-script.ts`), while the scripts are still loading, and a table asked
 * for: that saves two round trips before the first table. Here it is taken over.
 */

/** A connection that is being built up, or is there, and what has come over it so far. */
export interface EarlyLine {
  readonly socket: WebSocket;
  readonly received: readonly string[];
  /** A request that has just been sent over it, with the number 0: name and body as JSON. */
  readonly asked?: string;
}

declare global {
  var earlyLine: EarlyLine | undefined;
}

/** Whether the HTML has opened a line that nobody has taken over yet. */
export const isLineEarly = (): boolean => globalThis.earlyLine !== undefined;

/** Closes the line of the HTML, which was opened with the session of before. */
export const dropEarlyLine = (): void => void takeEarlyLine(undefined);

/** The line that the HTML has opened to this address, once; undefined if there is none. */
export function takeEarlyLine(address: string | undefined): EarlyLine | undefined {
  const early = globalThis.earlyLine;
  globalThis.earlyLine = undefined;
  if (!early) return undefined;
  const { socket } = early;
  if (socket.url !== address || socket.readyState > WebSocket.OPEN) {
    socket.close();
    return undefined;
  }
  return early;
}
