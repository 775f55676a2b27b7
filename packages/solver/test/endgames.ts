/**
 * Small positions whose value a slow, simple search decides, as a reference for the solvers: it
 * remembers positions as text, not as hashes, and uses only the engine.
 */
import {
  cardsHome,
  checkPosition,
  faceOf,
  formatPosition,
  isWon,
  KING,
  legalMoves,
  mersenneDraw,
  newGame,
  parsePosition,
  playMove,
  shuffledPack,
  suitOf,
  variantOf,
  unwrap,
} from '@same-deal/engine';
import type { Draw, Move, Position } from '@same-deal/engine';

/** Whether a position can be won; undefined if that takes more than `most` positions. */
export function bruteForce(start: Position, most: number): boolean | undefined {
  const seen = new Set([formatPosition(start)]);
  const open = [start];
  for (let position = open.pop(); position; position = open.pop()) {
    if (isWon(position)) return true;
    // The engine lists moves home first; reversed, they are popped first, which finds wins sooner.
    for (const move of legalMoves(position).reverse()) {
      const next = after(position, move);
      const text = formatPosition(next);
      if (seen.has(text)) continue;
      seen.add(text);
      if (seen.size > most) return undefined;
      open.push(next);
    }
  }
  return false;
}

export interface Endgame {
  readonly position: Position;
  readonly isWinnable: boolean;
}

export interface EndgameOptions {
  readonly variant: string;
  /** How many of each value are wanted. */
  readonly won: number;
  readonly lost: number;
  readonly seed: number;
  /** Positions that the slow search may visit; harder endgames are skipped. Default 1,000. */
  readonly most?: number;
  /** Generators of endgames, used in turn. Default: `playedOn` and `scattered`. */
  readonly sources?: readonly EndgameSource[];
}

export type EndgameSource = (variant: string, draw: Draw) => Position;

/**
 * Distinct endgames decided by brute force, as many of each value as wanted. Determined by the seed.
 * @throws Error if the sources do not yield enough of them
 */
export function endgames(options: EndgameOptions): Endgame[] {
  const { variant, seed, most = 1000, sources = [playedOn, scattered] } = options;
  const draw = mersenneDraw([seed]);
  const wanted = { won: options.won, lost: options.lost };
  const found = new Map<string, Endgame>();
  const mostTries = 1000 + 100 * (options.won + options.lost);
  for (let tries = 0; wanted.won + wanted.lost > 0; tries++) {
    if (tries >= mostTries) throw new Error(`too few endgames: ${JSON.stringify(wanted)} missing`);
    const position = (sources[tries % sources.length] ?? playedOn)(variant, draw);
    const text = formatPosition(position);
    if (found.has(text)) continue;
    const isWinnable = bruteForce(position, most);
    if (isWinnable === undefined) continue;
    const value = isWinnable ? 'won' : 'lost';
    if (wanted[value] === 0) continue;
    wanted[value]--;
    found.set(text, { position, isWinnable });
  }
  return [...found.values()];
}

/** How many of the positions asked about are won and lost by brute force, and how many were proved lost. */
export interface ProofCounts {
  readonly won: number;
  readonly lost: number;
  readonly proved: number;
}

/**
 * Asks a proof of loss about small positions of all sources, and brute force about the same.
 * @param most how many positions are drawn; those that brute force cannot decide are left out
 * @throws Error naming a position that the proof calls lost and brute force wins
 */
export function countProofs(
  variant: string,
  draw: Draw,
  most: number,
  isProvedLost: (position: Position) => boolean,
): ProofCounts {
  const sources = [playedOn, scattered, dealtUnder];
  const counts = { won: 0, lost: 0, proved: 0 };
  for (let n = 0; n < most; n++) {
    const position = (sources[n % sources.length] ?? scattered)(variant, draw);
    const isWinnable = bruteForce(position, 1000);
    if (isWinnable === undefined) continue;
    counts[isWinnable ? 'won' : 'lost']++;
    if (!isProvedLost(position)) continue;
    if (isWinnable) throw new Error(`can be won: ${formatPosition(position)}`);
    counts.proved++;
  }
  return counts;
}

/** A position from the second half of a random game. */
export function playedOn(variant: string, draw: Draw): Position {
  const line = randomGame(variant, draw, 0.8);
  const last = line.length - 1;
  const position = line[last - draw(Math.floor(last / 2))];
  if (!position) throw new Error('a game has at least its deal');
  return position;
}

