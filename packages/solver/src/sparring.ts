/**
 * Sparring partners: players of three strengths that see what a person sees and nothing else. They
 * imagine orders of the cards that nobody has seen, try each of their moves out in all of them with
 * a short play of the careful player (careful.ts), and take the move that brings most cards home.
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

/** 1 plays as it comes, 2 thinks a little, 3 thinks. */
export type Strength = 1 | 2 | 3;

interface Skill {
  /** Of a thousand moves, how many are made without looking. */
  readonly careless: number;
  /** How many of the moves that look best are tried out in thought. */
  readonly choices: number;
  /** Moves played in thought for one move on the table, at most: the bound on the work. */
  readonly thoughts: number;
}

/** How many moves ahead a trial goes: mostly to the end. */
const AHEAD = 300;

/** Measured by `pnpm bench:sparring`; docs/winnability.md has the figures. */
const skills: Readonly<Record<Strength, Skill>> = {
  1: { careless: 300, choices: 0, thoughts: 0 },
  2: { careless: 80, choices: 4, thoughts: 6_000 },
  3: { careless: 0, choices: 99, thoughts: 24_000 },
};

/**
 * The next move of a sparring partner, the same for the same arguments.
 * @param view the table as a person sees it; what it hides is never read
 * @param history all entries so far, by which no card is shifted to and fro
 * @param seed of the partner's chances: a whole number from 0 to 2³² − 1
 * @returns a legal move; null when nothing sensible is left to be done
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
  if (!isCareless && skill.thoughts > 0 && moves.length > 1) {
    return bestInThought(table, shuffle(moves, draw), skill, draw);
  }
  const choices = isCareless ? moves : bestMoves(table);
  return choices[draw(Math.max(0, choices.length - 1))] ?? null;
}

/** The cards shifted within the table since something last changed for good, as the view still shows. */
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
 * Tries all moves out in the same imagined orders, halves them whenever a share of the thoughts is
 * spent, and goes on with the better half.
 */
function bestInThought(
  table: Course,
  moves: readonly Move[],
  { choices, thoughts }: Skill,
  draw: Draw,
): Move | null {
  let left = byWorth(table, moves)
    .slice(0, choices)
    .map((move) => ({ move, cards: 0 }));
  const rounds = Math.ceil(Math.log2(left.length));
  for (let round = 0; round < rounds; round++) {
    const trials = Math.max(1, Math.floor(thoughts / rounds / (left.length * AHEAD)));
    for (let trial = 0; trial < trials; trial++) {
      const imagined = { ...table, position: imagine(table.position, draw) };
      const chances = draw(0xffff);
      for (const choice of left) {
        const end = playOn(follow(imagined, choice.move), mersenneDraw([chances]), AHEAD);
        choice.cards += cardsLeft(end.position);
      }
    }
    left = left.sort((a, b) => a.cards - b.cards).slice(0, Math.ceil(left.length / 2));
  }
  return left[0]?.move ?? null;
}

/** One of the positions that look like this: the cards that nobody has seen, in any order. */
function imagine(view: Position, draw: Draw): Position {
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
