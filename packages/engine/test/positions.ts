/** Random positions for property tests: from real games, and arranged ones that no game may reach. */
import {
  CARDS_IN_PACK,
  formatPosition,
  legalMoves,
  mersenneDraw,
  newGame,
  parsePosition,
  playMove,
  shuffle,
  shuffledPack,
  variantOf,
} from '../src/index.ts';
import type { Draw, Move, Position, Result } from '../src/index.ts';

/** The value of a result that must be ok. */
export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.reason)}`);
  return result.value;
}

export const pick = <Item>(items: readonly Item[], draw: Draw): Item | undefined =>
  items[draw(items.length - 1)];

/** A random deal of a variant. */
export const randomDeal = (variant: string, draw: Draw): Position =>
  valueOf(newGame(variant, shuffledPack(variantOf(variant).packs, draw)));

/**
 * A random arrangement of all cards: foundations partly built, the rest spread over the piles, with
 * empty piles and an empty stock more often than in play. British Square's piles are runs, as only
 * those have a direction.
 */
export function randomArrangement(variant: string, draw: Draw): Position {
  const rules = variantOf(variant);
  const isSquare = variant.startsWith('british-square');
  const left = shuffledPack(rules.packs, draw).slice();
  const piles = rules.piles.map((): number[] => []);
  const takeFace = (face: number): number | undefined => {
    const at = left.findIndex((card) => card % CARDS_IN_PACK === face);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };

  const height = draw(2);
  for (const [n, { builds }] of rules.piles.entries()) {
    if (!builds) continue;
    const most = Math.min(builds.cards, [3, 13, 26][height] ?? 0);
    const least = builds.cards === 13 && rules.packs === 1 && builds.from === 0 ? 1 : 0;
    for (let cards = draw(most - least) + least; cards > 0; cards--) {
      const place = piles[n]?.length ?? 0;
      const steps = place < 13 ? place : 25 - place;
      const card = takeFace(13 * builds.suit + Math.abs(builds.from - steps));
      if (card === undefined) break;
      piles[n]?.push(card);
    }
  }
  if (isSquare) arrangeRuns(variant, piles, left, draw);
  const open = rules.piles.flatMap(({ role }, n) =>
    role === 'foundation' || (isSquare && role === 'tableau') ? [] : [n],
  );
  const used = shuffle(open, draw).slice(draw(open.length - 1));
  const withoutStock = used.filter((n) => rules.piles[n]?.role !== 'stock');
  const targets = draw(1) === 0 && withoutStock.length > 0 ? withoutStock : used;
  for (const card of left) piles[pick(targets, draw) ?? 0]?.push(card);

  const counters = isSquare
    ? basesOf(variant, piles)
    : rules.counterRanges.map(([least, most]) => least + draw(most - least));
  // Through text, which also checks the arrangement and gives equal cards their usual ids.
  const arranged: Position = { variant, piles, counters };
  return valueOf(parsePosition(variant, formatPosition(arranged)));
}

/** Tableau piles of British Square: spaces, single cards and runs; in columns on dealt cards. */
function arrangeRuns(variant: string, piles: number[][], left: number[], draw: Draw): void {
  const isColumns = variant.endsWith('columns');
  for (const [n, { role }] of variantOf(variant).piles.entries()) {
    if (role !== 'tableau' || draw(4) === 0) continue;
    for (let dealt = isColumns ? draw(3) : 0; dealt > 0; dealt--)
      piles[n]?.push(...left.splice(0, 1));
    const step = draw(1) === 0 ? 1 : -1;
    const first = left.shift();
    if (first === undefined) return;
    piles[n]?.push(first);
    const face = first % CARDS_IN_PACK;
    for (let length = draw(4), next = face + step; length > 0; length--, next += step) {
      if (next < 0 || Math.floor(next / 13) !== Math.floor(face / 13)) break;
      const at = left.findIndex((card) => card % CARDS_IN_PACK === next);
      if (at < 0) break;
      piles[n]?.push(...left.splice(at, 1));
    }
  }
}

/** For `columns`: the highest base card each column can have, below which nothing was built. */
function basesOf(variant: string, piles: readonly (readonly number[])[]): number[] {
  if (!variant.endsWith('columns')) return [];
  return piles.slice(4, 8).map((pile) => Math.max(0, Math.min(3, pile.length - 1)));
}

/** Plays random legal moves and calls `onMove` for each; stops early if there are none. */
export function playRandomly(
  start: Position,
  moves: number,
  draw: Draw,
  onMove: (before: Position, move: Move, after: Position) => void,
): Position {
  let position = start;
  for (let n = 0; n < moves; n++) {
    const move = pick(legalMoves(position), draw);
    if (!move) break;
    const after = valueOf(playMove(position, move));
    onMove(position, move, after);
    position = after;
  }
  return position;
}

/** A pseudo-random source, determined by its seed. */
export const drawOf = (seed: number): Draw => mersenneDraw([seed]);
