/** All that can follow from a position, worked out to the end: what is won, in how few moves, and how far the rest gets. */
import { cardsHome, faceOf, isWon, pileAt, variantOf } from '@same-deal/engine';
import type { Move, Pile, Position } from '@same-deal/engine';

/** A position that can be reached. Nodes are numbered by how few moves reach them. */
export interface Node {
  readonly position: Position;
  readonly moves: readonly Move[];
  /** The nodes that the moves lead to, by number. */
  readonly next: readonly number[];
}

export interface Graph {
  readonly nodes: readonly Node[];
  /** For each node what all positions that are alike have in common. */
  readonly keys: readonly string[];
  /** For each node the fewest moves to a win; −1 if it is lost. */
  readonly toWin: Int32Array;
}

/**
 * Every position that can follow, alike ones as one; undefined if there are more than `most`. Where the rules say that a
 * card may always go home (`homeIsSafe`), one that can go is played at once, and no other move of that position: that
 * makes no win longer, and whatever could come home without it still can.
 */
export function graphOf(start: Position, most: number): Graph | undefined {
  const rules = variantOf(start.variant);
  const keyOf = keyFor(start.variant);
  const isFoundation = rules.piles.map(({ role }) => role === 'foundation');
  const numbers = new Map([[keyOf(start), 0]]);
  const positions = [start];
  const nodes: Node[] = [];
  for (const position of positions) {
    const all = isWon(position) ? [] : rules.legalMoves(position);
    const home = rules.homeIsSafe ? all.find(({ to }) => isFoundation[to]) : undefined;
    const moves = home ? [home] : all;
    const next: number[] = [];
    for (const move of moves) {
      const after = rules.play(position, move);
      const key = keyOf(after);
      let number = numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        if (number >= most) return undefined;
        numbers.set(key, number);
        positions.push(after);
      }
      next.push(number);
    }
    nodes.push({ position, moves, next });
  }
  return { nodes, keys: [...numbers.keys()], toWin: fewestMoves(nodes) };
}

/** Breadth first from the wins, backwards. */
function fewestMoves(nodes: readonly Node[]): Int32Array {
  const before = nodes.map((): number[] => []);
  for (const [n, { next }] of nodes.entries()) for (const after of next) before[after]?.push(n);
  const toWin = new Int32Array(nodes.length).fill(-1);
  const reached = nodes.flatMap(({ position }, n) => (isWon(position) ? [n] : []));
  for (const n of reached) toWin[n] = 0;
  for (const n of reached) {
    for (const former of before[n] ?? []) {
      if (toWin[former] !== -1) continue;
      toWin[former] = (toWin[n] ?? 0) + 1;
      reached.push(former);
    }
  }
  return toWin;
}

/** A shortest way to a win from a node that is won, as the nodes after it. */
export function shortestWin({ nodes, toWin }: Graph, from: number): number[] {
  const way: number[] = [];
  for (let n = from; toWin[n]! > 0; way.push(n)) {
    const fewer: number = toWin[n]! - 1;
    n = nodes[n]!.next.find((after) => toWin[after] === fewer)!;
  }
  return way;
}

/** The moves that lead along a way on a table that is like the one where it begins, but perhaps not the same. */
export function movesAlong({ keys }: Graph, start: Position, way: readonly number[]): Move[] {
  const rules = variantOf(start.variant);
  const keyOf = keyFor(start.variant);
  let position = start;
  return way.map((n) => {
    const move = rules
      .legalMoves(position)
      .find((one) => keyOf(rules.play(position, one)) === keys[n]);
    if (!move) throw new Error('a way of alike positions ends');
    position = rules.play(position, move);
    return move;
  });
}

export interface Reach {
  /** A shortest way to a position with most cards home, as the nodes after this one. */
  readonly way: readonly number[];
  /** For each face how many of its cards are ever home at once. */
  readonly home: readonly number[];
  /** How many positions can follow. */
  readonly positions: number;
}

/** How far a lost node gets. */
export function reachOf({ nodes }: Graph, from: number): Reach {
  const cameFrom = new Map<number, number | undefined>([[from, undefined]]);
  const variant = nodes[from]!.position.variant;
  const foundations = variantOf(variant).piles.flatMap(({ role }, n) =>
    role === 'foundation' ? [n] : [],
  );
  const home: number[] = Array(52).fill(0);
  let best = from;
  let most = -1;
  for (const n of cameFrom.keys()) {
    const { position, next } = nodes[n]!;
    const count = cardsHome(position);
    if (count > most) [most, best] = [count, n];
    const here: number[] = Array(52).fill(0);
    for (const pile of foundations) {
      const cards = pileAt(position.piles, pile);
      for (const card of cards) here[faceOf(card)]!++;
    }
    for (let face = 0; face < 52; face++) home[face] = Math.max(home[face]!, here[face]!);
    for (const after of next) if (!cameFrom.has(after)) cameFrom.set(after, n);
  }
  const way: number[] = [];
  for (let n = best; n !== from; n = cameFrom.get(n)!) way.push(n);
  return { way: way.reverse(), home, positions: cameFrom.size };
}

/** Piles are never changed, only replaced. */
const texts = new WeakMap<Pile, string>();

function textOf(pile: Pile): string {
  let text = texts.get(pile);
  if (text === undefined) {
    text = String.fromCharCode(...pile.map((card) => 60 + faceOf(card)));
    texts.set(pile, text);
  }
  return text;
}

/** Positions with the same key are alike: piles of one kind in another order, copies of a card exchanged. */
function keyFor(variant: string): (position: Position) => string {
  const { piles: specs } = variantOf(variant);
  const isFoundation = specs.map(({ role }) => role === 'foundation');
  const isAlike = specs.map(({ role }) => role === 'tableau' || role === 'reserve');
  return ({ piles, counters }) => {
    let key = '';
    const alike: string[] = [];
    for (let n = 0; n < specs.length; n++) {
      const pile = pileAt(piles, n);
      if (isFoundation[n]) key += String.fromCharCode(60 + pile.length);
      else if (!isAlike[n]) key += `${textOf(pile)} `;
      else if (pile.length > 0) alike.push(textOf(pile));
    }
    return `${key}${alike.sort().join(' ')} ${counters.join()}`;
  };
}
