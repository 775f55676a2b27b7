/**
 * Words for the refusals of the service, fetched with the first of them. What is said where nothing can be fetched is in
 * `common-errors.en.ts`; refusals about accounts, circles and duplicates have files of their own.
 */
import type { ErrorCode } from '@same-deal/protocol';
import type { AccountErrorCode } from './account-errors.en.ts';
import type { CircleErrorCode } from './circle-errors.en.ts';
import type { CommonErrorCode } from './common-errors.en.ts';
import type { DuplicateErrorCode } from './duplicate-errors.en.ts';

export const errors: Record<
  Exclude<ErrorCode, AccountErrorCode | CircleErrorCode | CommonErrorCode | DuplicateErrorCode>,
  string
> = {
  'bad-request': 'The service did not understand that. Reload the page and try again.',
  'unknown-event': 'This page is older than the service. Reload it.',
  'not-found': 'The link may be incomplete, or what it led to is gone.',
  'too-large': 'That was too much at once.',
  'too-many-requests': 'Too many requests in a short time. Wait a moment, then try again.',
  'not-signed-in': 'This device is no longer signed in. Reload the page.',
  forbidden: 'That belongs to somebody else.',
  'name-taken': 'Somebody in your race has a name that looks like that one. Choose another.',
  'name-not-allowed': 'A name has up to 24 characters, none invisible, and is none of ours.',
  'race-full': 'All seats of this race are taken. You can watch.',
  'race-locked': 'The host has locked this race. You can watch.',
  'race-started': 'This race has started. You can watch it, and play the rematch.',
  'race-not-open': 'That can be changed only before the start.',
  'race-expired': 'This race was never started and has expired.',
  'race-not-settled': 'That can be seen once the race has settled.',
  'not-host': 'Only the host can do that.',
  'not-in-race': 'You have no seat in this race.',
  'too-many-lobbies': 'You sit in ten lobbies already. Leave one first.',
  'too-few-players': 'A race needs at least two players.',
  'players-not-ready': 'Somebody is not ready yet.',
  'illegal-move': 'The rules do not allow that move.',
  stale: 'The table has moved on; it is shown as it is now.',
  'not-started': 'The race has not begun yet.',
  'play-ended': 'This game is over.',
  'time-is-up': 'The time is up.',
  'play-damaged': 'What we stored of this game is damaged; it counts as far as you see it.',
  'log-full': 'This game has reached its 5,000 moves; no more can be made.',
  'nothing-to-undo': 'Nothing to undo.',
  'undo-not-allowed': 'There is no undo here.',
  'undo-crosses-turned-card': 'You can’t undo past a revealed stock card.',
  'not-practice': 'Hints are for practice only.',
  'deal-is-live': 'This deal is still being played. It opens afterwards.',
  'too-many-plays': 'You have too many unfinished practice games. Finish some, or give them up.',
  'deal-code-wrong': 'No such deal code or number.',
  'daily-not-open': 'A daily can be started only on its own day, by UTC.',
  'not-a-moderator': 'Only a moderator can do that.',
  elsewhere: 'Another part of the service has this. Try again in a moment.',
  outdated: 'This page is older than the service. Reload it.',
};
