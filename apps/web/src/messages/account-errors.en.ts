/** Words for refusals about signing in, accounts and devices: no table needs them. */
import type { ErrorCode } from '@same-deal/protocol';

export const accountErrors = {
  'hand-over-unknown': 'No such hand-over code. Check it, or make a new one on the other device.',
  'hand-over-expired':
    'This code has expired: it is valid for five minutes. Make a new one on the other device.',
  'hand-over-used': 'This code has been used; it works once. Make a new one on the other device.',
  'sign-in-again': 'To confirm that it’s you, sign in again first.',
  'sign-in-failed': 'Wrong username or password.',
  'username-not-allowed':
    'A username has 3 to 24 letters (a–z), digits, dots, dashes or underscores, and begins and ends with a letter or digit.',
  'username-taken': 'That username is taken. Choose another one.',
  'password-not-allowed': 'That password is too easy to guess. Choose another one.',
  'passkey-refused': 'That passkey did not work here. Try again, or choose another way.',
  'passkey-unavailable': 'Passkeys need a secure (https) address.',
  'email-off': 'This installation sends no e-mail. Choose another way.',
  'link-unknown': 'No such link. Check that all of it was copied, or ask for a new one.',
  'link-expired': 'This link has expired: it is valid for fifteen minutes. Ask for a new one.',
  'link-used': 'This link has been used already; it works once. Ask for a new one.',
  'link-elsewhere': 'Open this link in the browser in which you asked for it.',
  'last-way-in': 'This is your only way to sign in. Add another one first.',
  'too-many-kept': 'You have as many of these as one person can have. Remove one first.',
  'merge-running':
    'You are in the same race or daily twice, and it is still running. Finish it first.',
  'merged-already': 'These games belong to an account already. Reload the page.',
  'race-running': 'A race of yours is still running. Finish it or give it up first.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type AccountErrorCode = keyof typeof accountErrors;
