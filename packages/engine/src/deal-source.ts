/** Public deals for practice: a PySolFC deal number, or one of our own deal codes. */
import { sortedPack } from './card.ts';
import type { Pack } from './card.ts';
import { linearDraw, mersenneDraw, shuffle, shuffledPack } from './random.ts';
import { ok, refuse } from './result.ts';
import type { Result } from './result.ts';

export type DealSourceError = 'not-a-deal' | 'out-of-range' | 'mistyped' | 'unknown-version';

/** 31 letters and digits without look-alikes; the number is prime, which the check sign relies on. */
const ALPHABET = 'ABCDEFGHJKMNPQRTUVWXYZS23456789';
const BASE = ALPHABET.length;
/** The first sign of a code names how it becomes a pack. */
const VERSION = 'A';
const DATA_SIGNS = 7;
/**
 * The second sign is one of the letters before S. So a code with a wrong sign still has a letter
 * too many to pass for a PySolFC number, plain or with its `ms`.
 */
const FIRST_SIGNS = ALPHABET.indexOf('S');

/** How many different deal codes there are: 22 × 31^6. */
export const DEAL_CODES = FIRST_SIGNS * BASE ** (DATA_SIGNS - 1);

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
  if (number >= DEAL_CODES) return refuse('not-a-deal');
  const words = [number % 2 ** 32, Math.floor(number / 2 ** 32), VERSION.charCodeAt(0)];
  return ok(shuffledPack(packs, mersenneDraw(words)));
}

/** PySolFC's starting order for generator L with one pack: rank by rank, suits C D H S. */
const rankByRank: Pack = sortedPack(1).map((_, n) => 13 * ((52 - n) % 4) + Math.floor(n / 4));

/** PySolFC's own limit. */
const LAST_NUMBER = 10n ** 20n;

function packOfNumber(
  isMicrosoft: boolean,
  digits: string,
  packs: 1 | 2,
): Result<Pack, DealSourceError> {
  // A text of a million digits is refused before it is read as a number.
  const significant = digits.replace(/^0+(?=\d)/, '');
  if (significant.length > String(LAST_NUMBER).length) return refuse('out-of-range');
  const number = BigInt(significant);
  if (number === 0n || number > LAST_NUMBER) return refuse('out-of-range');
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
  const [, ms, digits] = /^(ms)?(\d+)$/i.exec(compact) ?? [];
  if (digits !== undefined) return packOfNumber(ms !== undefined, digits, packs);
  return packOfCode(compact.toUpperCase(), packs);
}
