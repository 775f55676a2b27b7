/** What the page of a race says, from the lobby to the rematch. */
import type { RaceSnapshot } from '@same-deal/protocol';
import { count, listOf } from './counting.ts';

export const raceWords = {
  titleOf: (game: string) => `${game} race`,
  code: (code: string) => `Race ${code}`,
  entering: 'Finding the race…',
  // Lobby.
  players: 'Players',
  seats: (taken: number, all: number) => `${taken} of ${all} seats taken`,
  watchers: (n: number) => count(n, 'person watching', 'people watching'),
  host: 'Host',
  you: 'you',
  ready: 'Ready',
  notReady: 'Not ready',
  away: 'Away',
  removePlayer: (name: string) => `Remove ${name}`,
  join: 'Join the race',
  joinLead: 'What should we call you?',
  watching: 'You are watching.',
  full: 'All seats are taken. You can watch.',
  locked: 'The host has locked the race. You can watch.',
  imReady: 'I am ready',
  waitingForHost: 'Waiting for the host to start.',
  hostAway: 'The host isn’t here. After 15 seconds somebody else hosts.',
  start: 'Start the race',
  inviteMore: 'Invite more friends',
  why: {
    alone: 'A race needs at least two players. Send the link.',
    notReady: (names: string[]) =>
      `Waiting for ${listOf(names.length > 3 ? [...names.slice(0, 3), 'others'] : names)} to be ready.`,
  },
  canStart: 'Everyone is ready.',
  /** In a rematch, until all of the race before are there. */
  asked: 'The others have been asked.',
  leave: 'Leave',
  settings: 'Settings',
  game: 'Game',
  variant: 'Variant',
  undo: 'Undo',
  undoOn: 'Allowed',
  undoOff: 'Not allowed',
  undoHint: 'You can’t undo past a revealed stock card. Undos are counted.',
  undoHintPlain: 'Undos are counted.',
  cap: 'Time limit',
  capMinutes: (minutes: number) => count(minutes, 'minute', 'minutes'),
  // Commitment.
  commitment: 'Deal fingerprint',
  commitmentWhat:
    'A SHA-256 fingerprint of the shuffled pack and a secret salt, fixed at the start. After the race both are opened, and anyone can check them.',
  // Countdown and running.
  startsIn: 'The race starts in',
  getReady: 'Everyone gets the same cards at the same moment.',
  starting: 'Dealing…',
  go: 'Go!',
  standings: 'Standings',
  showStandings: 'Show the standings',
  hideStandings: 'Hide the standings',
  nth: (place: number) => `${place}.`,
  seeStandings: 'See the standings',
};

/** The words for a phase of a race, for titles. */
export const phaseWords: Record<RaceSnapshot['phase'], string> = {
  open: 'Lobby',
  countdown: 'Starting',
  running: 'Racing',
  settled: 'Result',
  expired: 'Expired',
};
