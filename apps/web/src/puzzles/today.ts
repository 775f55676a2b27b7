/** The day's puzzles: the same for everybody who has the same version of the page. */
import type { PuzzleKind } from './packed.ts';
import { puzzleKinds } from './packed.ts';

const DAY_MS = 86_400_000;
/** Far from the numbers there are, and a prime: no puzzle comes again before all have been. */
const STRIDE = 7919;

/** The day, counted in UTC from 1970. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

export interface PuzzleName {
  readonly game: string;
  readonly kind: PuzzleKind;
  /** Counted from 1. */
  readonly number: number;
}

/**
 * A game's puzzle of a day: its kinds take turns.
 * @param countOf how many puzzles the game has of a kind
 * @returns undefined if it has none
 */
export function puzzleOfDay(
  game: string,
  day: number,
  countOf: (kind: PuzzleKind) => number,
): PuzzleName | undefined {
  const kinds = puzzleKinds.filter((kind) => countOf(kind) > 0);
  const kind = kinds[day % kinds.length];
  if (!kind) return undefined;
  const turn = Math.floor(day / kinds.length);
  return { game, kind, number: 1 + ((turn * STRIDE) % countOf(kind)) };
}
