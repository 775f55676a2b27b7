/**
 * SHA-256 (FIPS 180-4). Browsers have one of their own over https only, and the check of a deal has
 * to work over plain http too; it is a few hundred bytes of input, so one way for all is fast enough.
 */

/** The first 32 bits of the fractional parts of the `root`-th roots of the first primes. */
function fractions(count: number, root: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let isPrime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) isPrime = false;
    if (isPrime) {
      const value = candidate ** (1 / root);
      found.push(Math.floor((value - Math.floor(value)) * 2 ** 32) | 0);
    }
  }
  return found;
}

const ROUNDS = fractions(64, 3);
const START = fractions(8, 2);

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** @returns 32 bytes */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);

  const hash = START.slice();
  const w = new Int32Array(64);
  const at = (n: number): number => w[n] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n++) w[n] = view.getInt32(block + 4 * n);
    for (let n = 16; n < 64; n++) {
      const a = at(n - 15);
      const b = at(n - 2);
      const small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      w[n] = at(n - 16) + small0 + at(n - 7) + small1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let n = 0; n < 64; n++) {
      const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const one = (h + big1 + choice + (ROUNDS[n] ?? 0) + at(n)) | 0;
      const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + big0 + majority) | 0;
    }
    for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) {
      hash[n] = ((hash[n] ?? 0) + word) | 0;
    }
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [n, word] of hash.entries()) result.setInt32(4 * n, word);
  return new Uint8Array(result.buffer);
}
