/** What echo and skeleton have in common: a plain Socket.IO server that prints its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';

/** An entry as sent over the wire; an undo has no move. */
export interface Request {
  readonly playId: string;
  readonly expected: number;
  readonly move?: number;
}

export type Acknowledge = (answer: unknown) => void;

/** Four times a second, as the service publishes progress. */
const PROGRESS_EVERY_MS = 250;

/** The answer to an accepted entry, in the service's format. */
export const accepted = (number: number, entry: number, elapsedMs: number) => ({
  ok: true,
  data: { entry, elapsedMs, number, ending: null },
});

/** Starts the server; each connection is in the room of its race, `at`. */
export function serve(onLine: (io: Server, socket: Socket, race: string) => void): void {
  const http = createServer();
  const io = new Server(http, { serveClient: false, transports: ['websocket'] });
  io.on('connection', (socket) => {
    const race = String(socket.handshake.query['at']);
    void socket.join(race);
    onLine(io, socket, race);
  });
  http.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  });
  // A normal exit, so that a profile is written.
  process.on('SIGTERM', () => process.exit());
}

/**
 * Coalesces progress: publishes the latest progress of each changed play to its race, four times a second.
 * @returns a function that records the progress of a play
 */
export function coalesce<Progress>(publish: (race: string, changed: readonly Progress[]) => void) {
  const races = new Map<string, Map<string, Progress>>();
  setInterval(() => {
    for (const [race, changed] of races) {
      if (changed.size === 0) continue;
      publish(race, [...changed.values()]);
      changed.clear();
    }
  }, PROGRESS_EVERY_MS);
  return (race: string, playId: string, progress: Progress): void => {
    let changed = races.get(race);
    if (!changed) races.set(race, (changed = new Map()));
    changed.set(playId, progress);
  };
}
