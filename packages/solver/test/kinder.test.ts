/** The kinder game of Alhambra: what its proofs of losses rest on, held against wins by the true rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isWon,
  legalMoves,
  mersenneDraw,
  newGame,
  packOf,
  parseMove,
  pileAt,
  playMove,
  unwrap,
} from '@same-deal/engine';
import type { Draw, Move, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { dealAt } from '../../../bench/winnability/search.ts';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { createChoiceSearch } from '../src/alhambra/choices.ts';
import { ANY_WAY, createKinder, GO_HOME, START_WASTE } from '../src/alhambra/kinder.ts';
import { bruteForce, endgames, playedOn } from './endgames.ts';

const variant = 'alhambra/standard';
const FIRST_RESERVE = 8;
const WASTE = 16;

/** What a win chooses: the cards that go home on ace foundations, and how each reserve card leaves its pile. */
function choicesOf(start: Position, moves: readonly Move[]) {
  const goesUp = new Set<number>();
  const ways = new Map<number, number>();
  let before = start;
  for (const move of moves) {
    const after = unwrap(playMove(before, move));
    for (const [n, pile] of after.piles.entries()) {
      const was = pileAt(before.piles, n);
      if (n < FIRST_RESERVE / 2 && pile.length > was.length) goesUp.add(pile.at(-1)!);
      if (n < FIRST_RESERVE || n >= WASTE || pile.length >= was.length) continue;
      const waste = pileAt(before.piles, WASTE);
      const isBuilt = pileAt(after.piles, WASTE).length > waste.length;
      ways.set(was.at(-1)!, isBuilt ? (waste.at(-1) ?? START_WASTE) : GO_HOME);
    }
    before = after;
  }
  expect(isWon(before)).toBe(true);
  return { goesUp, ways };
}

interface Win {
  readonly start: Position;
  readonly moves: readonly Move[];
}

/** Wins by plans, from the sample of solved deals, and in the night as many by choices; each from some move on. */
function wins(draw: Draw): Win[] {
  const sample = readFileSync(join(import.meta.dirname, '../sample/alhambra.jsonl'), 'utf8').trim();
  const whole = sample.split('\n').map((line): Win => {
    const { code, moves }: { code: string; moves: string } = JSON.parse(line);
    const start = unwrap(newGame(variant, unwrap(packOf(code, 2))));
    return { start, moves: moves.split(' ').map((move) => parseMove(variant, move)!) };
  });
  for (let deal = 1; deal <= scaled(1, 20); deal++) {
    const start = dealAt(variant, deal);
    const search = createChoiceSearch(start, { isExact: true, seed: 1, memoryBytes: 2 ** 24 });
    if (search.run(100_000, () => false) === 'won') whole.push({ start, moves: search.moves });
  }
  return whole.flatMap((win) => [win, after(win, draw(win.moves.length - 1))]);
}

const after = ({ start, moves }: Win, from: number): Win => ({
  start: moves.slice(0, from).reduce((position, move) => unwrap(playMove(position, move)), start),
  moves: moves.slice(from),
});

describe('the kinder game', () => {
  it('comes home under any part of the choices that a win has made', () => {
    const draw = mersenneDraw([81 + firstSeed]);
    let parts = 0;
    for (const { start, moves } of wins(draw)) {
      const { goesUp, ways } = choicesOf(start, moves);
      const kinder = createKinder(start, false);
      for (let n = 0; n < 50; n++) {
        const percent = n === 0 ? 100 : draw(100);
        const isMade = () => draw(99) < percent;
        for (const card of kinder.pairs)
          kinder.share(card, isMade() ? goesUp.has(card) : undefined);
        for (const card of kinder.ways.keys()) {
          expect(kinder.ways.get(card)).toContain(ways.get(card));
          kinder.leave(card, isMade() ? ways.get(card)! : ANY_WAY);
        }
        if (!kinder.comesHome()) expect.fail(`${JSON.stringify(start)} ${percent}`);
        parts++;
      }
    }
    expect(parts).toBeGreaterThan(2000);
  });

  it('by exact rules, with all choices made, is a play that the engine accepts', () => {
    const draw = mersenneDraw([85 + firstSeed]);
    let found = 0;
    for (const { start, moves } of wins(draw)) {
      const { goesUp, ways } = choicesOf(start, moves);
      const kinder = createKinder(start, true);
      for (const card of kinder.pairs) kinder.share(card, goesUp.has(card));
      for (const [card, way] of ways) kinder.leave(card, way);
      if (!kinder.comesHome()) continue;
      found++;
      choicesOf(start, kinder.moves());
    }
    expect(found).toBeGreaterThan(20);
  });

  it('is lost only where brute force finds no win, where no card lies on the waste either', () => {
    const count = scaled(30, 1000);
    let won = 0;
    for (const { position } of endgames({
      variant,
      won: count,
      lost: count,
      seed: 89 + firstSeed,
    })) {
      const { piles } = position;
      const stock = [...pileAt(piles, WASTE + 1), ...pileAt(piles, WASTE).toReversed()];
      const start = { ...position, piles: piles.with(WASTE, []).with(WASTE + 1, stock) };
      if (!bruteForce(start, 1000)) continue;
      const search = createChoiceSearch(start, { isExact: false, seed: 1, memoryBytes: 2 ** 22 });
      expect(search.run(2000, () => false)).not.toBe('lost');
      won++;
    }
    expect(won).toBeGreaterThan(count / 4);
  });

  it('does not come home where no move is left', () => {
    const draw = mersenneDraw([87 + firstSeed]);
    let stuck = 0;
    for (let n = 0; n < 400; n++) {
      const position = playedOn(variant, draw);
      if (legalMoves(position).length > 0 || isWon(position)) continue;
      stuck++;
      expect(createKinder(position, false).comesHome()).toBe(false);
    }
    expect(stuck).toBeGreaterThan(0);
  });
});
