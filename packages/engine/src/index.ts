/** What the package offers; everything else in it may change at any time. */
export {
  ACE,
  CARDS_IN_PACK,
  FACE_DOWN,
  faceOf,
  formatCard,
  isFaceUp,
  isPack,
  KING,
  parseCard,
  rankOf,
  RANKS,
  sortedPack,
  suitOf,
  SUITS,
} from './card.ts';
export type { Card, Pack } from './card.ts';
export { checkPosition } from './check-position.ts';
export type { PositionError } from './check-position.ts';
export { DEAL_CODES, formatDealCode, packOf } from './deal-source.ts';
export type { DealSourceError } from './deal-source.ts';
export {
  decodeEntry,
  encodeEntry,
  enter,
  LOG_LIMIT,
  openPlay,
  redoMove,
  replay,
  standingMoves,
  startPlay,
  undoPolicies,
  undoRejection,
} from './log.ts';
export type { Ending, Entry, EntryRejection, Past, Play, UndoPolicy } from './log.ts';
export { decodeMove, encodeMove, moveBetween, rejectionCodes } from './move.ts';
export type { Move, MoveRejection, RejectionCode } from './move.ts';
export { formatMove, formatPosition, parseMove, parsePosition } from './notation.ts';
export { pileAt, topOf } from './pile.ts';
export type { Pile, PileSpec, Role, Slot } from './pile.ts';
export {
  cardsHome,
  isStuck,
  isWon,
  legalMoves,
  newGame,
  playMove,
  suitsHome,
  turnedUpBy,
  viewOf,
} from './play.ts';
export type { DealError } from './play.ts';
export { linearDraw, mersenneDraw, shuffle, shuffledPack } from './random.ts';
export type { Draw } from './random.ts';
export { ok, refuse, unwrap } from './result.ts';
export type { Result } from './result.ts';
export type { Game, Position, Solitaire } from './solitaire.ts';
export { findVariant, gameList, gameOf, isVariantId, variantOf } from './variants.ts';
export type { GameId, VariantId } from './variants.ts';
