/**
 * Passwords: which are allowed, and how they are stored. Rules by NIST SP 800-63B: length and a list, no composition.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { normalisePassword, PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '@same-deal/protocol';

/** What scrypt is asked to do: 2^logN blocks of r × 128 bytes, p times. */
export interface PasswordCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/**
 * scrypt with 2^15 blocks of 8 × 128 bytes, three times: 32 MiB and about as much work as OWASP's other settings.
 * Raising it leaves old hashes readable: each carries what it was made with.
 */
export const USUAL_COST: PasswordCost = { logN: 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const SERVICE_NAME = 'samedeal';
/** Of a password that holds the service's name or the username, so much must be left without them. */
const OWN_LENGTH = 8;
/** A password that only repeats something shorter than this is as weak as what it repeats. */
const REPEATED_MAX = 12;

export type PasswordMistake = 'too-short' | 'too-long' | 'common' | 'predictable';

/** The passwords everybody tries first; half a megabyte, so not before somebody chooses one. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set((dictionary['passwords-common'] as string[]).map((word) => word.toLowerCase()));
}
let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Why a password cannot be chosen; undefined if it can.
 * @param username in its normal form
 */
export async function passwordMistake(
  raw: string,
  username: string,
): Promise<PasswordMistake | undefined> {
  const length = passwordLength(raw);
  if (length < PASSWORD_MIN) return 'too-short';
  if (length > PASSWORD_MAX) return 'too-long';
  const password = normalisePassword(raw).toLowerCase();
  common ??= loadCommon();
  if ((await common).has(password)) return 'common';
  const bare = password.replace(/[\s\p{P}]/gu, '');
  if (bare === '' || repeatedPart(bare).length <= REPEATED_MAX) return 'predictable';
  if (isRun(bare)) return 'predictable';
  const own = [SERVICE_NAME, username.replace(/[._-]/g, '')].reduce(
    (rest, word) => rest.replaceAll(word, ''),
    bare,
  );
  return own !== bare && own.length < OWN_LENGTH ? 'predictable' : undefined;
}

/** The shortest text whose repetition, the last time perhaps in part, gives this one. */
function repeatedPart(text: string): string {
  let length = 1;
  while (
    !text
      .slice(length)
      .split('')
      .every((sign, n) => sign === text[n])
  )
    length++;
  // Said once and a bit more is no repetition.
  return 2 * length <= text.length ? text.slice(0, length) : text;
}

/** "abcdefgh…" and "98765…": every sign follows the one before. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, n) => sign.charCodeAt(0) - text.charCodeAt(n));
  return (
    steps.every((step) => step === 1 || step === -9) ||
    steps.every((step) => step === -1 || step === 9)
  );
}

/** Makes what is stored: `scrypt$logN$r$p$salt$key`. Takes about half a second of another thread. */
export async function hashPassword(raw: string, cost: PasswordCost = USUAL_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(raw, salt, cost);
  const { logN, r, p } = cost;
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether this is the password; the same work where there is none to compare with. */
export async function verifyPassword(raw: string, stored: string | null): Promise<boolean> {
  const [scheme, logN, r, p, salt, key] = (stored ?? (await nobodysHash())).split('$');
  if (scheme !== 'scrypt' || !salt || !key)
    throw new Error('a stored password is of no known form');
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const given = await derive(raw, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(given, Buffer.from(key, 'base64url')) && stored !== null;
}

let nobodys: Promise<string> | undefined;
const nobodysHash = (): Promise<string> =>
  (nobodys ??= hashPassword(randomBytes(SALT_BYTES).toString('hex')));

const derive = (raw: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN;
    const limits = { N, r, p, maxmem: 2 * 128 * N * r };
    scrypt(normalisePassword(raw), salt, KEY_BYTES, limits, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
