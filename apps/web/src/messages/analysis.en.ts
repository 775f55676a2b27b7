/** Words for where a play was lost, and for two plays of one deal side by side. */
export const analysis = {
  heading: 'Where it was lost',
  working: 'Looking for where it was lost…',
  failed: 'Where it was lost could not be found out just now.',
  tryAgain: 'Try again',

  won: 'Nowhere: this game was won.',
  stillOpen: 'Nowhere: it could still be won when it ended.',
  unwinnable: 'Nobody could have won this deal: every way was tried.',
  unknown:
    'Whether this deal can be won is not known: the search found no way, and could not rule one out.',
  lost: (move: string) => `With this move: ${move}`,
  proved: 'Proved: after it, no way leads home.',
  notProved:
    'Not proved: before it the search knew a way home, after it none was found in the time it had.',
  difficulty: (n: number) => `Difficulty ${n} of 5`,
  mark: (isProved: boolean) => (isProved ? 'lost here' : 'probably lost here'),
  show: 'Show it',
  goOn: 'Go on from just before it',
  goOnHere: 'Go on from here in practice',
  wayHome: 'See a way home',
  ownWay: 'Back to the replay',
  wayHomeOf: 'A way home',
  compare: (name: string) => `Side by side with ${name}`,
};

export const compare = {
  title: (one: string, other: string) => `${one} and ${other}`,
  lead: 'Both after the same number of moves.',
  same: 'Both played the same line.',
  parts: (n: number) =>
    n === 0 ? 'The lines part at the first move.' : `The lines part after entry ${n}.`,
  go: 'Show where they part',
  mark: 'lines part',
  which: 'Whose table',
  notSameDeal: 'These two games were not played on the same deal.',
  ended: 'ended',
};
