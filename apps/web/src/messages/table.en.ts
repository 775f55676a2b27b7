/** The table's words in English: cards, piles, moves, and why something cannot be. */
import type { PileSpec, RejectionCode } from '@same-deal/engine';
import type { ErrorCode } from '@same-deal/protocol';
import { errors } from './errors.en.ts';
import { count, decimalText } from './counting.ts';

type PileRole = PileSpec['role'];

/** A pile within a sentence: as what the sentence is about, as where a card goes, as where it comes from. */
export type PlaceAs = 'subject' | 'to' | 'from';

/** The piles of a move, as the sentences need them. */
interface Names {
  /** `7 of hearts`. */
  readonly card: string;
  /** The card it was meant to go on; undefined where there is none. */
  readonly on: string | undefined;
  readonly from: Place;
  readonly to: Place;
  /** The card is lower than the one it was meant to go on. */
  readonly isLower: boolean;
}

interface Place {
  readonly role: PileRole | undefined;
  readonly as: (as: PlaceAs) => string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One of several piles that have numbers. */
const isNumbered = (role: PileRole | undefined): boolean =>
  role === 'tableau' || role === 'reserve';

const suits = ['clubs', 'spades', 'hearts', 'diamonds'];
const ranks = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king'];

const rejections: Record<RejectionCode, (names: Names) => string> = {
  'no-such-pile': () => 'There is no such place.',
  'no-such-route': ({ from, to }) =>
    from.role === 'foundation'
      ? 'Foundation cards can’t be moved.'
      : from.role === 'reserve'
        ? 'Reserve cards can’t move to other piles.'
        : to.role === 'stock'
          ? 'Nothing goes back to the stock; no redeals.'
          : `Cards can’t go from ${from.as('from')} to ${to.as('to')}.`,
  'empty-pile': ({ from }) => `${capital(from.as('subject'))} is empty.`,
  'face-down': () => 'That card is still face down.',
  'wrong-suit': ({ card, on, to }) =>
    on
      ? `The ${card} does not go on the ${on}: the suits must match.`
      : `The ${card} does not go on ${to.as('to')}: the suits must match.`,
  'not-next-rank': ({ card, on, to }) =>
    on ? `The ${card} does not follow the ${on}.` : `The ${card} cannot begin ${to.as('to')}.`,
  'wrong-direction': ({ to, isLower }) =>
    `${capital(to.as('subject'))} is building ${isLower ? 'up' : 'down'}; it can’t reverse.`,
  'space-takes-waste-only': () => 'Only a card from the waste may fill an empty pile.',
  'space-stays-empty': () => 'An empty column stays empty.',
  'batch-not-complete': () => 'Place all 20 cards first.',
  'stock-not-empty': () => 'The waste turns over only when the stock is empty.',
  'no-redeals-left': () => 'The stock is empty; no redeals left.',
};

/** As everywhere, and what only a table has to say. */
const refusals: Partial<Record<ErrorCode | 'queue-full' | 'not-yours', string>> = {
  ...errors,
  'queue-full': 'Too many moves are waiting to send.',
  'not-yours': 'This is somebody else’s table.',
  'time-is-up': 'The time was up before that move arrived.',
};

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

  remarks: {
    selected: (card: string, places: number) =>
      places === 0
        ? `${card} selected. No place takes it now.`
        : `${card} selected, ${count(places, 'place', 'places')} to go.`,
    deselected: (card: string) => `${card} put back.`,
    chooseHome: (card: string) => `The ${card} fits two foundations. Choose one.`,
    choosePlace: (card: string) => `The ${card} fits several piles. Choose one.`,
    noHome: (card: string) => `No foundation takes the ${card} yet.`,
    nothingThere: 'There is no card to move.',
    alsoHere: 'Foundation cards can’t be moved.',
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

  advised: { turnOver: 'Turn the waste over.', deal: 'Deal a card.' },

  rejections,
  /** On a refusal: opens the rule's step. */
  rule: (title: string) => `Rule: ${title}`,
  refusals,
  refused: 'The service refused that.',

  preferences: 'Make the table yours',

  figures: {
    label: 'Figures of this game',
    time: 'Time',
    timeLeft: 'Time left',
    delay: 'Slow connection',
    seconds: (n: number) => `${decimalText(n, 1)} s`,
    home: 'Home',
    homeLong: (n: number, of: number) => `${n} of ${of} cards home`,
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
