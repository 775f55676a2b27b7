/** Words of playing without a connection. */
import { count } from './counting.ts';

export const offlineWords = {
  title: 'Played offline',
  lead: 'These games are in this browser. When you are online again they join your games.',
  begun: {
    title: 'Your last games',
    lead: 'You’re offline, and can play on here all the same: your moves are kept, and sent when you are online again.',
  },
  entered: (games: number) => `${count(games, 'game', 'games')} played offline joined your games.`,
  sent: 'What you played without a connection has been sent.',
  overtaken:
    'Some of what you played without a connection could not be sent: another device had played on.',
  late: 'Some of what you played without a connection came too late: the time was up.',
  refused: 'A game played offline can’t be added to your games. It stays on the start page.',
  refusedWhy: (why: string) => `Not added to your games: ${why}`,
  discard: 'Discard',
  discardGame: (game: string) => `Discard ${game}`,
  save: 'Save as a file',
  saveGame: (game: string) => `Save ${game} as a file`,
  needs: {
    https: 'Over https this page would open without a connection too; at this address it can’t.',
    browser: 'In this browser the page does not open without a connection.',
  },
  waiting: 'Waiting for a connection',
  waitingText: {
    race: 'You’re offline. If you are in this race, your seat is kept and the clock keeps running. It opens here by itself when you are online again.',
    game: 'You’re offline. This game is saved with your games, not in this browser: it opens here by itself when you are online again. Until then you can play another one solo.',
  },
  ready: 'This page opens without a connection too: you can play solo then.',
};
