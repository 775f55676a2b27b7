/**
 * The moves of a play that can be taken back, as text. A node holds hundreds of thousands of them: with a table each they
 * would be most of its memory, and as objects most of what V8 goes through in it. Only the last move, which is taken back
 * most, keeps its table; any other is played again from the start of its run.
 */
import { decodeMove, encodeMove, playMove, unwrap, variantOf } from '@same-deal/engine';
import type { Card, Move, Past, Position } from '@same-deal/engine';
import { inOnePiece } from './packed-log.ts';

/** So many moves share a table, the one before the first of them. */
const RUN = 16;

/** Code, card turned up and `homeSince`, each a character. */
const MOVE_CHARACTERS = 3;
/** Above the end of a pile, and above no card turned up: `FACE_DOWN` is −1, and so is the least counter. */
const OFFSET = 2;
const END_OF_PILE = 0;
const NO_CARD = 0;

/** A move, packed. It looks to the engine as one that is not. */
class PackedMove implements Past {
  private readonly variant: string;
  private readonly start: string;
  /** The moves of its run up to this one. */
  private readonly moves: string;
  private readonly before: PackedMove | undefined;

  constructor(variant: string, start: string, moves: string, before: PackedMove | undefined) {
    this.variant = variant;
    this.start = start;
    this.moves = moves;
    this.before = before;
  }

  /** This move and one after it. */
  with(next: Past): PackedMove {
    if (this.moves.length === RUN * MOVE_CHARACTERS) {
      inOnePiece(this.moves);
      return firstOf(next, this);
    }
    const moves = this.moves + packMove(next);
    return new PackedMove(this.variant, this.start, moves, this.before);
  }

  get move(): Move {
    return decodeMove(this.numberAt(0));
  }

  get turnedUp(): Card | undefined {
    return turnedUpIn(this.numberAt(1));
  }

  get homeSince(): number {
    return this.numberAt(2);
  }

  get past(): PackedMove | undefined {
    const moves = this.moves.slice(0, -MOVE_CHARACTERS);
    return moves === ''
      ? this.before
      : new PackedMove(this.variant, this.start, moves, this.before);
  }

  get position(): Position {
    const { variant, start, moves } = this;
    let position = unpackPosition(variant, start);
    for (let at = 0; at < moves.length - MOVE_CHARACTERS; at += MOVE_CHARACTERS) {
      const turnedUp = turnedUpIn(moves.charCodeAt(at + 1));
      position = unwrap(playMove(position, decodeMove(moves.charCodeAt(at)), turnedUp));
    }
    return position;
  }

  private numberAt(place: number): number {
    return this.moves.charCodeAt(this.moves.length - MOVE_CHARACTERS + place);
  }
}

/** The first move of a run. */
const firstOf = (move: Past, before: PackedMove | undefined): PackedMove =>
  new PackedMove(move.position.variant, packPosition(move.position), packMove(move), before);

/** The same move, packed; what is before it is packed already, as each is that gets another. */
export function packedMove(move: Past): Past {
  if (move instanceof PackedMove) return move;
  return move.past instanceof PackedMove ? move.past.with(move) : firstOf(move, undefined);
}

const packMove = ({ move, turnedUp, homeSince }: Past): string =>
  String.fromCharCode(
    encodeMove(move),
    turnedUp === undefined ? NO_CARD : turnedUp + OFFSET,
    homeSince,
  );

const turnedUpIn = (number: number): Card | undefined =>
  number === NO_CARD ? undefined : number - OFFSET;

/** A character a card, each pile with its end; then the counters. */
function packPosition({ piles, counters }: Position): string {
  const codes: number[] = [];
  for (const pile of piles) {
    for (const card of pile) codes.push(card + OFFSET);
    codes.push(END_OF_PILE);
  }
  for (const counter of counters) codes.push(counter + OFFSET);
  return String.fromCharCode(...codes);
}

function unpackPosition(variant: string, packed: string): Position {
  let at = 0;
  const piles: Card[][] = [];
  for (let left = variantOf(variant).piles.length; left > 0; left--) {
    const pile: Card[] = [];
    for (let code = packed.charCodeAt(at++); code !== END_OF_PILE; code = packed.charCodeAt(at++))
      pile.push(code - OFFSET);
    piles.push(pile);
  }
  const counters: number[] = [];
  while (at < packed.length) counters.push(packed.charCodeAt(at++) - OFFSET);
  return { variant, piles, counters };
}
