/**
 * What is in hand at a board, as a pure state machine: taps, drags and keys go in, moves and
 * remarks come out. It knows no rules: it is given the piles and where each top card may go.
 */
import { isFaceUp, topOf } from '@same-deal/engine';
import type { Card, Pile, PileSpec } from '@same-deal/engine';

/** What the board has to say beyond moves; its owner has the words. */
export type Remark =
  | 'selected'
  /** Likewise, in place of a card that was refused in the same tap. */
  | 'selected-instead'
  | 'deselected'
  | 'choose-home'
  | 'choose-place'
  | 'no-home'
  | 'nothing-there';

/** How somebody likes to see the cards of a game, wherever they lie. */
export interface BoardLooks {
  /** Suit colours. */
  readonly colours: 'two' | 'four';
  /** Pips and small indices, instead of one large sign. */
  readonly isClassic: boolean;
  /** Arranged for the left hand. */
  readonly isMirrored: boolean;
}

/** What lies on the board now. */
export interface BoardTable {
  readonly specs: readonly PileSpec[];
  readonly piles: readonly Pile[];
  /** Where the top card of each pile may go, by pile. */
  readonly targets: readonly (readonly number[])[];
  /** False while the table is read-only. */
  readonly isActive: boolean;
  /** A move that is advised: a tap on its card or its place plays it. */
  readonly advised?: Advised | undefined;
  /** One tap sends a card on, if there is no choice in it; else the first tap selects it, and the second does. */
  readonly isQuick?: boolean;
}

export interface Advised {
  readonly from: number;
  readonly to: number;
}

/** A top card, bound to itself: when another card lies there, it is this one no longer. */
export interface Held {
  readonly pile: number;
  readonly card: Card;
}

/** Where a dragged card is. */
export interface Hover {
  /** The pile that a drop now would mean. */
  readonly over: number | undefined;
  /** It still covers most of its own place. */
  readonly isNear: boolean;
}

export interface BoardState {
  readonly selected: Held | undefined;
  /** The places to choose from, when two want the selected card. */
  readonly choices: readonly number[] | undefined;
  /** The card under the finger. */
  readonly pressed: Held | undefined;
  /** That press has selected it, so that its tap does not play it. */
  readonly isFresh: boolean;
  /** `off`: it has been away from its place. */
  readonly drag: 'none' | 'near' | 'off';
  /** What the last tap has sent on: a tap on its new place, by whoever meant to choose that, moves it no further. */
  readonly sent?: Held | undefined;
}

export type BoardInput =
  | { readonly kind: 'press'; readonly pile: number }
  /** The pressed card follows the finger. */
  | { readonly kind: 'drag'; readonly at: Hover }
  | { readonly kind: 'drop'; readonly at: Hover }
  /** The press was long, or has been interrupted: it is none. */
  | { readonly kind: 'let-go' }
  /** `isAgain`: in the same breath as the last one on this pile, as in a double tap. */
  | { readonly kind: 'tap'; readonly pile: number; readonly isAgain?: boolean }
  /** Sends a pile's card home. */
  | { readonly kind: 'home'; readonly pile: number }
  | { readonly kind: 'deal' }
  /** A move is advised from now on. */
  | { readonly kind: 'advised' }
  | { readonly kind: 'cancel' };

export type BoardEffect =
  /** To be tried: whether it is allowed is for others to say. */
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  | { readonly kind: 'remark'; readonly remark: Remark; readonly pile: number }
  | { readonly kind: 'shake'; readonly pile: number };

export interface BoardStep {
  readonly state: BoardState;
  readonly effects: readonly BoardEffect[];
}

/** Nothing is in hand. */
export const idle: BoardState = {
  selected: undefined,
  choices: undefined,
  pressed: undefined,
  isFresh: false,
  drag: 'none',
};

/** The pile on which a held card still lies on top; undefined once it has been moved, by any device. */
export const pileOf = (held: Held | undefined, piles: readonly Pile[]): number | undefined =>
  held && topOf(piles[held.pile] ?? []) === held.card ? held.pile : undefined;

/** The pile whose card is dragged. */
export const draggedFrom = ({ drag, pressed }: BoardState, piles: readonly Pile[]) =>
  drag === 'none' ? undefined : pileOf(pressed, piles);

/** What a tap on the stock asks for: a card from it, or the waste back on it; undefined where there is no dealing. */
export function dealingOf(
  specs: readonly PileSpec[],
  piles: readonly Pile[],
): { readonly from: number; readonly to: number } | undefined {
  const stock = specs.findIndex(({ role }) => role === 'stock');
  const waste = specs.findIndex(({ role }) => role === 'waste');
  if (stock < 0 || waste < 0) return undefined;
  return piles[stock]?.length ? { from: stock, to: waste } : { from: waste, to: stock };
}

/** Whether taking the top card up makes sense. Cards that have come home mostly stay there. */
export const isMovable = ({ specs, piles, targets, isActive }: BoardTable, pile: number): boolean =>
  isActive &&
  !!piles[pile]?.length &&
  (specs[pile]?.role !== 'foundation' || !!targets[pile]?.length);

