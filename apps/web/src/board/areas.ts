/** The regions of a table, for moving the focus from region to region instead of from card to card. */
import type { PileSpec } from '@same-deal/engine';

export type Area = 'foundations' | 'tableau' | 'stock';

const areaOf: Readonly<Record<PileSpec['role'], Area>> = {
  foundation: 'foundations',
  tableau: 'tableau',
  reserve: 'tableau',
  waste: 'stock',
  stock: 'stock',
};

const order: readonly Area[] = ['foundations', 'tableau', 'stock'];

/** The first pile of an area. */
export interface AreaStart {
  readonly area: Area;
  readonly pile: number;
}

/**
 * The next area that the table has.
 * @param from the pile to go on from; undefined when the focus comes from outside
 * @returns undefined beyond the last one
 */
export function nextArea(
  specs: readonly PileSpec[],
  from: number | undefined,
  step: 1 | -1,
): AreaStart | undefined {
  const starts = order.flatMap((area): AreaStart[] => {
    const pile = specs.findIndex(({ role }) => areaOf[role] === area);
    return pile < 0 ? [] : [{ area, pile }];
  });
  if (from === undefined) return starts.at(step > 0 ? 0 : -1);
  const role = specs[from]?.role;
  const here = starts.findIndex(({ area }) => role !== undefined && areaOf[role] === area);
  const there = here + step;
  return there < 0 ? undefined : starts[there];
}
