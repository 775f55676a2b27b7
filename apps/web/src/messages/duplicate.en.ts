/** Words of duplicates: the same deals for a group, each person at their own time. */
import { count, listOf } from './counting.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

export const duplicateWords = {
  title: (deals: number, games: readonly string[]) =>
    `${count(deals, 'deal', 'deals')} of ${listOf(games)}`,
  lead: 'Everyone plays the same deals, whenever they like. Beat everyone on a deal: 100 points. Beat half: 50.',
  left: (time: string) => `${time} left`,
  days: (n: number) => count(n, 'day', 'days'),
  hours: (n: number) => count(n, 'hour', 'hours'),
  minutes: (n: number) => count(n, 'minute', 'minutes'),
  closesEarly: 'It ends earlier once everyone who takes part has played every deal.',
  over: 'It is over: all results, replays and deals are open.',
  join: 'Take part',
  joinHint: 'No account needed, only a name.',
  watching: 'This group is full, so you are only watching.',
  link: 'Link to this group',
  shareText: (title: string) => `Play ${title} with me, whenever you have time:`,

  new: {
    title: 'Play over several days',
    lead: 'Pick the deals, send the link, and everyone plays when they have time.',
    games: 'Games, in turn',
    deals: 'Deals',
    days: 'Days',
    undo: 'Undo',
    undoOn: 'Allowed',
    undoOff: 'Not allowed',
    noGame: 'Pick at least one game.',
    go: 'Create the challenge',
  },

  deal: {
    heading: 'Deals',
    name: (n: number) => `Deal ${n}`,
    proved: 'Winnable deal',
    notProved: 'Unchecked deal',
    cap: (minutes: number) => `Up to ${count(minutes, 'minute', 'minutes')}`,
    done: (n: number, of: number) => `played by ${n} of ${of}`,
    begin: 'Play',
    beginOf: (n: number) => `Play deal ${n}`,
    resume: 'Continue',
    resumeOf: (n: number) => `Continue deal ${n}`,
    running: (time: string) => `Your try is running: ${time} left`,
    waits: 'The others’ results show once you have played it.',
    results: (n: number) => `Results of deal ${n}`,
    notPlayed: 'Nobody played it.',
    replay: 'Replay',
    replayOf: (name: string, n: number) => `Replay of deal ${n} by ${name}`,
    compare: 'Compare',
    compareWith: (name: string, n: number) => `Compare your deal ${n} with ${name}’s`,
    fingerprint: 'Fingerprint of the deal, fixed since the start',
  },

  start: {
    once: 'You have one try.',
    elsewhere: 'You have played this deal on another device.',
    rules: (minutes: number, undoes: boolean) => [
      `The clock starts now and does not stop; after ${count(minutes, 'minute', 'minutes')} the try ends.`,
      undoes ? 'You can undo, but not past a revealed stock card.' : 'There is no undo.',
      'You can close the page and continue on any device.',
    ],
    go: 'Play now',
    /** The answer to it was lost. */
    lost: 'No answer came: your try may have begun. This page checks as soon as you’re online.',
    notBegun: 'Your try hasn’t begun yet.',
    notNow: 'Not now',
  },

  standings: {
    heading: 'Standings',
    place: 'Place',
    name: 'Name',
    score: 'Score',
    done: 'Deals',
    you: 'you',
    ofDeals: (done: number, all: number) => `${done} of ${all}`,
    none: 'Scores show once you and somebody else have played the same deal.',
    moving: 'Scores move as others finish.',
  },
  share: (share: number) => percent.format(share),
  time: 'Result',

  waiting: {
    heading: 'Your groups',
    yourTurn: (left: number) => `${count(left, 'deal waits', 'deals wait')} for you`,
    othersTurn: 'You have played all; the others still may.',
    closed: 'Over: see the result',
    players: (n: number) => count(n, 'player', 'players'),
    open: 'Open',
    openOf: (title: string) => `Open ${title}`,
  },

  end: 'Back to the group',
  unknown: 'No such group',
  unknownText: 'Check the link, or ask whoever sent it.',
};
