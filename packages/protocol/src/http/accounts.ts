/** Ways of signing in: claiming a guest, and signing in on any device (P12). */
import { z } from 'zod';
import { person } from './me.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 24;
/** A password is the only factor here, for which NIST SP 800-63B asks for fifteen characters. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 128;
/** A link by e-mail is valid for fifteen minutes. */
export const LINK_EXPIRES_IN_MS = 900_000;
/** A passkey's challenge has to be answered within five minutes. */
export const CHALLENGE_EXPIRES_IN_MS = 300_000;

const USERNAME = /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/;

/**
 * Puts a username into the one form it is kept and compared in: NFKC, trimmed, lower case.
 * @returns null if it cannot be one: 3 to 24 of a–z, 0–9, dot, dash and underscore, with a letter or digit at both ends
 */
export function normaliseUsername(raw: string): string | null {
  const username = raw.normalize('NFKC').trim().toLowerCase();
  const isLong = username.length >= USERNAME_MIN && username.length <= USERNAME_MAX;
  return isLong && USERNAME.test(username) ? username : null;
}

/** The form in which a password is counted, compared and hashed, however a keyboard composes its letters. */
export const normalisePassword = (raw: string): string => raw.normalize('NFKC');

/** The length of a password as rules count it: in characters (code points) of its normal form. */
export const passwordLength = (raw: string): number => [...normalisePassword(raw)].length;

const username = z.string().max(100);
const password = z.string().max(4 * PASSWORD_MAX);
const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A credential's id, base64url. */
export const passkeyId = z.string().regex(/^[\w-]{1,1400}$/);

/** What the browser's passkey functions take and give: WebAuthn's own JSON, which the service's library checks. */
const webAuthnJson = z.looseObject({ id: passkeyId });

/** What becomes of the guest who was at this device: merged into the account, or left behind. */
export const guestChoice = z.enum(['bring', 'leave']);
export type GuestChoice = z.infer<typeof guestChoice>;

/** What of a guest came along. */
export const mergedGuest = z.object({
  /** Whose games they were. */
  name: z.string(),
  /** Plays that are the other person's now. */
  plays: z.int(),
  /** Races in which both sat: both seats stay, and the race counts for nothing. */
  sharedRaces: z.int(),
});
export type MergedGuest = z.infer<typeof mergedGuest>;

/** `GET /api/account`: how I can sign in. Nothing of it for a guest. */
export const account = z.object({
  username: z.string().nullable(),
  email: z.string().nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      /** After the device it was made on, e.g. "Chrome on Linux". */
      name: z.string(),
      createdAt: z.iso.datetime(),
      usedAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type Account = z.infer<typeof account>;

/** `POST /api/account/password`: claim by username and password, or change them; then with the current password. */
export const passwordSet = z.object({
  username,
  password,
  current: password.optional(),
  /** Whether all other devices are signed out. */
  endOthers: z.boolean().optional(),
});
export type PasswordSet = z.infer<typeof passwordSet>;

/** `DELETE /api/account/password`: with the current password, as for changing it. */
export const passwordRemove = z.object({ current: password });
export type PasswordRemove = z.infer<typeof passwordRemove>;

/** `POST /api/account/passkeys/options`: what to hand to `navigator.credentials.create`. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** `POST /api/account/passkeys`: claim by the passkey that was made, or add it. */
export const passkeyAdd = z.object({ credential: webAuthnJson });
export type PasskeyAdd = z.infer<typeof passkeyAdd>;

/**
 * `POST /api/account/email`, `POST /api/sign-in/email`: have a link sent. The answer is the same whether or not an
 * account has the address.
 */
export const emailLink = z.object({ email });
export type EmailLink = z.infer<typeof emailLink>;
export const emailLinkSent = z.object({ expiresInMs: z.int() });

/** `POST /api/sign-in/password`. */
export const passwordSignIn = z.object({ username, password, guest: guestChoice });
export type PasswordSignIn = z.infer<typeof passwordSignIn>;

/** `POST /api/sign-in/passkey`, after `POST /api/sign-in/passkey/options`. */
export const passkeySignIn = z.object({ credential: webAuthnJson, guest: guestChoice });
export type PasskeySignIn = z.infer<typeof passkeySignIn>;

/** `POST /api/sign-in/link`: the token of an e-mailed link. */
export const linkSignIn = z.object({ token: z.string().max(100), guest: guestChoice });
export type LinkSignIn = z.infer<typeof linkSignIn>;

/** Whoever this device is now, and what of its guest came along. */
export const signedIn = z.object({ person, merged: mergedGuest.nullable() });
export type SignedIn = z.infer<typeof signedIn>;
