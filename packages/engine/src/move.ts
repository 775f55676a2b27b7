/**
 * Every move takes one top card from one pile to another, so a move is two pile numbers.
 * Dealing is stock to waste; a redeal is waste to stock.
 */
export interface Move {
  readonly from: number;
  readonly to: number;
}

/** No game has more piles, so that a set of piles fits into the bits of a number. */
const MOST_PILES = 32;

/**
 * Every move there can be, made once: a list of legal moves then costs no new object for each. Frozen, as everybody
 * shares them.
 */
const everyMove: readonly Move[] = Array.from({ length: MOST_PILES * MOST_PILES }, (_, n) =>
  Object.freeze({ from: Math.floor(n / MOST_PILES), to: n % MOST_PILES }),
);

/** The move from one pile to another; frozen, and the same object each time, where a game can have it. */
export function moveBetween(from: number, to: number): Move {
  // Beyond the last pile it would be the place of another pair.
  const shared = to >= 0 && to < MOST_PILES ? everyMove[from * MOST_PILES + to] : undefined;
  return shared?.to === to ? shared : { from, to };
}

/** Why a move is not legal. The page has words for each. */
export const rejectionCodes = [
  'no-such-pile',
  'no-such-route',
  'empty-pile',
  'face-down',
  'wrong-suit',
  'not-next-rank',
  'wrong-direction',
  'space-takes-waste-only',
  'space-stays-empty',
  'batch-not-complete',
  'stock-not-empty',
  'no-redeals-left',
] as const;
export type RejectionCode = (typeof rejectionCodes)[number];

export interface MoveRejection extends Move {
  readonly code: RejectionCode;
}

/** The move as 16 bits: the pile it leaves, then the pile it goes to. */
export const encodeMove = (move: Move): number => (move.from << 8) | move.to;
/** The move of a code. Arithmetic, not bits: what is no 16-bit code must not pass for one. */
export const decodeMove = (code: number): Move => moveBetween(Math.floor(code / 256), code % 256);
