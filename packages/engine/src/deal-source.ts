/** Public deals for practice: a PySolFC deal number, or one of our own deal codes. */
import { sortedPack } from './card.ts';
import type { Pack } from './card.ts';
import { linearDraw, mersenneDraw, shuffle, shuffledPack } from './random.ts';
import { ok, refuse } from './result.ts';
import type { Result } from './result.ts';

export type DealSourceError = 'not-a-deal' | 'out-of-range' | 'mistyped' | 'unknown-version';

/** 31 letters and digits without look-alikes; the number is prime, which the check sign relies on. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BASE = ALPHABET.length;
/** The first sign of a code names how it becomes a pack. */
const VERSION = 'A';
const DATA_SIGNS = 7;

/** How many different deal codes there are: 31^7. */
export const DEAL_CODES = BASE ** DATA_SIGNS;

/** Σ place × sign ≡ 0 modulo a prime notices any one wrong sign and any two swapped ones. */
function checkSum(signs: string): number {
  return [...signs].reduce((sum, sign, n) => sum + (n + 1) * ALPHABET.indexOf(sign), 0) % BASE;
}

/** The code of deal `number`, 0 ≤ number < DEAL_CODES, in three groups of three: `A2F-9KD-3QX`. */
export function formatDealCode(number: number): string {
  let rest = number;
  let data = '';
  for (let n = 0; n < DATA_SIGNS; n++) {
    data = (ALPHABET[rest % BASE] ?? '') + data;
    rest = Math.floor(rest / BASE);
  }
  const signs = VERSION + data;
  const last = [...ALPHABET].find((sign) => checkSum(signs + sign) === 0) ?? '';
  return (signs + last).replace(/(...)(?=.)/g, '$1-');
}

function packOfCode(code: string, packs: 1 | 2): Result<Pack, DealSourceError> {
  if (code.length !== DATA_SIGNS + 2 || [...code].some((sign) => !ALPHABET.includes(sign))) {
    return refuse('not-a-deal');
  }
  if (checkSum(code) !== 0) return refuse('mistyped');
  if (code[0] !== VERSION) return refuse('unknown-version');
  const number = [...code.slice(1, -1)].reduce((n, sign) => n * BASE + ALPHABET.indexOf(sign), 0);
  const words = [number % 2 ** 32, Math.floor(number / 2 ** 32), VERSION.charCodeAt(0)];
  return ok(shuffledPack(packs, mersenneDraw(words)));
}

/** PySolFC's starting order for generator L with one pack: rank by rank, suits C D H S. */
const rankByRank: Pack = sortedPack(1).map((_, n) => [0, 39, 26, 13][n % 4]! + Math.floor(n / 4));

function packOfNumber(text: string, packs: 1 | 2): Result<Pack, DealSourceError> {
  const isMicrosoft = text.startsWith('ms');
  const number = BigInt(isMicrosoft ? text.slice(2) : text);
  if (number === 0n || number > 10n ** 20n) return refuse('out-of-range');
  if (isMicrosoft || number < 32000n) {
    if (number >= 2n ** 33n) return refuse('out-of-range');
    const order = packs === 1 ? rankByRank : sortedPack(packs);
    return ok(shuffle(order, linearDraw(Number(number))));
  }
  const words: number[] = [];
  for (let rest = number; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return ok(shuffledPack(packs, mersenneDraw(words)));
}

/**
 * The pack that a person's text names: `17`, `ms3000000`, `A2F-9KD-3QX`. Blanks and `# - _ . ,`
 * do not count, nor do capitals.
 */
export function packOf(text: string, packs: 1 | 2): Result<Pack, DealSourceError> {
  const compact = text.replace(/[\s#\-_.,]/g, '');
  if (/^(ms)?\d{1,21}$/i.test(compact)) return packOfNumber(compact.toLowerCase(), packs);
  return packOfCode(compact.toUpperCase(), packs);
}
