import type { Device } from '../auth/auth.ts';
import { refusal } from './errors.ts';

/** How long after signing in a session counts as fresh. */
const FRESH_FOR_MS = 10 * 60_000;

/**
 * Refuses with `sign-in-again` what changes how an account is reached, or ends it, where the sign-in is an old one:
 * somebody else at an open page cannot do it. Guests have nothing to sign in with.
 */
export function mustBeFresh({ person, signedInAt }: Pick<Device, 'person' | 'signedInAt'>): void {
  if (person.isGuest || Date.now() - signedInAt.getTime() < FRESH_FOR_MS) return;
  throw refusal('sign-in-again');
}
