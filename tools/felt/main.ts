/**
 * `npx tsx tools/felt/main.ts`: makes `apps/web/src/board/grain.png`, the grain that lies over the felt's colour: short
 * fibres in two tones, which repeat without a seam.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 160;
const FIBRES = 2_100;
/** Black, then white, each so faint that only the whole is seen. */
const OPACITIES = [0, 18, 12] as const;

/** The same numbers each time (mulberry32). */
let state = 20_261_123;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

const tones = new Uint8Array(SIZE * SIZE);
for (let n = 0; n < FIBRES; n++) {
  const [x, y, angle] = [random() * SIZE, random() * SIZE, random() * Math.PI];
  const tone = 1 + (n % 2);
  for (let at = 0; at < 2 + random() * 3; at++) {
    const column = Math.floor(x + at * Math.cos(angle) + SIZE) % SIZE;
    const row = Math.floor(y + at * Math.sin(angle) + SIZE) % SIZE;
    tones[row * SIZE + column] = tone;
  }
}

/** Four pixels to a byte, each row after the number of its filter. */
const rows = Buffer.alloc((SIZE / 4 + 1) * SIZE);
for (const [at, tone] of tones.entries()) {
  const [row, column] = [Math.floor(at / SIZE), at % SIZE];
  const byte = row * (SIZE / 4 + 1) + 1 + (column >> 2);
  rows[byte] = (rows[byte] ?? 0) | (tone << (6 - 2 * (column & 3)));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// Two bits a pixel, from a palette.
header.set([2, 3, 0, 0, 0], 8);
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', header),
  chunk('PLTE', Buffer.from([0, 0, 0, 0, 0, 0, 255, 255, 255])),
  chunk('tRNS', Buffer.from(OPACITIES)),
  chunk('IDAT', deflateSync(rows, { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
]);
writeFileSync(path.join(import.meta.dirname, '../../apps/web/src/board/grain.png'), png);
console.log(`${png.length} bytes`);
