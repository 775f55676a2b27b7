/**
 * What a loss is certified by: a closed set of positions. The start is in it, no position in it is won, and every legal
 * move from it leads into it again. Then no play reaches a win.
 *
 * Everything in this folder is written from the rule sheets alone and shares no code with the engine or the solver, so
 * that a fault of theirs is not repeated here. Positions are kept as whole texts, so that no two are mistaken for one.
 */
import { createHash } from 'node:crypto';

/** A game in which a set is to be closed. Its reductions are stated, with their reasons, where it is made. */
export interface Game {
  /** The position the set must hold, as a text that has all of it. */
  readonly start: string;
  /** A number that no move raises, such as the cards left in stock: positions of a layer are kept together only. */
  readonly layerOf: (position: string) => number;
  /** The positions that legal moves lead to. */
  readonly next: (position: string) => readonly string[];
  readonly isWon: (position: string) => boolean;
  /** True only of positions that cannot be won for a stated reason: their moves need not be followed. */
  readonly isDead: (position: string) => boolean;
}

/** A closed set, told by its size and the SHA-256 of its positions: layers downwards, each sorted, a line each. */
export interface Closure {
  readonly positions: number;
  readonly sha256: string;
}

/**
 * The smallest closed set that holds the start.
 * @param most positions at most
 * @param each is given every position of it
 * @returns `won` if a win is reached, so that there is none; `too many` beyond `most`
 */
export function closureOf(
  game: Game,
  most = Infinity,
  each: (position: string) => void = () => {},
): Closure | 'won' | 'too many' {
  const layers = new Map([[game.layerOf(game.start), new Set([game.start])]]);
  const hash = createHash('sha256');
  let positions = 0;
  while (layers.size > 0) {
    const highest = Math.max(...layers.keys());
    const layer = layers.get(highest) ?? new Set();
    // A set is walked in the order of adding, those added meanwhile too.
    for (const position of layer) {
      if (game.isWon(position)) return 'won';
      if (++positions > most) return 'too many';
      if (game.isDead(position)) continue;
      for (const next of game.next(position)) {
        const lower = game.layerOf(next);
        if (lower === highest) layer.add(next);
        else {
          const below = layers.get(lower) ?? new Set();
          layers.set(lower, below.add(next));
        }
      }
    }
    for (const position of [...layer].sort()) {
      hash.update(`${position}\n`);
      each(position);
    }
    layers.delete(highest);
  }
  return { positions, sha256: hash.digest('hex') };
}

/** Whether a list of positions, from wherever, is such a set: what a certificate has to be, and all it has to be. */
export function isClosed(game: Game, list: Iterable<string>): boolean {
  const set = new Set(list);
  if (!set.has(game.start)) return false;
  for (const position of set) {
    if (game.isWon(position)) return false;
    if (!game.isDead(position) && !game.next(position).every((next) => set.has(next))) return false;
  }
  return true;
}
