/** Words of circles: people who play the dailies together. */
import { count, listOf, numberText } from './counting.ts';
import { isolated } from './isolated.ts';
import { language } from './language.en.ts';

/** `Saturday, 21 November, 20:00`, by the clock of this device. */
export const dateHere = (iso: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));

export const circleWords = {
  title: 'Circles',
  one: 'Circle',
  lead: 'Play the same dailies with your friends, and see who is ahead this week.',
  none: 'No circle yet.',
  failed: 'Your circles could not be fetched.',
  members: (n: number) => count(n, 'person', 'people'),
  waiting: (n: number) => `${count(n, 'daily', 'dailies')} waiting for you`,
  next: (when: string) => `race ${when}`,
  open: 'Open',
  openOf: (name: string) => `Open ${name}`,

  invitation: (from: string, name: string) => `${from} invites you to “${name}”.`,
  accept: 'Join',
  acceptOf: (name: string) => `Join ${name}`,
  decline: 'No, thanks',
  declineOf: (name: string) => `No, thanks: ${name}`,

  make: 'Start a circle',
  name: 'Name of the circle',
  nameOf: (me: string) => `${me}’s circle`,
  pair: (me: string, other: string) => `${me} & ${other}`,
  daily: 'Make it daily',

  door: {
    heading: (name: string) => `Join “${name}”?`,
    text: (host: string | null, n: number) =>
      `${count(n, 'person plays', 'people play')} the dailies here.${host === null ? '' : ` Host: ${host}.`}`,
    join: 'Join',
    hint: 'No account, just a name.',
    unknown: 'No such circle',
    unknownText:
      'Ask a member for the invitation link. An older one may have been renewed, or the circle has closed.',
  },

  today: {
    heading: 'Today',
    play: 'Play',
    playOf: (game: string) => `Play today’s ${game}`,
    board: 'Result',
    boardOf: (game: string) => `Your result of today’s ${game}`,
    finished: (names: readonly string[]) => `Finished: ${listOf(names)}`,
    nobody: 'Nobody has finished yet.',
    hidden: 'You’ll see the results once you have played.',
    home: (n: number) => `${count(n, 'card', 'cards')} home`,
  },

  table: {
    heading: 'Points',
    rule: 'At each daily you score a point for every member you beat, and half for a tie.',
    week: 'This week',
    former: 'Last week',
    all: 'All weeks',
    which: 'Weeks',
    none: 'Nobody has played yet.',
    place: 'Place',
    name: 'Name',
    points: 'Points',
    played: 'Dailies',
    left: 'has left',
    you: 'you',
    points1: (n: number) => numberText(n),
    shareTitle: (circle: string, first: string, last: string) =>
      `Same Deal: ${circle}, ${first} – ${last}`,
    shareRow: (place: string, name: string, points: string) =>
      `${place}. ${isolated(name)} ${points}`,
  },

  duel: {
    heading: 'Head to head',
    first: 'First',
    second: 'Second',
    score: (a: string, wins: number, b: string, losses: number) =>
      `${isolated(a)} ${numberText(wins)} : ${numberText(losses)} ${isolated(b)}`,
    ties: (n: number) => count(n, 'tie', 'ties'),
    hint: 'Dailies that both have played.',
  },

  people: {
    heading: 'Members',
    host: 'host',
    here: 'here now',
    you: 'you',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'They can’t come back by the link.',
    handOn: 'Make host',
    handOnOf: (name: string) => `Make host: ${name}`,
    handOnTitle: (name: string) => `Make ${name} the host?`,
    handOnText: 'You stay a member.',
  },

  races: {
    heading: 'Races',
    now: 'Race now',
    nowHint: 'Everybody who is here is invited. Ten take a seat, the others watch.',
    game: 'Game',
    arrange: 'Arrange a race',
    when: 'Day and time, by your clock',
    arranged: 'Arranged',
    go: 'Arrange',
    coming: (names: readonly string[]) => `Coming: ${listOf(names)}`,
    nobody: 'Nobody has said yes yet.',
    comes: 'I’ll come',
    comesNot: 'I can’t',
    comesAt: (when: string) => `I’ll come, ${when}`,
    comesNotAt: (when: string) => `I can’t come, ${when}`,
    calendar: 'Add to calendar',
    calendarOf: (when: string) => `Add to calendar: ${when}`,
    cancel: 'Cancel it',
    cancelOf: (when: string) => `Cancel it: ${when}`,
    lobby: 'To the lobby',
    lobbyOf: (when: string) => `To the lobby, ${when}`,
    opens: 'The lobby opens ten minutes before.',
    last: 'Last races',
    won: (names: readonly string[]) => `${listOf(names)} won`,
    nobodyWon: 'nobody won',
    standings: 'Standings',
    standingsOf: (game: string, when: string) => `Standings of ${game}, ${when}`,
    past: 'Choose a time in the next 60 days.',
    duplicates: 'Over several days',
    open: 'open',
    closed: 'over',
  },

  /** What has just been done. */
  done: {
    arranged: (when: string) => `Race arranged: ${when}.`,
    cancelled: (when: string) => `Race cancelled: ${when}.`,
    removed: (name: string) => `${name} is no longer in the circle.`,
    handedOn: (name: string) => `${name} is the host now.`,
    renamed: 'The circle has a new name.',
    renewed: 'There is a new link. The old one no longer works.',
  },

  link: 'Link to this circle',
  shareText: (name: string) =>
    `Join my circle “${name}”: we play the same solitaire deals every day.`,

  settings: {
    heading: 'Your settings',
    lane: 'Show my finished dailies as a lane beside others who play them',
    presence: 'Show that I am here',
    rename: 'Rename',
    renew: 'Renew the link',
    renewTitle: 'Renew the link?',
    renewText: 'The old link stops working. Members stay.',
    leave: 'Leave',
    leaveTitle: 'Leave this circle?',
    leaveText: 'What you have played stays in its weeks, and counts again if you come back.',
    close: 'Close for everyone',
    closeTitle: 'Close this circle?',
    closeText: 'It is deleted for all members, with its table.',
    cancel: 'Cancel',
  },
};
