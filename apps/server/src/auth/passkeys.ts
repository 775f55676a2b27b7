/** Passkeys (WebAuthn): the options sent to the browser, and the verification of its response. */
import { isIP } from 'node:net';
import type { PasskeyAdd, PasskeyOptions, PasskeySignIn, Person } from '@same-deal/protocol';
import { CHALLENGE_EXPIRES_IN_MS } from '@same-deal/protocol';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey, StoredPasskey } from '../storage/auth/accounts.ts';

const SERVICE = 'Same Deal';
/** The ways to reach an authenticator, by WebAuthn and what the library knows beside. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** The site that a passkey is bound to. */
export interface Site {
  /** The host name, without scheme and port. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The site that a request was sent to: the public address or, without one, the origin the page was opened from.
 * @returns null where browsers offer no passkeys: over plain http except on localhost, and for IP addresses
 */
export function siteOf(origin: string | undefined, publicUrl: string | undefined): Site | null {
  const url = publicUrl ?? origin;
  if (url === undefined || !URL.canParse(url)) return null;
  const { protocol, hostname, origin: siteOrigin } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if ((protocol !== 'https:' && !isLocal) || isIP(hostname.replace(/[[\]]/g, '')) !== 0)
    return null;
  return { id: hostname, origin: siteOrigin };
}

/** The options for `navigator.credentials.create`; the caller has to store their challenge. */
export async function creationOptions(
  site: Site,
  person: Person,
  present: readonly { readonly id: string }[],
): Promise<PasskeyOptions> {
  const options = await generateRegistrationOptions({
    rpName: SERVICE,
    rpID: site.id,
    userName: person.name,
    userDisplayName: person.name,
    // A stable id: a device holds one passkey per person, and a new one replaces it. It never identifies who signs in.
    userID: Uint8Array.from(Buffer.from(person.id)),
    timeout: CHALLENGE_EXPIRES_IN_MS,
    excludeCredentials: present.map(({ id }) => ({ id })),
    // Signing in asks for no username, so the device has to find the passkey by the site alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  return { ...options };
}

/** The options for `navigator.credentials.get`, for any passkey of this site. */
export async function requestOptions(site: Site): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'preferred',
    timeout: CHALLENGE_EXPIRES_IN_MS,
  });
  return { ...options };
}

/** Consumes a challenge; false if it is not open. */
type UseChallenge = (challenge: string) => Promise<boolean>;

/**
 * Verifies a passkey that a browser has created.
 * @param name by which its owner recognises it
 * @returns the passkey to store; null if anything about it is wrong
 */
export async function checkCreated(
  site: Site,
  credential: PasskeyAdd['credential'],
  { userId, name }: Pick<NewPasskey, 'userId' | 'name'>,
  useChallenge: UseChallenge,
): Promise<NewPasskey | null> {
  const checked = await unlessMalformed(useChallenge, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponse,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: false,
    }),
  );
  if (!checked?.verified) return null;
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
  return {
    id,
    userId,
    name,
    publicKey: Uint8Array.from(publicKey),
    counter,
    // The browser's words, which nobody has signed.
    transports: TRANSPORTS.filter((one) => Array.isArray(transports) && transports.includes(one)),
  };
}

/**
 * Verifies that a browser holds a passkey.
 * @returns the authenticator's count of uses; null if anything is wrong
 */
export async function checkHeld(
  site: Site,
  credential: PasskeySignIn['credential'],
  { id, publicKey, counter }: StoredPasskey,
  useChallenge: UseChallenge,
): Promise<number | null> {
  const checked = await unlessMalformed(useChallenge, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponse,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id, publicKey, counter },
      requireUserVerification: false,
    }),
  );
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** The library throws for each kind of mismatch; all of them are refused alike. A database that is gone is none. */
async function unlessMalformed<Checked>(
  useChallenge: UseChallenge,
  check: (useChallenge: UseChallenge) => Promise<Checked>,
): Promise<Checked | null> {
  const failed: unknown[] = [];
  const use: UseChallenge = (challenge) =>
    useChallenge(challenge).catch((error: unknown) => {
      failed.push(error);
      return false;
    });
  const checked = await check(use).catch(() => null);
  if (failed.length > 0) throw failed[0];
  return checked;
}
