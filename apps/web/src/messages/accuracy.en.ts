/** Words for how well a play was played. */
import { ordinal } from './page.en.ts';

const moves = (n: number) => (n === 1 ? 'move' : 'moves');

export const accuracy = {
  heading: 'Accuracy',
  average: (percent: number, plays: number) =>
    `Average accuracy: ${percent}% (${plays} ${plays === 1 ? 'game' : 'games'} whose replay was analysed).`,
  share: (percent: number) => `${percent}%`,
  kept: (kept: number, decisions: number) =>
    kept === decisions
      ? decisions === 1
        ? 'The only choice kept the win.'
        : `All ${decisions} choices kept the win.`
      : `${kept} of ${decisions} choices kept the win.`,
  undecided: (n: number) =>
    n === 1
      ? 'One choice could not be judged and is not counted, so this is an estimate.'
      : `${n} choices could not be judged and are not counted, so this is an estimate.`,
  allUndecided: 'Nothing to count: no choice could be judged.',
  /** Beside the share. */
  line: (keptTo: number | null) =>
    keptTo === null ? 'accuracy' : `accuracy: the win was kept to move ${keptTo}.`,
  helped: (hints: number) =>
    hints === 1
      ? 'With a hint: one of these choices may have been the computer’s.'
      : `With ${hints} hints: up to ${hints} of these choices may have been the computer’s.`,
  mistake: (number: number, cost: number) =>
    `Your ${ordinal(number)} move made the win ${cost} ${moves(cost)} longer.`,
  ask: 'How well did I play?',
  exact: 'Exact: every line of play was tried.',
  hindsight: 'In hindsight: the computer knew the whole stock, you didn’t.',
  /** Why nothing is counted, by whether the deal can be won. */
  nothing: {
    won: 'Nothing to count: no choice was made.',
    lost: 'Nothing to count: this deal can’t be won.',
    unknown: 'Nothing to count: no win is known for this deal.',
  },
  mistakes: 'What cost most',
  cost: (n: number) => `Cost ${n} ${moves(n)}.`,
  better: (move: string) => `Would have kept it: ${move}`,
  show: 'Show it',
  showOf: (number: number) => `Show it: move ${number}`,
  retry: 'Retry from here',
  retryOf: (number: number) => `Retry from here, before move ${number}`,
  curve: (lost: string) =>
    `Cards a careful player would bring home from each table.${lost && ` ${lost}`}`,
  lostAt: (number: number, isProved: boolean) =>
    isProved ? `Lost at move ${number}.` : `Probably lost at move ${number}.`,
};