/** The places of a pile's top card. The stock is none: with the waste's card the whole waste would go back. */
export const placesOf = (
  { specs, targets }: Pick<BoardTable, 'specs' | 'targets'>,
  pile: number,
): readonly number[] => targets[pile]?.filter((to) => specs[to]?.role !== 'stock') ?? NONE;

/** The piles to light: where what is in hand may go. */
export function litPiles(state: BoardState, table: BoardTable): readonly number[] {
  const dragged = draggedFrom(state, table.piles);
  if (dragged !== undefined) return placesOf(table, dragged);
  const selected = pileOf(state.selected, table.piles);
  return selected === undefined ? NONE : (state.choices ?? placesOf(table, selected));
}

/** Always the same one: nothing follows when nothing is lit once more. */
const NONE: readonly number[] = [];

/** What follows from an input on this table. */
export function stepBoard(state: BoardState, input: BoardInput, table: BoardTable): BoardStep {
  switch (input.kind) {
    case 'press':
      return press(state, input.pile, table);
    case 'drag':
      return still(drag(state, input.at, table));
    case 'drop':
      return drop(state, input.at, table);
    case 'let-go':
      return still(state.isFresh ? idle : { ...state, ...notPressed });
    case 'tap':
      return tapOnce(state, input, table);
    case 'home': {
      const pile = pileOf(state.selected, table.piles) ?? input.pile;
      const cards = table.piles[pile] ?? [];
      if (!table.isActive) return still(state);
      if (cards.length === 0) return nothingThere(pile);
      return isFaceUp(topOf(cards)) ? sendHome(pile, table) : still(state);
    }
    case 'deal':
      return table.isActive ? deal(table) : still(state);
    case 'advised':
      // What was selected before it would be played in its stead. A drag goes on.
      return still({ ...state, selected: undefined, choices: undefined, isFresh: false });
    case 'cancel':
      return cancel(state, table);
  }
}

const notPressed = { pressed: undefined, isFresh: false, drag: 'none' } as const;

const still = (state: BoardState): BoardStep => ({ state, effects: [] });

const remark = (kind: Remark, pile: number): BoardEffect => ({
  kind: 'remark',
  remark: kind,
  pile,
});

const nothingThere = (pile: number): BoardStep => ({
  state: idle,
  effects: [remark('nothing-there', pile)],
});

const held = (pile: number, { piles }: BoardTable): Held => ({
  pile,
  card: topOf(piles[pile] ?? []),
});

const attempt = (from: number, to: number): BoardStep => ({
  state: idle,
  effects: [{ kind: 'move', from, to }],
});

/** Moves a card whose place the player has not named. */
const send = (from: number, to: number, table: BoardTable): BoardStep => {
  const { state, effects } = attempt(from, to);
  return { state: { ...state, sent: { ...held(from, table), pile: to } }, effects };
};

const select = (pile: number, table: BoardTable, kind: Remark = 'selected'): BoardStep => ({
  state: { ...idle, selected: held(pile, table) },
  effects: [remark(kind, pile)],
});

const stockOf = ({ specs }: BoardTable): number => specs.findIndex(({ role }) => role === 'stock');

/** A tap on it deals, so that its card is not taken up. */
const isDealing = (pile: number, table: BoardTable): boolean =>
  pile === stockOf(table) && !!dealingOf(table.specs, table.piles);

const canSelect = (pile: number, table: BoardTable): boolean =>
  isMovable(table, pile) && !isDealing(pile, table) && isFaceUp(topOf(table.piles[pile] ?? []));

/** The card is in hand at once; only what is in hand already waits for where the finger goes. */
function press(state: BoardState, pile: number, table: BoardTable): BoardStep {
  const pressed = isMovable(table, pile) ? held(pile, table) : undefined;
  const isFresh = pileOf(state.selected, table.piles) === undefined && canSelect(pile, table);
  const { state: next, effects } = isFresh ? select(pile, table) : still(state);
  return {
    state: { ...next, pressed, isFresh, drag: 'none', sent: state.sent },
    // What is gone in the same tap is not said to be in hand.
    effects: goesOn(state, pile, table) ? [] : effects,
  };
}

function drag(state: BoardState, { over, isNear }: Hover, { piles }: BoardTable): BoardState {
  const { pressed } = state;
  if (!pressed) return state;
  // Another card lies there now: this drag has lost its card, and moves none.
  if (pileOf(pressed, piles) === undefined) return { ...state, ...notPressed };
  const isOff = state.drag === 'off' || over !== pressed.pile || !isNear;
  const now = isOff ? 'off' : 'near';
  // The same state again: most steps of a drag change nothing but where the card is.
  return now === state.drag ? state : { ...state, drag: now };
}

