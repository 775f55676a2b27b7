/** Words of playing without a connection. */
import { count } from './counting.ts';

export const offlineWords = {
  title: 'Played offline',
  lead: 'These games are in this browser. When you are online again they join your games.',
  entered: (games: number) => `${count(games, 'game', 'games')} played offline joined your games.`,
  refused: 'A game played offline could not be added to your games.',
  needs: {
    https: 'Over https this page would open without a connection too; at this address it can’t.',
    browser: 'In this browser the page does not open without a connection.',
  },
  ready: 'This page opens without a connection too: you can play solo then.',
};
