/** Words of the people one has raced, of the games one has played, of one's devices and one's data. */
import type { Meeting } from '@same-deal/protocol';
import { count } from './counting.ts';
import { ordinal } from './page.en.ts';

const outcomes: Record<Meeting['outcome'], string> = { won: 'Won', lost: 'Lost', tied: 'Tied' };

export const peopleWords = {
  title: 'People',
  lead: 'Your opponents and results.',
  none: 'Nobody yet. Race somebody, and you’ll find them here.',
  raceSomebody: 'Race somebody',
  failed: 'The list could not be fetched.',
  tally: (wins: number, losses: number, ties: number) =>
    [`${wins} won`, `${losses} lost`, ...(ties > 0 ? [`${ties} tied`] : [])].join(' · '),
  never: 'You haven’t raced each other yet.',
  last: (when: string) => `last race ${when}`,
  all: 'All people',
  raced: 'People you raced',
  raceAgain: 'Race again',
  raceAgainWith: (name: string) => `Race again with ${name}`,
  asked: (name: string) => `If ${name} is online, they have been invited. The link works too.`,
  races: 'Races',
  raceOf: (game: string, when: string) => `Standings of ${game}, ${when}`,
  outcome: (outcome: Meeting['outcome']) => outcomes[outcome],
  places: (yours: number, theirs: number, of: number) =>
    `you finished ${ordinal(yours)}, they finished ${ordinal(theirs)}, of ${of}`,
  blocked: 'Blocked',
  block: 'Block',
  blockPerson: (name: string) => `Block ${name}`,
  unblock: 'Unblock',
  unblockPerson: (name: string) => `Unblock ${name}`,
  blockMeans:
    'Blocked people can’t invite you or join races you host, and in circles you don’t see each other. They are not told.',
  isBlocked: (name: string) => `You have blocked ${name}.`,
  isUnblocked: (name: string) => `${name} is no longer blocked.`,
  back: 'All people',
  unknown: 'You have not raced anybody at this address.',

  games: {
    title: 'Your games',
    none: 'No games yet.',
    more: 'Show more',
  },

  devices: {
    title: 'Your devices',
    lead: 'Where you are signed in. If you don’t recognise one, sign it out.',
    name: (browser: string | null, system: string | null) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
    here: 'this device',
    used: (when: string) => `last used ${when}`,
    signOut: 'Sign out',
    signOutDevice: (name: string) => `Sign out ${name}`,
    signOutHere: 'Sign out here',
    signedOut: 'You are signed out.',
    signOutOthers: 'Sign out all others',
    ended: (n: number) => `${count(n, 'device is', 'devices are')} signed out.`,
  },

  data: {
    title: 'Your data',
    boards: 'Keep me off all boards',
    boardsHint: 'Your results still count for you; others do not see them on a board.',
    saved: 'Saved.',
    export: 'Download all my data',
    exportHint: 'One JSON file with everything that is kept about you, every move included.',
    delete: 'Delete everything',
    deleteTitle: 'Delete everything?',
    deleteLead: 'This can’t be undone:',
    deleteWhat: [
      'Your name, your ways to sign in and your devices are forgotten.',
      'Your practice games are deleted, and on this device games and moves that were not sent, solved puzzles, and whom you muted.',
      'Races, dailies, challenges and circle points stay for the others, with “Deleted player” in your place.',
    ],
    deleteGoOn: 'Continue',
    deleteSure: 'Are you sure?',
    deleteSureText: (name: string) => `Everything that belongs to ${name} will be gone for good.`,
    deleteYes: 'Yes, delete everything',
    deleteNo: 'Keep everything',
    deleted: 'Everything is deleted.',
  },
};
