/**
 * The plain beam that the two-pack solvers are measured against: the same positions, the same search,
 * the same doubling of its width. It scores a position naively, by the cards home and a few simple
 * counts. With 400 positions a layer it wins about half of the deals of British Square and Sly Fox;
 * with the cards home alone it would win a quarter of the first and none of the second. For Alhambra
 * it uses the cards home alone.
 */
import { faceOf, gameOf, suitOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { alhambraTable } from '../alhambra/table.ts';
import * as square from '../british-square/table.ts';
import * as fox from '../sly-fox/table.ts';
import type { Bounds, Solution } from '../solution.ts';
import type { Score, Table } from '../two-deck/table.ts';
import { searchByWidening } from '../two-deck/widening.ts';

const CARD_HOME = 10;

/** @throws Error for a game of one pack, or an arranged position that no play reaches */
export function plainBeam(position: Position, bounds: Bounds): Solution {
  const judged = judges[gameOf(position.variant)]?.(position);
  if (!judged) throw new Error(`no plain beam for ${position.variant}`);
  return searchByWidening(judged.table, judged.score, bounds);
}

interface Judged {
  readonly table: Table;
  readonly score: Score;
}

const judges: Readonly<Record<string, ((position: Position) => Judged | undefined) | undefined>> = {
  'british-square': (position) => {
    const table = square.squareTable(position);
    return table && { table, score: squareScore(table, table.piles) };
  },
  'sly-fox': (position) => {
    const table = fox.foxTable(position);
    return { table, score: foxScore(table) };
  },
  alhambra: (position) => {
    const table = alhambraTable(position);
    return table && { table, score: (store, at) => table.home(store, at) };
  },
};

/** Cards on the waste and in the stock are bad, spaces are good. */
function squareScore(table: Table, piles: number): Score {
  return (store, at) => {
    const { bytes } = store;
    let spaces = 0;
    for (let p = 0; p < piles; p++) {
      if (bytes[at + square.PILES + square.PILE_BYTES * p] === square.SPACE) spaces++;
    }
    const homeAndSpaces = CARD_HOME * table.home(store, at) + 2 * spaces;
    return homeAndSpaces - 3 * bytes[at + square.WASTE]! - 2 * bytes[at + square.LEFT]!;
  };
}

/** A card that lies directly on one wanted sooner is bad. */
function foxScore(table: Table): Score {
  /** How many cards of its suit have to go home before a card can, up or down, whichever is fewer. */
  const waitOf = (bytes: Uint8Array, at: number, card: number): number => {
    const face = faceOf(card);
    const suit = suitOf(face);
    const above = face - 13 * suit - bytes[at + fox.UP + suit]!;
    const below = 12 - bytes[at + fox.DOWN + suit]! - (face - 13 * suit);
    const wait = Math.min(Math.abs(above), Math.abs(below));
    // Its other copy is home already, so it has to wait until the foundations have passed each other.
    return above < 0 || below < 0 ? 13 + wait : wait;
  };
  return (store, at) => {
    const { bytes } = store;
    let covers = 0;
    for (let p = 0; p < fox.RESERVES; p++) {
      let card = bytes[at + fox.TOPS + p]!;
      while (card !== fox.NONE) {
        const below = bytes[at + fox.BELOW + card]!;
        if (below !== fox.NONE && waitOf(bytes, at, card) > waitOf(bytes, at, below)) covers++;
        card = below;
      }
    }
    return CARD_HOME * table.home(store, at) - 3 * covers;
  };
}
