import type { Pack } from './card.ts';
import type { Move, RejectionCode } from './move.ts';
import type { Pile, PileSpec } from './pile.ts';

/**
 * A table at one moment, as plain data; also a view of it, in which hidden cards are `FACE_DOWN`.
 * Piles stand in the order of the variant's `piles`.
 */
export interface Position {
  readonly variant: string;
  readonly piles: readonly Pile[];
  /** What the piles do not show; each game says what its numbers mean. */
  readonly counters: readonly number[];
}

/** The rules of one variant: all that the engine, the server and the page know of a game. */
export interface Solitaire<Id extends string = string> {
  /** For example `bisley/thirteen`. */
  readonly id: Id;
  readonly title: string;
  readonly packs: 1 | 2;
  readonly piles: readonly PileSpec[];
  /** Cards the deal itself puts on the foundations; they do not count as brought home. */
  readonly dealtHome: number;
  /** Whether the next stock card is face up (SLY-9); otherwise it turns up on the waste. */
  readonly stockTopFaceUp: boolean;
  /**
   * Whether a card that can go home without a choice may always do so: whatever could be won before can be won after it,
   * in no more moves. Only where that is certain; elsewhere a card may be needed to build on.
   */
  readonly homeIsSafe?: boolean;
  /** The lowest and highest value of each counter, for reading positions from text. */
  readonly counterRanges: readonly (readonly [least: number, most: number])[];

  /** The opening position. `pack` holds every card once. */
  deal(pack: Pack): Position;
  /** Every legal move, in a fixed order. */
  legalMoves(position: Position): Move[];
  /** Why a move between two of its piles is not legal; undefined if it is. */
  rejection(position: Position, move: Move): RejectionCode | undefined;
  /** The position after a legal move and what follows from it by itself. */
  play(position: Position, move: Move): Position;
  /** Only where "no legal move" is not the whole truth (SLY-14). */
  isStuck?(position: Position): boolean;
  /**
   * The rule of its sheet that lists what holds in every position and that this one breaks;
   * undefined if it breaks none. Only where a game has more of them than all games.
   */
  invariant?(position: Position): string | undefined;
}

export interface Game<Id extends string = string> {
  readonly title: string;
  /** The time a race takes at most unless the host says otherwise, in minutes. */
  readonly capMinutes: number;
  /** The first is the default. */
  readonly variants: readonly [Solitaire<Id>, ...Solitaire<Id>[]];
}
