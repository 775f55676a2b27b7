/** Shorter wins: still wins, never longer, and shorter by what is promised. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gameList, isWon, newGame, packOf, parseMove, playMove, unwrap } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { shorten } from '../src/index.ts';
import { scaled } from '../../../tools/scale.ts';

/** The first deals of the sample with the wins that were found first. */
const sampleOf = (game: string, count: number): { start: Position; moves: Move[] }[] => {
  const rules = gameList.find(({ id }) => id === game)?.variants[0];
  if (!rules) throw new Error(`no game ${game}`);
  const text = readFileSync(join(import.meta.dirname, `../sample/${game}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(0, count)
    .map((line) => {
      const { code, moves } = JSON.parse(line) as { code: string; moves: string };
      const pack = packOf(code, rules.packs);
      if (!pack.ok) throw new Error(pack.reason);
      return {
        start: unwrap(newGame(rules.id, pack.value)),
        moves: moves.split(' ').flatMap((one) => parseMove(rules.id, one) ?? []),
      };
    });
};

/** So many changes are tried. */
const tries = (most: number) => {
  let asked = 0;
  return { shouldStop: () => ++asked > most };
};

const endOf = (start: Position, moves: readonly Move[]): Position =>
  moves.reduce((position, move) => unwrap(playMove(position, move)), start);

it.each(gameList.map(({ id }) => id))('%s: what is made shorter still wins', (game) => {
  for (const { start, moves } of sampleOf(game, scaled(2, 20))) {
    const shorter = shorten(start, moves, tries(scaled(400, 20_000)));
    expect(shorter.length).toBeLessThanOrEqual(moves.length);
    expect(isWon(endOf(start, shorter))).toBe(true);
  }
});

it('wins of Bisley get 5 % shorter on the average', () => {
  let before = 0;
  let after = 0;
  for (const { start, moves } of sampleOf('bisley', scaled(12, 100))) {
    before += moves.length;
    after += shorten(start, moves, tries(scaled(3_000, 20_000))).length;
  }
  expect(1 - after / before).toBeGreaterThanOrEqual(0.05);
});

it('drops a move that goes to and fro', () => {
  const [first] = sampleOf('bisley', 1);
  if (!first) throw new Error('the sample has deals');
  const { start, moves } = first;
  const [shift] = moves.filter(({ from, to }) => from >= 8 && to >= 8);
  if (!shift) throw new Error('a win shifts cards');
  const at = moves.indexOf(shift);
  const back = { from: shift.to, to: shift.from };
  const after = unwrap(playMove(endOf(start, moves.slice(0, at)), shift));
  const detour = playMove(after, back).ok
    ? [...moves.slice(0, at), shift, back, ...moves.slice(at)]
    : [...moves];
  expect(shorten(start, detour, tries(2_000)).length).toBeLessThanOrEqual(moves.length);
});

it('of no win it makes none', () => {
  const [first] = sampleOf('bisley', 1);
  expect(first && shorten(first.start, [])).toEqual([]);
});
