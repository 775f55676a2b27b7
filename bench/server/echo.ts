/**
 * The yardstick: a bare Socket.IO echo that acknowledges each entry and broadcasts it to the race; `echo.js each` sends
 * every entry to the other three at once, `echo.js coalesced` progress to everybody four times a second.
 */
import { accepted, coalesce, serve } from './yardstick.ts';
import type { Acknowledge, Request } from './yardstick.ts';

const UNDO = 0xffff;
const isCoalesced = process.argv[2] === 'coalesced';

let note: ReturnType<typeof coalesce<readonly number[]>> | undefined;

serve((io, socket, race) => {
  const seat = io.of('/').adapter.rooms.get(race)?.size ?? 0;
  note ??= coalesce((to, players) => void io.to(to).emit('race:progressed', { players }));
  const answer = ({ playId, expected, move = UNDO }: Request, acknowledge: Acknowledge) => {
    acknowledge(accepted(expected, move, Math.floor(performance.now())));
    if (isCoalesced) note?.(race, playId, [seat, 0, expected]);
    else socket.to(race).emit('moved', { seat, number: expected });
  };
  socket.on('play:move', answer);
  socket.on('play:undo', answer);
});
