/**
 * Passwords: which are allowed, and how they are stored. As NIST SP 800-63B recommends: a minimum length and a blocklist,
 * no composition rules.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { normalisePassword, PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '@same-deal/protocol';

/** The parameters of scrypt: 2^logN blocks of r × 128 bytes, p times. */
export interface PasswordCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/**
 * scrypt with 2^15 blocks of 8 × 128 bytes, three times: 32 MiB and about as much work as OWASP's other settings.
 * Raising it leaves old hashes verifiable: each contains its own parameters.
 */
export const USUAL_COST: PasswordCost = { logN: 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const SERVICE_NAME = 'samedeal';
/** The characters a password must have besides the service's name and the username. */
const OWN_LENGTH = 8;
/** A password that repeats a part of up to this length is as weak as that part. */
const REPEATED_MAX = 12;

export type PasswordMistake = 'too-short' | 'too-long' | 'common' | 'predictable';

/** The most common passwords; half a megabyte, so loaded only when a password is first chosen. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set((dictionary['passwords-common'] as string[]).map((word) => word.toLowerCase()));
}
let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Checks a new password.
 * @param username in its normal form
 * @returns why it is refused; undefined if it is allowed
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

/** The shortest part whose repetition gives this text; the last repetition may be incomplete. */
function repeatedPart(text: string): string {
  let length = 1;
  while (
    !text
      .slice(length)
      .split('')
      .every((char, n) => char === text[n])
  )
    length++;
  // Less than two full repetitions do not count.
  return 2 * length <= text.length ? text.slice(0, length) : text;
}

/** Whether each character follows the one before, as in "abcdefgh…" and "98765…". */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((char, n) => char.charCodeAt(0) - text.charCodeAt(n));
  return (
    steps.every((step) => step === 1 || step === -9) ||
    steps.every((step) => step === -1 || step === 9)
  );
}

/** Hashes a password, as `scrypt$logN$r$p$salt$key`. Takes about half a second of a worker thread. */
export async function hashPassword(raw: string, cost: PasswordCost = USUAL_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(raw, salt, cost);
  const { logN, r, p } = cost;
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether this is the password; null as the stored hash takes equally long and is false. */
export async function verifyPassword(raw: string, stored: string | null): Promise<boolean> {
  const [scheme, logN, r, p, salt, key] = (stored ?? (await dummyHash())).split('$');
  if (scheme !== 'scrypt' || !salt || !key)
    throw new Error('a stored password is of no known form');
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const given = await derive(raw, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(given, Buffer.from(key, 'base64url')) && stored !== null;
}

let dummy: Promise<string> | undefined;
/** A hash that no password matches, for accounts without one. */
const dummyHash = (): Promise<string> =>
  (dummy ??= hashPassword(randomBytes(SALT_BYTES).toString('hex')));

const derive = (raw: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN;
    const limits = { N, r, p, maxmem: 2 * 128 * N * r };
    scrypt(normalisePassword(raw), salt, KEY_BYTES, limits, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
