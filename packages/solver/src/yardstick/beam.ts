/**
 * The plain beam that the two-pack solvers are measured by: the same positions, the same search, the
 * same doubling of its width, but all it knows of a position is how many cards are home.
 */
import { gameOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { alhambraTable } from '../alhambra/table.ts';
import { squareTable } from '../british-square/table.ts';
import { foxTable } from '../sly-fox/table.ts';
import type { Effort, Solution } from '../solution.ts';
import type { Table } from '../two-deck/table.ts';
import { searchByWidening } from '../two-deck/widening.ts';

/** @throws Error for a game of one pack, or an arranged position that no play leads to */
export function plainBeam(position: Position, effort: Effort = {}): Solution {
  const table = tableOf(position);
  return searchByWidening(table, (store, at) => table.home(store, at), effort);
}

const tables: Readonly<Record<string, ((position: Position) => Table | undefined) | undefined>> = {
  'british-square': squareTable,
  'sly-fox': foxTable,
  alhambra: alhambraTable,
};

function tableOf(position: Position): Table {
  const table = tables[gameOf(position.variant)]?.(position);
  if (!table) throw new Error(`no table for ${position.variant}`);
  return table;
}
