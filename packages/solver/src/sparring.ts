/**
 * Sparring partners: computer players of three strengths that see only what a person sees. They sample
 * orders of the unseen cards, simulate each of their moves in all of them with a short play of the
 * careful player (careful.ts), and make the move that brings most cards home.
 */
import { isFaceUp, mersenneDraw, shuffle, sortedPack, variantOf, viewOf } from '@same-deal/engine';
import type { Card, Draw, Entry, Move, Position } from '@same-deal/engine';
import {
  begin,
  bestMoves,
  byWorth,
  cardsLeft,
  changesForGood,
  follow,
  playOn,
  sensibleMoves,
} from './careful.ts';
import type { Course } from './careful.ts';

/** 1 does not simulate, 2 simulates a little, 3 more. */
export type Strength = 1 | 2 | 3;

interface Skill {
  /** Of a thousand moves, how many are any sensible move. */
  readonly careless: number;
  /** How many of the best-looking moves are simulated. */
  readonly choices: number;
  /** At most so many moves are simulated for one move on the table: the limit on the work. */
  readonly budget: number;
}

/** How many moves ahead a simulation goes: mostly to the end. */
const AHEAD = 300;

/** Measured by `pnpm bench sparring`; docs/winnability.md has the figures. */
const skills: Readonly<Record<Strength, Skill>> = {
  1: { careless: 300, choices: 0, budget: 0 },
  2: { careless: 80, choices: 4, budget: 6_000 },
  3: { careless: 0, choices: 99, budget: 24_000 },
};

/**
 * The next move of a sparring partner, deterministic in its arguments.
 * @param view the table as a person sees it; hidden cards are never read
 * @param history all entries so far, so that no card is shifted to and fro
 * @param seed of the partner's random choices: a whole number from 0 to 2³² − 1
 * @returns a legal move; null if there is no sensible one left
 */
export function sparringMove(
  view: Position,
  history: readonly Entry[],
  strength: Strength,
  seed: number,
): Entry | null {
  const skill = skills[strength];
  const table = begin(viewOf(view), recentlyShifted(view, history));
  const draw = mersenneDraw([seed, history.length]);
  const moves = sensibleMoves(table);
  const isCareless = draw(999) < skill.careless;
  if (!isCareless && skill.budget > 0 && moves.length > 1) {
    return bestSimulated(table, shuffle(moves, draw), skill, draw);
  }
  const choices = isCareless ? moves : bestMoves(table);
  return choices[draw(Math.max(0, choices.length - 1))] ?? null;
}

/** The cards shifted within the table since the last irreversible move, reconstructed from the view. */
function recentlyShifted({ variant, piles }: Position, history: readonly Entry[]): Set<Card> {
  const rules = variantOf(variant);
  const shifted = new Set<Card>();
  const tables = piles.map((pile) => pile.slice());
  let undone = 0;
  for (const entry of history.toReversed()) {
    if (entry === 'undo') undone++;
    else if (entry !== 'concede' && undone > 0) undone--;
    else if (entry !== 'concede') {
      if (changesForGood(rules, entry)) break;
      const card = tables[entry.to]?.pop();
      if (card === undefined) break;
      tables[entry.from]?.push(card);
      shifted.add(card);
    }
  }
  return shifted;
}

/**
 * Simulates all moves in the same sampled orders and keeps the better half, repeatedly, each time with
 * an equal share of the budget (successive halving).
 */
function bestSimulated(
  table: Course,
  moves: readonly Move[],
  { choices, budget }: Skill,
  draw: Draw,
): Move | null {
  let left = byWorth(table, moves)
    .slice(0, choices)
    .map((move) => ({ move, cards: 0 }));
  const rounds = Math.ceil(Math.log2(left.length));
  for (let round = 0; round < rounds; round++) {
    const trials = Math.max(1, Math.floor(budget / rounds / (left.length * AHEAD)));
    for (let trial = 0; trial < trials; trial++) {
      const sampled = { ...table, position: sample(table.position, draw) };
      const seed = draw(0xffff);
      for (const choice of left) {
        const end = playOn(follow(sampled, choice.move), mersenneDraw([seed]), AHEAD);
        choice.cards += cardsLeft(end.position);
      }
    }
    left = left.sort((a, b) => a.cards - b.cards).slice(0, Math.ceil(left.length / 2));
  }
  return left[0]?.move ?? null;
}

/** A random position consistent with a view: the unseen cards in any order. */
function sample(view: Position, draw: Draw): Position {
  const seen = new Set(view.piles.flat());
  const unseen = sortedPack(variantOf(view.variant).packs).filter((card) => !seen.has(card));
  const order = shuffle(unseen, draw);
  return {
    ...view,
    piles: view.piles.map((pile) =>
      pile.every(isFaceUp)
        ? pile
        : pile.map((card) => (isFaceUp(card) ? card : (order.pop() ?? card))),
    ),
  };
}
