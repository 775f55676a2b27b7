/** Words for where a play was lost, and for two plays of one deal side by side. */
export const analysis = {
  heading: 'Where it was lost',
  headingWon: 'How it was won',
  working: 'Looking through this game…',
  failed: 'We couldn’t find out where it was lost just now.',
  tryAgain: 'Try again',

  won: 'You never lost the win.',
  stillOpen: 'Nowhere: it could still be won when it ended.',
  unwinnable: 'This deal can’t be won: every line of play was tried.',
  unknown:
    'We don’t know whether this deal can be won: the search found no win, and could not rule one out.',
  lost: (move: string) => `With this move: ${move}`,
  proved: 'Proved: after this move it can’t be won.',
  notProved: 'Not proved: the search knew a win before it, and found none after it in time.',
  difficulty: 'This deal:',
  mark: (isProved: boolean) => (isProved ? 'lost here' : 'probably lost here'),
  show: 'Show it',
  goOn: 'Retry from just before',
  goOnHere: 'Continue from here in practice',
  wayHome: 'See a win',
  ownWay: 'Back to the replay',
  wayHomeOf: 'A win',
  compare: (name: string) => `Side by side with ${name}`,
};

export const compare = {
  title: (one: string, other: string) => `${one} and ${other}`,
  lead: 'Both after the same number of moves.',
  same: 'Both played the same moves.',
  parts: (n: number) =>
    n === 0 ? 'You diverge at the first move.' : `You diverge after move ${n}.`,
  stopped: (name: string, n: number) =>
    n === 0
      ? `${name} made no move.`
      : `The same moves until ${name}’s game ended, after move ${n}.`,
  go: 'Show where',
  mark: 'moves diverge',
  ends: 'one game ends',
  differs: (name: string, move: string) => `Here ${name} goes another way: ${move}`,
  goesOn: (name: string, move: string) => `${name} goes on: ${move}`,
  which: 'Whose table',
  notSameDeal: 'These two games were not played on the same deal.',
};
