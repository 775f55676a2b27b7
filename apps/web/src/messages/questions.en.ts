/** Answers to the keys that ask about the table. */
import { count } from './counting.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const questionWords = {
  title: 'Ask the table',
  lettersOn: 'Keyboard shortcuts',
  lettersHint: 'Turn them off if speech input presses letters you didn’t mean.',

  /** What each key asks, for the list of them. */
  asks: {
    movable: 'what can move',
    targets: 'where this card can go',
    table: 'the whole table',
    'last-move': 'the last move',
    time: 'the time',
    standings: 'the standings',
    repeat: 'say that again',
  },

  canMove: (cards: number) => `${count(cards, 'card', 'cards')} can move.`,
  /** `7 of hearts from column 4 to column 9, or to its foundation.` */
  canGo: (card: string, from: string, places: readonly string[]) =>
    `${capital(card)} from ${from} to ${places.join(', or to ')}.`,
  nothingMoves: 'No card can move.',
  goesTo: (card: string, places: readonly string[]) =>
    `${capital(card)} can go to ${places.join(', or to ')}.`,
  anyReserve: 'any reserve pile',
  goesNowhere: (card: string) => `No place takes the ${card} now.`,
  noCardHere: 'There is no card here.',
  canDeal: 'You can deal a card.',
  canTurnOver: 'You can turn the waste over.',
  noMoveYet: 'No move yet.',
  time: (elapsed: string, left: string | undefined, home: number, all: number) =>
    `${left ? `${elapsed} played, ${left} left` : `${elapsed} played`}; ${home} of ${all} cards home.`,
  /** Said once, towards the end. */
  timeLeft: (left: string) => `${left} left.`,
  /** All of them in one breath. */
  standings: (each: readonly string[]) => `${each.join('; ')}.`,
  noStandings: 'Nobody else plays here.',
  standing: (
    place: number | null,
    name: string,
    isYou: boolean,
    home: number,
    ending: string | null,
  ) =>
    `${place === null ? '' : `${place}: `}${isYou ? 'you' : name}, ${home} home${ending ? `, ${ending.toLowerCase()}` : ''}`,
};
