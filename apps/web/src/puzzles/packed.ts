/**
 * Puzzles as bytes: one file for each game and kind, which a page fetches whole. Numbers are never reused or moved: a
 * later file only has more of them.
 *
 * A file: version, count (two bytes), a grade for each puzzle, then each puzzle after its length (two bytes). A puzzle: the
 * variant by its place in the game's list, how many cards each foundation holds, the other piles as their length and their
 * cards' faces, the counters plus one, the solution, and for keeping the win what follows from every other move. A move is
 * its place among the legal ones, in the engine's order.
 */
import {
  CARDS_IN_PACK,
  faceOf,
  gameList,
  KING,
  legalMoves,
  ok,
  checkPosition,
  playMove,
  refuse,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Card, GameId, Move, Position, Result } from '@same-deal/engine';

/** `keep`: exactly one move keeps the win. `win`: to be won in so many moves. */
export type PuzzleKind = 'keep' | 'win';
export const puzzleKinds: readonly PuzzleKind[] = ['keep', 'win'];

/** From 1, what a careful player seldom fails at, to 5. */
export type Grade = 1 | 2 | 3 | 4 | 5;
export const grades: readonly Grade[] = [1, 2, 3, 4, 5];

/** A face of which no more than so many cards can come home any more. */
export interface Blocked {
  readonly face: Card;
  readonly atMost: 0 | 1;
}

/** What a wrong move leads to. */
export interface Refutation {
  readonly move: Move;
  /** A card that can never come home after it; undefined where only all together cannot. */
  readonly blocked: Blocked | undefined;
  /** After the move: the way on which most cards come home. */
  readonly line: readonly Move[];
}

export interface Puzzle {
  readonly kind: PuzzleKind;
  readonly position: Position;
  /** From the position to the win. Of `keep` the first move is the one; of `win` none is shorter. */
  readonly solution: readonly Move[];
  /** Of `keep`, for every other legal move; else none. */
  readonly refutations: readonly Refutation[];
}

export interface GradedPuzzle extends Puzzle {
  readonly grade: Grade;
}

const VERSION = 1;
const HEADER = 3;
const NONE = 0xff;
/** Added to a face of which one card can come home. */
const ONE_OF_TWO = 0x40;

/** A file of one game's puzzles of one kind. Throws RangeError at what the format cannot hold. */
export function packPuzzles(puzzles: readonly GradedPuzzle[]): Uint8Array {
  const bodies = puzzles.map(packPuzzle);
  const bytes = [VERSION, ...twoBytes(puzzles.length), ...puzzles.map(({ grade }) => grade)];
  for (const body of bodies) bytes.push(...twoBytes(body.length), ...body);
  return Uint8Array.from(bytes);
}

function twoBytes(value: number): [number, number] {
  if (value > 0xffff) throw new RangeError(`${value} is more than two bytes hold`);
  return [value >> 8, value & 0xff];
}

function packPuzzle({ kind, position, solution, refutations }: Puzzle): number[] {
  const line = (start: Position, moves: readonly Move[]): number[] => {
    const places: number[] = [];
    let at = start;
    for (const move of moves) {
      places.push(legalMoves(at).findIndex(({ from, to }) => from === move.from && to === move.to));
      at = unwrap(playMove(at, move));
    }
    return [places.length, ...places];
  };
  const bytes = [...packPosition(position), ...line(position, solution)];
  if (kind === 'keep') {
    for (const { move, blocked, line: after } of refutations) {
      bytes.push(blocked ? blocked.face + blocked.atMost * ONE_OF_TWO : NONE);
      bytes.push(...line(unwrap(playMove(position, move)), after));
    }
  }
  if (bytes.some((byte) => byte < 0 || byte > 0xff)) throw new RangeError('no byte');
  return bytes;
}

const variantsOf = (game: string) => gameList.find(({ id }) => id === game)?.variants ?? [];
const gameOfVariant = (variant: string): string => variant.split('/')[0] ?? '';

