/** How somebody stands with a puzzle, from the moves on its table. */
import type { Move } from '@same-deal/engine';
import type { Puzzle, Refutation } from './packed.ts';

export type Status =
  /** To be won in so many more moves; undefined where one move is asked for. */
  | { readonly kind: 'open'; readonly movesLeft: number | undefined }
  /** The one move that keeps the win has been made. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'lost'; readonly refutation: Refutation }
  /** Won, and no way is shorter. */
  | { readonly kind: 'won' }
  /** Won in more moves than asked for, or as many have been made without winning. */
  | { readonly kind: 'too-long'; readonly isWon: boolean };

export const isSame = (one: Move, other: Move): boolean =>
  one.from === other.from && one.to === other.to;

/** @param line the moves on the table, from the puzzle's position */
export function statusOf(
  { kind, solution, refutations }: Puzzle,
  line: readonly Move[],
  isWon: boolean,
): Status {
  const [first] = line;
  if (kind === 'keep') {
    if (!first) return { kind: 'open', movesLeft: undefined };
    const refutation = refutations.find(({ move }) => isSame(move, first));
    return refutation ? { kind: 'lost', refutation } : { kind: 'kept' };
  }
  const movesLeft = solution.length - line.length;
  if (isWon) return movesLeft >= 0 ? { kind: 'won' } : { kind: 'too-long', isWon };
  return movesLeft > 0 ? { kind: 'open', movesLeft } : { kind: 'too-long', isWon };
}

export const isSolved = ({ kind }: Status): boolean => kind === 'kept' || kind === 'won';
