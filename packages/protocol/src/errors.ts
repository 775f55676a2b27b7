import { rejectionCodes } from '@same-deal/engine';
import { z } from 'zod';
import { view } from './play.ts';

/**
 * Every refusal the service can give (P8), with its meaning and the HTTP status it travels under.
 * The list is closed: a code that is not here cannot be sent, and the page has words for each.
 */
export const errors = {
  // shape
  'bad-request': { status: 400, means: 'The request is malformed; `detail` names the field.' },
  'unknown-event': { status: 400, means: 'No event of that name exists.' },
  'not-found': { status: 404, means: 'No such route, race, play, deal or person.' },
  'too-large': { status: 413, means: 'The body is larger than this route takes.' },
  'too-many-requests': {
    status: 429,
    means: 'A rate limit; `retryAfterMs` says when to come back.',
  },
  // identity
  'not-signed-in': { status: 401, means: 'No session, or it has ended.' },
  forbidden: { status: 403, means: 'That belongs to somebody else, or the origin is foreign.' },
  'name-not-allowed': { status: 400, means: 'A name has 1 to 24 visible characters.' },
  'name-taken': {
    status: 409,
    means: 'Somebody beside whom they sit in a race has a name that looks like it.',
  },
  'hand-over-unknown': { status: 404, means: 'No such hand-over token or code.' },
  'hand-over-expired': { status: 410, means: 'The hand-over was valid for five minutes.' },
  'hand-over-used': { status: 410, means: 'The hand-over has been used already.' },
  'sign-in-again': {
    status: 403,
    means: 'This needs a sign-in of the last minutes; whoever signs in anew may ask again.',
  },
  'sign-in-failed': {
    status: 401,
    means: 'No such way of signing in; whether the account or its secret was wrong is not told.',
  },
  'username-not-allowed': {
    status: 400,
    means: 'A username has 3 to 24 of a–z, 0–9, dot, dash and underscore.',
  },
  'username-taken': { status: 409, means: 'Somebody has that username.' },
  'password-not-allowed': {
    status: 400,
    means: 'The password is too weak; `detail` is too-short, too-long, common or predictable.',
  },
  'passkey-refused': {
    status: 400,
    means: 'The passkey is not known here, or could not be checked: another address, or too late.',
  },
  'passkey-unavailable': {
    status: 409,
    means: 'Passkeys need https and a host name, or localhost.',
  },
  'email-off': { status: 409, means: 'This installation sends no e-mail.' },
  'link-unknown': { status: 404, means: 'No such link.' },
  'link-expired': { status: 410, means: 'The link was valid for fifteen minutes.' },
  'link-used': { status: 410, means: 'The link has been used already.' },
  'link-elsewhere': {
    status: 409,
    means: 'The link adds an address, which only the device that asked for it can do.',
  },
  'last-way-in': { status: 409, means: 'An account keeps at least one way of signing in.' },
  'too-many-kept': {
    status: 409,
    means: 'They have as many of these as one person may have; `docs/operations.md` lists them.',
  },
  'merge-running': {
    status: 409,
    means: 'Guest and account are in one race or daily that still runs; `detail` names it.',
  },
  'merged-already': { status: 409, means: 'That guest has been merged into an account before.' },
  'race-running': {
    status: 409,
    means: 'A race of theirs has not settled yet; `detail` names it.',
  },
  // races
  'race-full': { status: 409, means: 'All seats of the race are taken.' },
  'race-locked': { status: 409, means: 'The host has locked the race.' },
  'race-started': { status: 409, means: 'The race has started; it can be watched.' },
  'race-not-open': { status: 409, means: 'That can be changed only before the start.' },
  'race-expired': { status: 410, means: 'Nobody started the race in time.' },
  'race-not-settled': { status: 409, means: 'That can be seen once the race has settled.' },
  'not-host': { status: 403, means: 'Only the host can do that.' },
  'not-in-race': { status: 403, means: 'You have no seat in this race.' },
  'too-many-lobbies': {
    status: 409,
    means: 'They sit in ten lobbies that have not started; leaving one makes room.',
  },
  'too-few-players': { status: 409, means: 'A race needs at least two players.' },
  'players-not-ready': { status: 409, means: 'Somebody in the lobby is not ready.' },
  // plays
  'illegal-move': { status: 409, means: 'The rules do not allow the move; `rejection` says why.' },
  stale: {
    status: 409,
    means: 'The entry does not carry the next number; the current table is enclosed.',
  },
  'not-started': { status: 409, means: 'The race has not begun; `startsInMs` says when.' },
  'play-ended': { status: 409, means: 'The play has ended.' },
  'time-is-up': { status: 409, means: 'The entry came after the closing time.' },
  'play-damaged': {
    status: 409,
    means: 'What is stored of the play cannot be replayed; it counts up to its last good entry.',
  },
  'log-full': { status: 409, means: 'A log holds at most 5,000 entries.' },
  'nothing-to-undo': { status: 409, means: 'No move is left to take back.' },
  'undo-not-allowed': { status: 409, means: 'This race is played without undo.' },
  'undo-crosses-turned-card': {
    status: 409,
    means: 'A turned-up stock card cannot be turned back.',
  },
  'not-practice': { status: 409, means: 'Hints are for practice only.' },
  'deal-is-live': {
    status: 403,
    means: 'The deal is still being played; it opens when it has closed.',
  },
  'too-many-plays': {
    status: 409,
    means: 'They have too many practice games under way; ending some makes room.',
  },
  'deal-code-wrong': { status: 400, means: 'No such deal code or number.' },
  // dailies
  'daily-not-open': { status: 409, means: 'A daily can be begun on its own UTC day only.' },
  // duplicates
  'duplicate-closed': {
    status: 409,
    means: 'The duplicate is over: nothing can be begun any more.',
  },
  'duplicate-full': { status: 409, means: 'The duplicate takes nobody else.' },
  'not-in-duplicate': { status: 403, means: 'They do not take part in this duplicate.' },
  'too-many-duplicates': {
    status: 409,
    means: 'They have opened ten duplicates that still run; when one is over there is room.',
  },
  // circles
  'circle-full': { status: 409, means: 'The circle takes nobody else.' },
  'circle-removed': {
    status: 403,
    means: 'Its host has removed them from this circle: its link does not lead back.',
  },
  'too-many-circles': {
    status: 409,
    means: 'They are in twenty circles; leaving one makes room.',
  },
  'not-a-moderator': { status: 403, means: 'Only a moderator can do that.' },
  // the service
  elsewhere: {
    status: 421,
    means: 'Another node serves this: connect anew by `at`, and to `node` if it is named.',
  },
  outdated: { status: 426, means: 'The page is older than the service understands; load it anew.' },
  unavailable: { status: 503, means: 'The service cannot store anything just now; try again.' },
  internal: { status: 500, means: 'A fault of ours; it has been logged.' },
} as const satisfies Record<string, { status: number; means: string }>;

export type ErrorCode = keyof typeof errors;

/** A refusal as it travels: the code, and what was wrong in terms a program can use. */
export const failure = z.object({
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  /** The field or thing that was wrong; for people who read logs, not for the page. */
  detail: z.string().optional(),
  /** With `illegal-move`: the rule, and the piles involved. */
  rejection: z.object({ code: z.enum(rejectionCodes), from: z.int(), to: z.int() }).optional(),
  /** With `stale`: how many entries there are, and the table after them. */
  number: z.int().optional(),
  view: view.optional(),
  /** With `not-started`. */
  startsInMs: z.int().optional(),
  /** With `elsewhere`: what the line is to be routed by, and the node that serves it, if it is known. */
  at: z.string().optional(),
  node: z.string().optional(),
  /** With `too-many-requests`. */
  retryAfterMs: z.int().optional(),
});
export type Failure = z.infer<typeof failure>;
