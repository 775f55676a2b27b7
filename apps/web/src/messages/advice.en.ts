/** Words for hints in practice. */
import { count } from './counting.ts';

export const advice = {
  thinking: 'Looking for a win…',
  stop: 'Stop looking',
  won: (move: string, left: number) =>
    left === 1 ? `It can be won: ${move}` : `Win in ${left} moves. Next: ${move}`,
  plainly: { turnOver: 'Turn the waste over.', deal: 'Deal a card.' },
  itsFoundation: (end: 'ace' | 'king' | undefined) =>
    end ? `its foundation from the ${end}` : 'its foundation',
  play: 'Play it',
  lost: 'This game can’t be won from here.',
  never: 'This deal can’t be won: every line of play was tried.',
  newDeal: 'New deal',
  goBack: 'Find the way back',
  wayBack: (moves: number) => `It could still be won ${count(moves, 'move', 'moves')} ago.`,
  takeBack: (moves: number) => `Take back ${count(moves, 'move', 'moves')}`,
  noWayBack: 'No earlier position is known to be winnable.',
  undecided: 'No answer yet: ten seconds were not enough to find a win or to rule one out.',
  failed: 'Hints do not work in this browser just now.',
  dismiss: 'Close',
};
