/** Where piles stand, as data: grids of places in card widths (x) and card heights (y). */
import type { PileSpec, Slot } from './pile.ts';

/** Places for some piles, row by row. */
export interface Grid {
  readonly piles: number;
  /** The place of the first one. */
  readonly x: number;
  readonly y: number;
  /** Piles in a row; all of them if it is not said. */
  readonly columns?: number;
  /** From one pile to the next in its row, and from one row to the next. Default: hardly more than a card. */
  readonly across?: number;
  readonly down?: number;
  readonly fan?: Slot['fan'];
}

/** The grids of a variant's piles, in the order of its piles: for a narrow page and for a wide one. */
export interface Layout {
  readonly upright: readonly Grid[];
  readonly wide: readonly Grid[];
}

const ACROSS = 1.07;
const DOWN = 1.06;

/** Covered cards peep out downwards, or to the right, over so many card sizes at most. */
export const fanDown = (room: number) => ({ towards: 'down', room }) as const;
export const fanRight = (room: number) => ({ towards: 'right', room }) as const;

const slotsOf = (grids: readonly Grid[]): Slot[] =>
  grids.flatMap(({ piles, x, y, columns = piles, across = ACROSS, down = DOWN, fan }) =>
    Array.from({ length: piles }, (_, n) => ({
      x: x + (n % columns) * across,
      y: y + Math.floor(n / columns) * down,
      ...(fan && { fan }),
    })),
  );

/**
 * The piles, each in its place.
 * @throws RangeError if the layout has not as many places as there are piles
 */
export function placed(
  piles: readonly Omit<PileSpec, 'upright' | 'wide'>[],
  layout: Layout,
): PileSpec[] {
  const upright = slotsOf(layout.upright);
  const wide = slotsOf(layout.wide);
  return piles.map((pile, n) => {
    const places = { upright: upright[n], wide: wide[n] };
    if (!places.upright || !places.wide) throw new RangeError(`${pile.name} has no place`);
    return { ...pile, upright: places.upright, wide: places.wide };
  });
}

/** Piles of one role with numbered names: `t0`, `t1`, … */
export const numbered = (role: PileSpec['role'], prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix}${n}`, role }));
