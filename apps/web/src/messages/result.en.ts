/** Words for how a race has ended. */
import { count, listOf } from './counting.ts';
import { ordinal } from './page.en.ts';

export const resultWords = {
  youWon: 'You won!',
  youShare: 'You share first place!',
  winner: (name: string) => `${name} wins`,
  youCameFirst: 'You came first',
  cameFirst: (name: string) => `${name} came first`,
  winners: (names: string[]) => `${listOf(names)} share first place`,
  sparringWon: 'You beat the computer!',
  sparringLost: 'The computer was ahead',
  sparring: 'You raced only sparring partners, so it doesn’t count.',
  nobody: 'No winner: no cards home',
  yourPlace: (place: number, of: number) => `You finished ${ordinal(place)} of ${of}.`,
  /** Beside how many. */
  ofCardsHome: (of: number) => `of ${of} cards home`,
  /** Of the best times in races of this game. */
  best: (time: string) => `your best is ${time}`,
  isBest: 'your best time',
  aheadByTime: (time: string, name: string) => `${time} ahead of ${name}.`,
  aheadByCards: (cards: number, name: string) =>
    `${count(cards, 'card', 'cards')} ahead of ${name}.`,
  behindByTime: (time: string, name: string) => `${time} behind ${name}.`,
  behindByCards: (cards: number, name: string) =>
    `${count(cards, 'card', 'cards')} behind ${name}.`,
  /** Why the first is before the next. @param name null for the reader */
  tieBreak: {
    'playing-on': (name: string | null) => `Tied on cards home: ${name ?? 'you'} didn’t give up.`,
    time: (name: string | null, time: string) =>
      `Tied on cards home: ${name ?? 'you'} had them there ${time} sooner.`,
    /** Beside the time, for whom it told apart. @param home such as `4 of 48 cards home` */
    sooner: (name: string, home: string) => `sooner than ${name}, both with ${home}`,
    later: (name: string, home: string) => `later than ${name}, both with ${home}`,
    moves: (name: string | null, moves: number) =>
      `Tied on cards home and time: ${name ?? 'you'} made ${count(moves, 'fewer move', 'fewer moves')}.`,
  },
  gaveUp: (names: readonly string[]) => `${listOf(names)} gave up.`,
  youGaveUpToo: (names: readonly string[]) => `${listOf(['You', ...names])} gave up.`,
  parted: 'Compare our games',
  replay: 'Replay',
  replayOf: (name: string) => `Watch the replay of ${name}`,
  unrated:
    'Two of these seats belong to one person, so the race counts in nobody’s wins and losses.',
  rules: (game: string) => `Rules of ${game}`,
  /** Of the two tables that play it. */
  again: 'The race again: your table and the other one',
  title: 'The race again',
  photo: 'Photo finish!',
  rematchLead: 'Same people and settings, new cards.',
};