/**
 * Foundations built up at random until 4 to 20 cards are left, and those scattered over the other
 * piles: few random games of two packs get that far. Play need not be able to reach it.
 */
export function scattered(variant: string, draw: Draw): Position {
  const rules = variantOf(variant);
  const left = shuffledPack(rules.packs, draw).slice();
  const piles = rules.piles.map((): number[] => []);
  const cardsLeft = 4 + draw(16);
  while (left.length > cardsLeft) {
    const wanted = rules.piles.flatMap(({ builds }, n) => {
      const steps = piles[n]?.length ?? 0;
      if (!builds || steps >= builds.cards) return [];
      const rank = Math.abs(builds.from - (steps <= KING ? steps : 2 * KING + 1 - steps));
      const at = left.findIndex((card) => faceOf(card) === 13 * builds.suit + rank);
      return at < 0 ? [] : [{ pile: n, at }];
    });
    const { pile = 0, at = 0 } = wanted[draw(wanted.length - 1)] ?? {};
    piles[pile]?.push(...left.splice(at, 1));
  }
  // In British Square a pile of two or more cards has a direction, which any two cards would not give.
  const isSquare = variant.startsWith('british-square');
  const open = rules.piles.flatMap(({ role }, n) => (role === 'foundation' ? [] : [n]));
  for (const card of left) {
    const places = open.filter(
      (n) => !isSquare || rules.piles[n]?.role !== 'tableau' || piles[n]?.length === 0,
    );
    piles[places[draw(places.length - 1)] ?? 0]?.push(card);
  }
  const counters = isSquare
    ? rules.counterRanges.map(() => 0)
    : rules.counterRanges.map(([least, most]) => least + draw(most - least));
  // Through text, which checks the arrangement and gives equal cards their usual ids.
  const parsed = parsePosition(variant, formatPosition({ variant, piles, counters }));
  if (!parsed.ok) throw new Error(`no position: ${parsed.reason.code} ${parsed.reason.at ?? ''}`);
  return parsed.value;
}

/**
 * `scattered`, except that in `columns` of British Square the columns stand on dealt cards, which have
 * no direction, and some have runs built on their base card, as far as the waste has cards for them.
 */
export function dealtUnder(variant: string, draw: Draw): Position {
  const position = scattered(variant, draw);
  if (variant !== 'british-square/columns') return position;
  const piles = position.piles.map((pile) => pile.slice());
  const waste = piles[8] ?? [];
  const counters = [4, 5, 6, 7].map((n) => {
    const column = piles[n] ?? [];
    for (let under = draw(2); under > 0 && waste.length > 0; under--) {
      column.unshift(waste.pop() ?? 0);
    }
    const base = Math.max(0, column.length - 1);
    const step = draw(1) === 0 ? 1 : -1;
    for (let built = column.length === 0 ? 0 : draw(2); built > 0; built--) {
      const top = faceOf(column.at(-1) ?? 0);
      const at = waste.findIndex(
        (card) => faceOf(card) === top + step && suitOf(card) === suitOf(top),
      );
      if (at >= 0) column.push(...waste.splice(at, 1));
    }
    return base;
  });
  return unwrap(checkPosition({ ...position, piles, counters }));
}

/**
 * Every position of a game of random moves from a random deal, until it ends or has 600.
 * @param greed the probability of playing a card home when one can go
 */
export function randomGame(variant: string, draw: Draw, greed: number): Position[] {
  const { packs } = variantOf(variant);
  const line = [unwrap(newGame(variant, shuffledPack(packs, draw)))];
  for (let position = line[0]; position && line.length < 600; position = line.at(-1)) {
    const all = legalMoves(position);
    const before = position;
    const home = all.filter((move) => cardsHome(after(before, move)) > cardsHome(before));
    const isGreedy = home.length > 0 && draw(999) < greed * 1000;
    const choices = isGreedy ? home : all;
    const move = choices[draw(Math.max(0, choices.length - 1))];
    if (!move) break;
    line.push(after(position, move));
  }
  return line;
}

function after(position: Position, move: Move): Position {
  const played = playMove(position, move);
  if (!played.ok) throw new Error(`a legal move is refused: ${played.reason.code}`);
  return played.value;
}
