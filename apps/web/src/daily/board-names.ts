import type { BoardName } from '@same-deal/protocol';

/** The boards of a daily, in the order they are offered. */
export const boardNames: readonly BoardName[] = ['fastest', 'fewest'];
