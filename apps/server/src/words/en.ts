/** The service's own words: in previews of links, and in mails. The page has its own words. */
import type { DuplicatePhase, RacePhase } from '@same-deal/protocol';

const moves = (n: number): string => `${n} ${n === 1 ? 'move' : 'moves'}`;

/** `21 November 2026`; a day is a UTC date such as `2026-11-21`. */
const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
const list = new Intl.ListFormat('en-GB');

export const en = {
  /** What a name of ours (`STAND_INS`) is in this language; a person's own stays as it is. */
  shownName: (name: string) => name,
  page: 'Race your friends at solitaire: the same cards, the same instant, everyone on their own table.',

  race: {
    title: (game: string) => `${game} race`,
    phases: {
      open: 'Take a seat: everyone gets the same cards in the same instant. No account needed.',
      countdown: 'It is about to start: come and watch.',
      running: 'It is under way: come and watch who brings most cards home.',
      settled: 'It is decided: see the standings, the deal and the replays.',
    } satisfies Partial<Record<RacePhase, string>>,
  },
  replay: {
    title: (game: string) => `${game} replay`,
    titleOf: (name: string, game: string) => `${name}’s ${game}`,
    live: 'This deal is still being played; the replay opens when it is over.',
    won: (time: string, n: number) => `Won in ${time} with ${moves(n)}. Watch how.`,
    notWon: (home: number, all: number, n: number) =>
      `${home} of ${all} cards home after ${moves(n)}. Watch how.`,
  },
  daily: {
    title: (game: string, day: string) => `Daily ${game}, ${dayText(day)}`,
    over: 'The day is over: see the boards and the replays, or practise on its deal.',
    open: 'One deal for everyone, one ranked try each. How far will you get?',
    all: 'Dailies',
    aboutAll: 'Four games, one deal a day for everyone, one ranked try. How far will you get?',
  },

  deal: {
    title: (game: string) => `${game}: the same cards`,
    about: 'Somebody sent you this deal. Play it yourself: no account needed.',
  },

  puzzle: {
    title: (game: string, number: number) => `${game}: puzzle ${number}`,
    about: 'Every card is face up: two minutes, no luck. Can you find it?',
    all: 'Puzzles',
    aboutAll: 'Keep the win, or win in a few moves: one of each game a day.',
  },

  duplicate: {
    title: (deals: number, games: readonly string[]) => `${deals} deals of ${list.format(games)}`,
    phases: {
      open: 'The same deals for everyone, whenever they like. Take part: no account needed.',
      closed: 'It is over: see who did best, the replays and the deals.',
    } satisfies Record<DuplicatePhase, string>,
  },

  circle: {
    /** What the page calls a circle that nobody has named. */
    nameOf: (person: string) => `${person}’s circle`,
    title: (name: string) => `Join “${name}”`,
    about: 'Play the same dailies with friends, and see who is ahead this week. No account needed.',
  },

  link: {
    /** `hasAccount`: the address belongs to an account already. */
    subject: (hasAccount: boolean) =>
      hasAccount ? 'Sign in to Same Deal' : 'Save your games at Same Deal',
    text: (hasAccount: boolean, link: string, minutes: number) => [
      `Open this link to ${hasAccount ? 'sign in to Same Deal' : 'save your games at Same Deal'}:`,
      link,
      `It works once, for ${minutes} minutes.`,
      'If you did not ask for it, do nothing: without the link nothing happens.',
    ],
  },
};
