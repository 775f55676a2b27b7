/** The table's words in English: cards, piles and moves. Why something cannot be is in `refusals.en.ts`. */
import type { PileSpec } from '@same-deal/engine';
import { count, decimalText } from './counting.ts';

type PileRole = PileSpec['role'];

/** A pile within a sentence: as what the sentence is about, as where a card goes, as where it comes from. */
export type PlaceAs = 'subject' | 'to' | 'from';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One of several piles that have numbers. */
const isNumbered = (role: PileRole | undefined): boolean =>
  role === 'tableau' || role === 'reserve';

const suits = ['clubs', 'spades', 'hearts', 'diamonds'];
const ranks = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king'];

export const table = {
  label: (game: string) => `${game}, the table`,
  card: (rank: number, suit: number) => `${ranks[rank]} of ${suits[suit]}`,
  faceDown: 'card not turned up yet',
  anyCard: 'card',

  piles: {
    foundation: (suit: number, fromKing: boolean, isOnly: boolean) =>
      isOnly
        ? `${capital(suits[suit] ?? '')} foundation`
        : `${capital(suits[suit] ?? '')} foundation from the ${fromKing ? 'king' : 'ace'}`,
    column: (n: number) => `Column ${n}`,
    tableau: (n: number) => `Pile ${n}`,
    reserve: (n: number) => `Reserve ${n}`,
    waste: 'Waste',
    stock: 'Stock',
  },
  /** A pile's name as part of a sentence: `column 4`, `the waste`. */
  inSentence: (name: string, role: PileRole | undefined, _as: PlaceAs) =>
    (isNumbered(role) ? '' : 'the ') + name.charAt(0).toLowerCase() + name.slice(1),
  /** Everything about a pile in one breath: `Column 4: 7 of hearts, 4 cards, selected`. */
  pile: (name: string, facts: readonly string[]) => `${name}: ${facts.join(', ')}`,
  empty: 'empty',
  cards: (n: number) => count(n, 'card', 'cards'),
  hidden: (n: number) => `${count(n, 'card', 'cards')} not turned up yet`,
  under: (cards: string[]) => `On ${cards.join(', ')}`,
  selected: 'selected',
  isTarget: 'can go here',

  notes: {
    redealsLeft: (n: number) =>
      n === 0 ? 'no redeal left' : count(n, 'redeal left', 'redeals left'),
    /** On the stock, where there is more to count than its cards. */
    left: (n: number) => `${n} left`,
    placedShort: (n: number, of: number) => `${n} of ${of}`,
    placed: (n: number, of: number) => `${n} of ${of} placed`,
    mayPlace: 'opening: empty piles refill automatically',
    free: 'the reserve is free',
  },

  happened: {
    moved: (card: string, to: string) => `${capital(card)} to ${to}.`,
    dealt: 'Dealt.',
    turnedOver: 'The waste is turned over.',
    turnedUp: (card: string) => `${capital(card)} turned up.`,
    collected: (n: number) =>
      n === 0 ? 'No card can go home now.' : `${count(n, 'card', 'cards')} brought home.`,
    nothingToRedo: 'Nothing to redo.',
  },

  /** On a refusal: opens the rule's step. */
  rule: (title: string) => `Rule: ${title}`,

  preferences: 'Make the table yours',

  figures: {
    label: 'Figures of this game',
    time: 'Time',
    timeLeft: 'Time left',
    delay: 'Slow connection',
    seconds: (n: number) => `${decimalText(n, 1)} s`,
    home: 'Home',
    moves: 'Moves',
    undos: 'Undos',
  },

  controls: {
    label: 'Controls',
    undo: 'Undo',
    redo: 'Redo',
    collect: 'Collect',
    concede: 'Give up',
    help: 'Help',
  },

  stuck: {
    title: 'No moves left',
    canUndo: 'You can take moves back, or give up.',
    undo: 'Undo',
  },

  end: {
    newDeal: 'New deal',
    restart: 'Same deal again',
    look: 'Look at the table',
  },

  opening: 'Laying out the cards…',
  lineLost: (waiting: number) =>
    waiting === 0
      ? 'You’re offline. Keep playing; your moves will sync.'
      : `You’re offline. ${count(waiting, 'move', 'moves')} waiting to send.`,
  /** The line seems to be there, but nothing is answered. */
  notStored: (waiting: number) =>
    `${count(waiting, 'move is', 'moves are')} not stored yet. Keep playing.`,
  gaveUp: 'You gave up. This is sent as soon as you’re online.',
  otherDevice: 'Another device is playing. Move a card to take over.',
  watching: (name: string) => `${name}’s table`,
};
