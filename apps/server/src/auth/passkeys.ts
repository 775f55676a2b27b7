/** Passkeys (WebAuthn): the options sent to the browser, and the check of its answer. */
import { isIP } from 'node:net';
import type { PasskeyAdd, PasskeyOptions, PasskeySignIn, Person } from '@same-deal/protocol';
import { CHALLENGE_EXPIRES_IN_MS } from '@same-deal/protocol';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey, StoredPasskey } from '../storage/accounts.ts';

const SERVICE = 'Same Deal';

/** The site that a passkey belongs to: it works nowhere else. */
export interface Site {
  /** The host's name alone. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The site that a request was sent to: the public address, or without one whatever host the page was opened by.
 * @returns null where browsers have no passkeys: plain http but for localhost, and bare addresses
 */
export function siteOf(origin: string | undefined, publicUrl: string | undefined): Site | null {
  const url = publicUrl ?? origin;
  if (url === undefined || !URL.canParse(url)) return null;
  const { protocol, hostname, origin: itself } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if ((protocol !== 'https:' && !isLocal) || isIP(hostname.replace(/[[\]]/g, '')) !== 0)
    return null;
  return { id: hostname, origin: itself };
}

/** What to hand to `navigator.credentials.create`; its challenge is for the caller to remember. */
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
    // So that a device holds one passkey a person, and a new one replaces it. Not their name, nor anything to look up.
    userID: Uint8Array.from(Buffer.from(person.id)),
    timeout: CHALLENGE_EXPIRES_IN_MS,
    excludeCredentials: present.map(({ id }) => ({ id })),
    // Signing in asks for no username, so the passkey has to know whose it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  return { ...options };
}

/** What to hand to `navigator.credentials.get`: any passkey of this site will do. */
export async function requestOptions(site: Site): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'preferred',
    timeout: CHALLENGE_EXPIRES_IN_MS,
  });
  return { ...options };
}

/**
 * Checks a passkey that a browser has made.
 * @param name what its owner may know it by
 * @param useChallenge uses the challenge up; false if it is not open
 * @returns null if anything about it is wrong
 */
export async function checkCreated(
  site: Site,
  credential: PasskeyAdd['credential'],
  { userId, name }: Pick<NewPasskey, 'userId' | 'name'>,
  useChallenge: (challenge: string) => Promise<boolean>,
): Promise<NewPasskey | null> {
  const checked = await unlessMalformed(
    verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponse,
      expectedChallenge: useChallenge,
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
    transports: transports ?? [],
  };
}

/**
 * Checks that a browser holds a passkey.
 * @returns the authenticator's count of uses; null if anything is wrong
 */
export async function checkHeld(
  site: Site,
  credential: PasskeySignIn['credential'],
  { id, publicKey, counter }: StoredPasskey,
  useChallenge: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const checked = await unlessMalformed(
    verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponse,
      expectedChallenge: useChallenge,
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

/** The library throws at whatever does not fit; to us it is all the same. */
const unlessMalformed = <Checked>(check: Promise<Checked>): Promise<Checked | null> =>
  check.catch(() => null);
