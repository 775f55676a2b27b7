/** Words of what comes up on any page: invitations, and having been signed out. */
import { count } from './counting.ts';

export const attention = {
  invited: (name: string, game: string) => `${name} invited you to race ${game}.`,
  join: 'Join',
  joinRace: (name: string) => `Join the race of ${name}`,
  notNow: 'Not now',

  signedOut: 'This device was signed out',
  signedOutText: (name: string) =>
    `You were ${name} here. Sign in again, and you continue where you were; moves that were not sent yet are kept.`,
  signIn: 'Sign in',
  fromOther: 'Continue from another device',
  asGuest: 'Continue as a new guest',
  asGuestText: 'Moves that were not sent yet stay here for when you come back.',

  noCookies: 'Cookies are blocked',
  noCookiesText:
    'Your browser keeps no cookie for this page, so it can’t know you again. Allow cookies for it, then reload.',

  kept: (moves: number, name: string) =>
    `${count(moves, 'move', 'moves')} of ${name} not sent yet ${moves === 1 ? 'is' : 'are'} kept on this device, apart from your games. Signed in as ${name}, open this table again and ${moves === 1 ? 'it goes' : 'they go'} out.`,
};
