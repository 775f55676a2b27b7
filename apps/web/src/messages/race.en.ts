/** What the page of a race says, from the lobby to the rematch. */
import type { PlayEnding, RaceSnapshot } from '@same-deal/protocol';
import { count, listOf } from './counting.ts';
import { ordinal } from './page.en.ts';

const noCards = 'No cards home yet.';

/** As said of somebody. */
const finishes: Record<PlayEnding, string> = {
  won: 'brought all cards home',
  conceded: 'gave up',
  stuck: 'is stuck',
  cap: 'ran out of time',
};

export const raceWords = {
  title: (game: string) => `Race: ${game}`,
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
  notReady: 'Not ready yet',
  away: 'Away',
  remove: 'Remove',
  removePlayer: (name: string) => `Remove ${name}`,
  removed: 'The host removed you.',
  join: 'Join the race',
  joinLead: 'What should we call you?',
  watching: 'You are watching.',
  full: 'All seats are taken. You can watch.',
  locked: 'The host has locked the race. You can watch.',
  started: 'The race has started, so you watch this one. You can play the rematch.',
  imReady: 'I am ready',
  waitingForHost: 'Waiting for the host to start.',
  hostAway: 'The host isn’t here. After 15 seconds, whoever came first hosts.',
  start: 'Start the race',
  inviteMore: 'Invite more friends',
  lock: 'Lock the race',
  unlock: 'Unlock the race',
  lockedMark: 'Locked: nobody else gets in',
  why: {
    alone: 'A race needs at least two players. Send the link.',
    notReady: (names: string[]) =>
      `Waiting for ${listOf(names.length > 3 ? [...names.slice(0, 3), 'others'] : names)} to be ready.`,
  },
  canStart: 'Everyone is ready.',
  leave: 'Leave',
  newHost: (name: string) => `${name} is the host now.`,
  youHost: 'You are the host now.',
  settingsChanged: 'The host has changed the settings; everyone has to be ready again.',
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
    'A SHA-256 fingerprint of the shuffled pack and a secret salt, fixed when the host pressed start. After the race both are opened and anyone can check that these were the cards.',
  // Countdown and running.
  startsIn: 'The race starts in',
  getReady: 'Everyone gets the same cards at the same moment.',
  starting: 'Dealing…',
  go: 'Go!',
  clock: 'Race clock',
  timeLeft: (text: string) => `${text} left`,
  settling: 'Time is up. The result is being worked out…',
  standings: 'Standings',
  showStandings: 'Show the standings',
  hideStandings: 'Hide the standings',
  place: 'Place',
  player: 'Player',
  cardsHome: 'Cards home',
  moves: 'Moves',
  undos: 'Undos',
  result: 'Result',
  nth: (place: number) => `${place}.`,
  done: 'You are done. The race goes on until everyone is, or the time is up.',
  doneWon: 'All cards home! The others are still racing.',
  seeTable: 'See my table',
  another: 'Continue on another device',
  seeStandings: 'See the standings',
  leads: (name: string, cards: number) =>
    cards === 0 ? noCards : `${name} leads with ${count(cards, 'card', 'cards')}.`,
  youLead: (cards: number) =>
    cards === 0 ? noCards : `You lead with ${count(cards, 'card', 'cards')}.`,
  youAre: (place: number, cards: number) => `You are ${ordinal(place)} with ${cards}.`,
  figures: (moves: number, undos: number) =>
    undos > 0
      ? `${count(moves, 'move', 'moves')}, ${count(undos, 'undo', 'undos')}`
      : count(moves, 'move', 'moves'),
  hasFinished: (name: string, ending: PlayEnding) => `${name} ${finishes[ending]}.`,
  // When it is over.
  rematch: 'Rematch',
  rematchOpen: 'A rematch is open.',
  rematchWatch: 'Watch the rematch',
  rematchGo: 'Go to the rematch',
};

/** The words for a phase of a race, for titles. */
export const phaseWords: Record<RaceSnapshot['phase'], string> = {
  open: 'Lobby',
  countdown: 'Starting',
  running: 'Racing',
  settled: 'Result',
  expired: 'Expired',
};
