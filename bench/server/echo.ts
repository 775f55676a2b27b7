/** The yardstick: a bare Socket.IO echo that acknowledges each message and tells it to the other three of its room. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { serveClient: false });
io.on('connection', (socket) => {
  const room = String(socket.handshake.auth['room']);
  void socket.join(room);
  socket.on('move', (message: { number: number }, acknowledge: (answer: unknown) => void) => {
    acknowledge({ ok: true, data: { number: message.number } });
    socket.to(room).emit('moved', message);
  });
});
http.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
});
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit());
