/** Shorter wins: still wins, never longer, and shorter by what is promised. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  gameList,
  isWon,
  legalMoves,
  newGame,
  ok,
  packOf,
  parseMove,
  playMove,
  unwrap,
} from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { shorten, solve } from '../src/index.ts';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { endgames } from './endgames.ts';
import { inTime } from './in-time.ts';
import { renamed } from './renamed.ts';

/** Games with a sample: a new one may have none. */
const sampled = readdirSync(join(import.meta.dirname, '../sample')).map((file) =>
  file.replace('.jsonl', ''),
);

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

it.each(sampled)('%s: what is made shorter still wins', (game) => {
  for (const { start, moves } of sampleOf(game, scaled(2, 20))) {
    const { moves: shorter } = unwrap(shorten(start, moves, tries(scaled(400, 20_000))));
    expect(shorter.length).toBeLessThanOrEqual(moves.length);
    expect(isWon(endOf(start, shorter))).toBe(true);
  }
});

it('wins of Bisley get 15 % shorter on the average, and most are proved the shortest', () => {
  let before = 0;
  let after = 0;
  let proved = 0;
  const sample = sampleOf('bisley', scaled(6, 50));
  for (const { start, moves } of sample) {
    const { moves: shorter, isShortest } = unwrap(shorten(start, moves, inTime()));
    before += moves.length;
    after += shorter.length;
    if (isShortest) proved += 1;
  }
  expect(1 - after / before).toBeGreaterThanOrEqual(0.13);
  expect(proved).toBeGreaterThan(sample.length / 2);
});

it('the shortest win of a Bisley deal is as short whatever its suits are called', () => {
  const fewest = (start: Position) => {
    const win = unwrap(solve(start, inTime())).moves;
    const { moves, isShortest } = unwrap(shorten(start, win, inTime()));
    return isShortest ? moves.length : undefined;
  };
  for (const { start } of sampleOf('bisley', scaled(4, 30))) {
    const lengths = [start, renamed(start, [1, 2, 3, 0]), renamed(start, [3, 2, 1, 0])].map(fewest);
    const proved = lengths.filter((length) => length !== undefined);
    expect(new Set(proved).size).toBeLessThanOrEqual(1);
  }
});

/** How many moves the shortest win takes, by all tables that each number of moves leads to; undefined if they are too many. */
function fewestMoves(start: Position): number | undefined {
  const keyOf = ({ piles }: Position) => JSON.stringify(piles);
  const seen = new Set([keyOf(start)]);
  let layer = [start];
  for (let moves = 0; layer.length > 0; moves++) {
    if (layer.some(isWon)) return moves;
    if (seen.size > MOST_TABLES) return undefined;
    layer = layer.flatMap((position) =>
      legalMoves(position).flatMap((move) => {
        const after = unwrap(playMove(position, move));
        const key = keyOf(after);
        if (seen.has(key)) return [];
        seen.add(key);
        return [after];
      }),
    );
  }
  return undefined;
}
const MOST_TABLES = 3_000;

it.each(['bisley/thirteen', 'bisley/twelve'])(
  '%s: what is proved the shortest is so, by brute force on endgames',
  (variant) => {
    const asked = { variant, won: scaled(40, 500), lost: 0, seed: firstSeed };
    let compared = 0;
    for (const { position } of endgames(asked)) {
      const fewest = fewestMoves(position);
      if (fewest === undefined) continue;
      compared += 1;
      const { moves } = unwrap(solve(position, inTime()));
      const shorter = unwrap(shorten(position, moves, inTime()));
      expect(shorter.isShortest).toBe(true);
      expect(shorter.moves).toHaveLength(fewest);
      expect(isWon(endOf(position, shorter.moves))).toBe(true);
    }
    expect(compared).toBeGreaterThan(asked.won / 8);
  },
);

it('drops a move that goes to and fro', () => {
  const [first] = sampleOf('british-square', 1);
  if (!first) throw new Error('the sample has deals');
  const { start, moves } = first;
  const detours = moves.flatMap((_, at) => {
    const before = endOf(start, moves.slice(0, at));
    return legalMoves(before).flatMap((there) => {
      const back = { from: there.to, to: there.from };
      const after = playMove(before, there);
      const again = after.ok ? playMove(after.value, back) : after;
      if (!again.ok || JSON.stringify(again.value) !== JSON.stringify(before)) return [];
      return [[...moves.slice(0, at), there, back, ...moves.slice(at)]];
    });
  });
  const [detour] = detours;
  if (!detour) throw new Error('some move can be taken back by another');
  const { moves: shorter } = unwrap(shorten(start, detour, tries(2_000)));
  expect(shorter.length).toBeLessThanOrEqual(moves.length);
});

it('of no win it makes none', () => {
  const [first] = sampleOf('bisley', 1);
  expect(first && shorten(first.start, [])).toEqual(ok({ moves: [], isShortest: false }));
});
