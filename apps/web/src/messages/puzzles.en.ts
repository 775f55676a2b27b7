/** Words of the puzzles. */
import { count } from './counting.ts';

const kinds = { keep: 'Keep the win', win: 'Win in a few moves' };

export const puzzleWords = {
  title: 'Puzzles',
  lead: 'Every card is face up: two minutes, no luck. Undo as you like.',
  kinds,
  about: {
    keep: 'One move keeps the win. All others lose it.',
    win: 'Bring all cards home in as few moves as possible.',
  },
  today: 'Today’s puzzles',
  streak: (days: number) => `${count(days, 'day', 'days')} in a row`,
  noStreak: 'Solve one a day and start a streak.',
  solve: 'Solve',
  solveOf: (game: string) => `Solve today’s puzzle of ${game}`,
  solved: 'Solved',
  againOf: (game: string) => `Solved. Look again at today’s puzzle of ${game}`,
  all: 'All puzzles',
  game: 'Game',
  gradeMeaning: 'The diamonds say how often a careful player who doesn’t look ahead gets it wrong.',
  solvedCount: (solved: number, all: number) => `${solved} of ${all}`,
  gradeLabel: (kind: string, grade: string, solved: number, all: number) =>
    `${kind}, ${grade}: ${solved} of ${all} solved`,
  none: (game: string) =>
    `None were found in ${game}: once its stock is out, too little is left to choose.`,
  failed: 'The puzzles could not be loaded.',
  missing: 'There is no such puzzle.',
  loading: 'Fetching the puzzle…',
  name: (kind: keyof typeof kinds, number: number) => `${kinds[kind]}, No. ${number}`,
  pageTitle: (game: string, kind: keyof typeof kinds, number: number) =>
    `${game}: ${kinds[kind]}, No. ${number}`,
  back: 'All puzzles',
  next: 'Next puzzle',
  task: {
    keep: 'Find the one move that keeps the win.',
    win: (moves: number) => `Win in ${count(moves, 'move', 'moves')}.`,
    left: (moves: number) => `${count(moves, 'move', 'moves')} left.`,
  },
  lost: {
    never: (card: string) => `That loses: the ${card} can never come home now.`,
    onlyOne: (card: string) => `That loses: only one ${card} can still come home.`,
    together: 'That loses: not all the cards can come home any more.',
    /** After the others, when the way on which most cards come home has been played. */
    end: (left: number) => `At best ${count(left, 'card stays', 'cards stay')} out.`,
  },
  kept: 'Right: only this keeps the win.',
  won: (moves: number) => `In ${count(moves, 'move', 'moves')}: no way is shorter.`,
  tooLong: (moves: number) => `That’s ${count(moves, 'move', 'moves')}, and not won yet.`,
  wonTooLong: (moves: number, best: number) =>
    `In ${count(moves, 'move', 'moves')}. It can be done in ${best}.`,
  takeBack: 'Take it back',
  again: 'Try again',
  show: 'Show me',
  showWin: 'See the win',
  shown: 'That’s how it’s won.',
  home: 'Puzzles',
};