function packPosition({ variant, piles, counters }: Position): number[] {
  const { piles: specs } = variantOf(variant);
  const bytes = [variantsOf(gameOfVariant(variant)).findIndex(({ id }) => id === variant)];
  for (const [n, { builds }] of specs.entries()) {
    const pile = piles[n] ?? [];
    bytes.push(pile.length, ...(builds ? [] : pile.map(faceOf)));
  }
  return [...bytes, ...counters.map((counter) => counter + 1)];
}

/** Why a file cannot be read: another version's, or damaged. */
export type PackedError = 'wrong-version' | 'damaged';

/** A file's puzzles, each read when it is asked for. */
export interface Puzzles {
  readonly game: GameId;
  readonly kind: PuzzleKind;
  readonly grades: readonly Grade[];
  /** The puzzle of a number, counted from 1; undefined if there is none. */
  puzzle(number: number): Puzzle | undefined;
}

/** Opens a file; what it holds is checked when a puzzle is read. */
export function openPuzzles(
  game: GameId,
  kind: PuzzleKind,
  bytes: Uint8Array,
): Result<Puzzles, PackedError> {
  if (bytes[0] !== VERSION) return refuse('wrong-version');
  const count = twoAt(bytes, 1);
  const found = [...bytes.subarray(HEADER, HEADER + count)];
  const starts: number[] = [];
  let at = HEADER + count;
  for (let n = 0; n < count; n++) {
    starts.push(at + 2);
    at += 2 + twoAt(bytes, at);
  }
  if (at !== bytes.length || found.some((grade) => grade < 1 || grade > 5))
    return refuse('damaged');
  return ok({
    game,
    kind,
    grades: found as Grade[],
    puzzle(number) {
      const start = starts[number - 1];
      if (start === undefined) return undefined;
      return readPuzzle(game, kind, bytes.subarray(start, start + twoAt(bytes, start - 2)));
    },
  });
}

const twoAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Undefined if it is no position of the game, or a move is not legal. */
function readPuzzle(game: GameId, kind: PuzzleKind, bytes: Uint8Array): Puzzle | undefined {
  let at = 0;
  const byte = (): number => bytes[at++] ?? NONE;
  const variant = variantsOf(game)[byte()];
  if (!variant) return undefined;
  const copies = new Map<number, number>();
  const cardOf = (face: number): Card => {
    const copy = copies.get(face) ?? 0;
    copies.set(face, copy + 1);
    return face + copy * CARDS_IN_PACK;
  };
  const piles = variant.piles.map(({ builds }) =>
    Array.from({ length: byte() }, (_, n) =>
      cardOf(builds ? 13 * builds.suit + Math.abs(builds.from - stepsTo(n)) : byte()),
    ),
  );
  const counters = variant.counterRanges.map(() => byte() - 1);
  const checked = checkPosition({ variant: variant.id, piles, counters });
  if (!checked.ok) return undefined;
  const position = checked.value;

  const line = (start: Position): Move[] | undefined => {
    const moves: Move[] = [];
    let on = start;
    for (let left = byte(); left > 0; left--) {
      const move = legalMoves(on)[byte()];
      if (!move) return undefined;
      moves.push(move);
      on = unwrap(playMove(on, move));
    }
    return moves;
  };
  const solution = line(position);
  const first = solution?.[0];
  if (!solution || !first) return undefined;
  const refutations: Refutation[] = [];
  for (const move of kind === 'keep' ? legalMoves(position) : []) {
    if (move.from === first.from && move.to === first.to) continue;
    const sign = byte();
    const after = line(unwrap(playMove(position, move)));
    if (!after) return undefined;
    const blocked: Blocked | undefined =
      sign === NONE ? undefined : { face: sign % ONE_OF_TWO, atMost: sign >= ONE_OF_TWO ? 1 : 0 };
    refutations.push({ move, blocked, line: after });
  }
  return at === bytes.length ? { kind, position, solution, refutations } : undefined;
}

/** The rank's distance from where a foundation begins, of its n-th card; one of 26 cards turns round at the king. */
const stepsTo = (n: number): number => (n <= KING ? n : 2 * KING + 1 - n);
