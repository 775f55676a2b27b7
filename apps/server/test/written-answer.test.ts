// What is written beforehand travels as everything else does.
import { expect, test } from 'vitest';
import { Encoder, PacketType } from 'socket.io-parser';
import type { Packet } from 'socket.io-parser';
import { WrittenAnswer, packets } from '../src/line/written-answer.ts';

const ours = new packets.Encoder();
const theirs = new Encoder();

test.each<Packet>([
  { type: PacketType.CONNECT, nsp: '/', data: { sid: 'a' } },
  { type: PacketType.CONNECT_ERROR, nsp: '/', data: { message: 'not here' } },
  { type: PacketType.CONNECT_ERROR, nsp: '/elsewhere', data: 'Invalid namespace' },
  { type: PacketType.DISCONNECT, nsp: '/', data: undefined },
  { type: PacketType.EVENT, nsp: '/', data: ['race:updated', { name: 'Zoë “5” \u2028\ud800' }] },
  { type: PacketType.EVENT, nsp: '/', id: 0, data: ['ping', undefined] },
  { type: PacketType.ACK, nsp: '/', id: 12, data: [{ ok: true, data: {} }] },
  { type: PacketType.ACK, nsp: '/elsewhere', id: 0, data: [] },
])('a packet has the bytes that Socket.IO gives it: %j', (packet) => {
  expect(ours.encode(packet)).toEqual(theirs.encode(packet));
});

test('a written answer has the bytes that its data would have', () => {
  const data = { tables: [{ log: [1, 2, 3] }] };
  const ack = { type: PacketType.ACK, nsp: '/', id: 7 };
  expect(ours.encode({ ...ack, data: [new WrittenAnswer(data, JSON.stringify(data))] })).toEqual(
    theirs.encode({ ...ack, data: [{ ok: true, data }] }),
  );
});
