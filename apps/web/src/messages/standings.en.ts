/** What is said of a race beside its table and in its result. */
import { count } from './counting.ts';

export const standingsWords = {
  started: 'The race has started, so you watch this one. You can play the rematch.',
  tablesClosed:
    'The tables of this race are not shown to watchers; the replays open when it has ended.',
  clock: 'Race clock',
  timeLeft: (text: string) => `${text} left`,
  /** Of cards home, beside how many. */
  ahead: (name: string) => `ahead of ${name}`,
  behind: (name: string) => `behind ${name}`,
  level: (name: string) => `level with ${name}`,
  settling: 'Time is up. The result is being worked out…',
  place: 'Place',
  player: 'Player',
  cardsHome: 'Cards home',
  moves: 'Moves',
  undos: 'Undos',
  result: 'Result',
  done: 'You are done. The race goes on until everyone is, or the time is up.',
  doneWon: 'All cards home! The others are still racing.',
  seeTable: 'See my table',
  another: 'Continue on another device',
  figures: (moves: number, undos: number) =>
    undos > 0
      ? `${count(moves, 'move', 'moves')}, ${count(undos, 'undo', 'undos')}`
      : count(moves, 'move', 'moves'),
  rematch: 'Rematch',
  rematchGo: 'Go to the rematch',
};