function drop(state: BoardState, at: Hover, table: BoardTable): BoardStep {
  const { over } = at;
  const dragged = drag(state, at, table);
  const from = draggedFrom(dragged, table.piles);
  if (from === undefined) return still({ ...dragged, ...notPressed });
  if (over !== undefined && over !== from) return attempt(from, over);
  // A slip of the finger within the card is a tap; who has been away and come back wants nothing.
  if (dragged.drag === 'near') return stepBoard(state, { kind: 'tap', pile: from }, table);
  return { state: idle, effects: [remark('deselected', from)] };
}

/** The advised move, if a tap on this pile means it; its place is free for a card that was taken since. */
function advisedAt(
  { advised }: BoardTable,
  pile: number,
  inHand: number | undefined,
): Advised | undefined {
  const isPlace = pile === advised?.to && inHand === undefined;
  return pile === advised?.from || isPlace ? advised : undefined;
}

function tapOnce(
  state: BoardState,
  { pile, isAgain }: BoardInput & { readonly kind: 'tap' },
  table: BoardTable,
): BoardStep {
  if (!table.isActive) return still(state);
  // The second half of a double tap: it was for the card that the first has sent on, or shown places for.
  if (isAgain && table.isQuick && (state.sent || state.choices)) {
    return still({ ...(state.choices ? state : idle), ...notPressed, sent: state.sent });
  }
  return tap({ ...state, ...notPressed }, pile, table, state.isFresh);
}

/** Whether one tap on a pile sends its card on. */
const goesOn = ({ sent }: BoardState, pile: number, table: BoardTable): boolean =>
  !!table.isQuick &&
  table.specs[pile]?.role !== 'foundation' &&
  canSelect(pile, table) &&
  placesOf(table, pile).length > 0 &&
  pileOf(sent, table.piles) !== pile;

function tap(state: BoardState, pile: number, table: BoardTable, isFresh: boolean): BoardStep {
  const selected = pileOf(state.selected, table.piles);
  const advised = advisedAt(table, pile, isFresh ? undefined : selected);
  if (advised) return attempt(advised.from, advised.to);
  // The card that the press selected has gone meanwhile; the next one was not meant.
  if (selected === undefined) {
    if (isFresh) return still(idle);
    return goesOn(state, pile, table) ? sendOn(pile, table) : take(pile, table);
  }
  if (pile === selected) {
    if (isFresh) return goesOn(state, pile, table) ? sendOn(pile, table) : still(state);
    return state.choices ? cancel(state, table) : sendOn(pile, table);
  }
  if (table.targets[selected]?.includes(pile)) return attempt(selected, pile);
  if (isDealing(pile, table)) return deal(table);
  if (goesOn(state, pile, table)) return sendOn(pile, table);
  // Refused, with the reason; if the player meant to pick another card, that one is in hand now.
  const refused = attempt(selected, pile);
  if (!canSelect(pile, table) || placesOf(table, pile).length === 0) return refused;
  const { state: next, effects } = select(pile, table, 'selected-instead');
  return { state: next, effects: [...refused.effects, ...effects] };
}

function take(pile: number, table: BoardTable): BoardStep {
  if (isDealing(pile, table)) return deal(table);
  if (canSelect(pile, table)) return select(pile, table);
  return nothingThere(pile);
}

/** Deals a card, or turns the waste over; where there is no dealing, takes the stock's card, if there is a stock. */
function deal(table: BoardTable): BoardStep {
  const dealing = dealingOf(table.specs, table.piles);
  if (dealing) return attempt(dealing.from, dealing.to);
  return take(stockOf(table), table);
}

/** To where a card can only be meant to go: home, else to its one place. Between two the player chooses. */
function sendOn(pile: number, table: BoardTable): BoardStep {
  const { specs } = table;
  const places = placesOf(table, pile);
  const [only] = places;
  const isFromHome = specs[pile]?.role === 'foundation';
  const goesHome = places.some((to) => specs[to]?.role === 'foundation');
  if (isFromHome || goesHome || only === undefined) return sendHome(pile, table);
  if (places.length === 1) return send(pile, only, table);
  return {
    state: { ...idle, selected: held(pile, table), choices: places },
    effects: [remark('choose-place', pile)],
  };
}

function sendHome(pile: number, table: BoardTable): BoardStep {
  const { specs, targets } = table;
  if (specs[pile]?.role === 'foundation') {
    return { state: idle, effects: [remark('deselected', pile)] };
  }
  const homes = (targets[pile] ?? []).filter((to) => specs[to]?.role === 'foundation');
  const [only] = homes;
  if (only === undefined) {
    return { state: idle, effects: [remark('no-home', pile), { kind: 'shake', pile }] };
  }
  if (homes.length === 1) return send(pile, only, table);
  return {
    state: { ...idle, selected: held(pile, table), choices: homes },
    effects: [remark('selected', pile), remark('choose-home', pile)],
  };
}

/** Puts back what is in hand. */
function cancel(state: BoardState, { piles }: BoardTable): BoardStep {
  const pile = draggedFrom(state, piles) ?? pileOf(state.selected, piles);
  return { state: idle, effects: pile === undefined ? [] : [remark('deselected', pile)] };
}
