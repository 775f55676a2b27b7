/** Words for dailies, their boards, and what a person has done over the days. */
import { count, numberText } from './counting.ts';
import { ordinal } from './page.en.ts';
import { today } from './today.en.ts';

export const daily = {
  ...today,
  title: 'Daily deals',
  lead: 'One deal per game, the same for everyone, from midnight to midnight UTC.',
  of: (game: string) => `Daily ${game}`,
  none: 'There is no daily of this game on that day.',
  ofDay: (game: string, day: string) => `Daily ${game}, ${day}`,

  /** @param moment noon UTC of the next day, by this device's clock, with its weekday */
  finishUntil: (moment: string) => `You have until ${moment} to finish.`,

  /** Of somebody whom boards do not list. */
  placeUnlisted: (n: number) => `You’d be ${ordinal(n)} on the board`,

  start: {
    title: (game: string) => `Begin today’s ${game}?`,
    once: 'This is your one ranked try.',
    elsewhere: 'You have already played this daily on another device.',
    /** @param noon noon UTC, by this device's clock, with its weekday */
    rules: (hasStock: boolean, noon: string) => [
      'The clock starts at once and never stops, not even when you close the page.',
      `You may finish it on any device, until noon UTC tomorrow (${noon}, your time).`,
      hasStock
        ? 'You can undo, but not past a revealed stock card. Undos are counted.'
        : 'You can undo. Undos are counted.',
    ],
    go: 'Begin',
    /** The answer to it was lost. */
    lost: 'No answer came: your try may have begun. This page checks as soon as you’re online.',
    notBegun: 'Your try hasn’t begun yet.',
    notNow: 'Not now',
    practise: 'Practise on another deal first',
  },

  tomorrow: 'Tomorrow’s deals are locked in',
  tomorrowLead:
    'Each fingerprint was made from the shuffled pack and a secret salt. When the day has closed both are opened, and anyone can check.',
  fingerprints: 'Show the fingerprints',
  fixedAt: (time: string) => `fixed ${time}`,
  yesterday: 'Yesterday’s, still unfinished',
  streakNone: 'Start a streak: bring one card home today.',
  frozen: (days: number) => `${count(days, 'missed day', 'missed days')} forgiven, one a week`,
  hasToday: 'Today already counts.',
  notToday: 'Not yet today.',
  links: { archive: 'Earlier days', boards: 'Weekly and all-time boards', stats: 'Statistics' },
  /** What guests do to be on a board. */
  save: 'Save my games to be on the board',

  boards: {
    which: 'Order of the board',
    fastest: 'Fastest',
    fewest: 'Fewest moves',
    rule: {
      fastest: 'Won games by time; equal times by fewer moves; remaining ties share the place.',
      fewest: 'Won games by moves; equal moves by time; remaining ties share the place.',
    },
    below: 'Unfinished tries come below, by cards home.',
    caption: (board: string) => `${board}: the first hundred`,
    around: 'Around me',
    people: 'People I raced with',
    columns: { place: 'Place', name: 'Name', time: 'Time', moves: 'Moves', home: 'Home' },
    clean: 'no undos',
    hidden: 'Hidden name',
    you: 'you',
    watch: (name: string) => `Watch the replay of ${name}`,
    replay: 'Replay',
    empty: 'Nobody is listed yet. The first place is free.',
    /** Boards list accounts; what guests and people off the boards have done counts for the times. */
    onlyGuests:
      'Nobody is listed yet. Guests’ results count for the times and the number of tries, but only people with an account are listed.',
    mine: 'My try',
    unlisted: 'not listed',
    listed: (n: number, tries: number) =>
      `${numberText(n)} of ${count(tries, 'result', 'results')} listed.`,
    who: 'Whose results',
    everybody: 'Everybody',
    finished: (n: number) => `${count(n, 'member has', 'members have')} finished.`,
    circleHidden: 'Finish your own try to see your circle’s results.',
    circleEmpty: 'Nobody in this circle has finished yet.',
  },

  times: {
    heading: 'Winning times',
    none: 'Nobody has won yet.',
    summary: (won: number, unfinished: number) =>
      `${count(won, 'win', 'wins')}, ${numberText(unfinished)} not won`,
    bin: (from: string, to: string) => `${from} to ${to}`,
    tries: 'Wins',
    time: 'Time',
    mine: 'my time',
    table: 'As a table',
  },

  par: {
    computer: (n: number) => `Par: ${count(n, 'move', 'moves')}, found by the computer.`,
    player: (n: number, name: string) => `Par: ${count(n, 'move', 'moves')}, by ${name}.`,
    somebody: 'a player',
    proved: 'The computer has proved that no win is shorter.',
    meaning: 'The fewest moves anyone is known to need. It may not be the shortest win there is.',
    over: (n: number) => `+${n}`,
    overTitle: (n: number) => `${count(n, 'move', 'moves')} over par`,
  },

  closed: {
    heading: 'This day has closed',
    practise: 'Play this deal in practice',
    deal: 'Its deal is open to check.',
  },
  practise: 'Practise on another deal',
  commitment: 'Fingerprint of the deal',

  end: {
    board: 'See the board',
    next: (game: string) => `Next: ${game}`,
    /** @param time when the next day begins, on this device's clock */
    allDone: (time: string) => `That was today’s last daily. New deals at ${time}.`,
  },

  archive: {
    lead: 'Closed days: their boards, replays, and deals to practise and to check.',
    none: 'No day has closed yet. Come back tomorrow after noon UTC.',
    best: (time: string) => `best ${time}`,
    mine: (ending: string) => `yours: ${ending.toLowerCase()}`,
    more: 'Earlier days',
  },

  periods: {
    title: (game: string) => `${game}: boards over the days`,
    rule: 'Most dailies won first; ties go to whoever beat more of the others over all days. Closed days count.',
    games: 'Games',
    which: 'Which days',
    week: 'This week',
    all: 'All time',
    days: (first: string, last: string) => `${first} to ${last}`,
    none: 'No closed day has a listed try yet.',
    won: 'Won',
    played: 'Played',
    percentiles: 'Percentiles',
  },

  stats: {
    all: 'All games',
    nobody: 'Statistics begin with your first game.',
    races: 'Races',
    dailies: 'Dailies',
    first: 'Came first',
    finished: 'All cards home',
    played: 'Played',
    won: 'Won',
    clean: 'Won without undo',
    best: 'Best time',
    bestMoves: 'Fewest moves',
    average: 'Average time',
    averageHome: 'Average cards home',
    percentile: 'Average percentile',
    streak: (now: number, longest: number) =>
      `${count(now, 'day', 'days')} in a row with a card home; the longest was ${longest}.`,
    winStreak: (now: number, longest: number) =>
      `${count(now, 'day', 'days')} in a row won; the longest was ${longest}.`,
    frozen: (days: string) => `Forgiven: ${days}.`,
    wins: (n: number) => count(n, 'win', 'wins'),
  },
};
