/**
 * Every move takes one top card from one pile to another, so a move is two pile numbers.
 * Dealing is stock to waste; a redeal is waste to stock.
 */
export interface Move {
  readonly from: number;
  readonly to: number;
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
export const decodeMove = (code: number): Move => ({ from: code >> 8, to: code & 0xff });
