/** The puzzles of the page are what they say, and no two are alike. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  faceOf,
  gameList,
  isFaceUp,
  legalMoves,
  mersenneDraw,
  pileAt,
  playMove,
  shuffle,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { renamed } from '../../packages/solver/test/renamed.ts';
import { grades, openPuzzles, puzzleKinds } from '../../apps/web/src/puzzles/packed.ts';
import type { Puzzle, Refutation } from '../../apps/web/src/puzzles/packed.ts';
import { firstSeed, scaled } from '../scale.ts';
import { likenessOf } from './alike.ts';
import { faultOf } from './plain.ts';

const folder = path.join(import.meta.dirname, '../../apps/web/src/puzzles/packs');
const readCounts = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
const counts = readCounts('counts.json');
const searched = readCounts('searched.json');

const files = gameList.flatMap(({ id }) =>
  puzzleKinds.flatMap((kind) => {
    const file = path.join(folder, `${id}-${kind}.puz`);
    if (!existsSync(file)) return [];
    const puzzles = unwrap(openPuzzles(id, kind, readFileSync(file)));
    const all = puzzles.grades.map((grade, n) => ({ ...puzzles.puzzle(n + 1)!, grade }));
    return [{ name: `${id}, ${kind}`, game: id, kind, all }];
  }),
);

describe.each(files)('$name', ({ game, kind, all }) => {
  it('begins where every card is seen, with something to choose', () => {
    for (const { position, kind: own } of all) {
      const stock = variantOf(position.variant).piles.findIndex(({ role }) => role === 'stock');
      expect(own).toBe(kind);
      expect(pileAt(position.piles, stock)).toEqual([]);
      expect(position.piles.flat().every(isFaceUp)).toBe(true);
      expect(legalMoves(position).length).toBeGreaterThanOrEqual(kind === 'keep' ? 3 : 2);
    }
  });

  it('has as many of each grade as the page is told', () => {
    const found = grades.map((grade) => all.filter((one) => one.grade === grade).length);
    expect(found).toEqual(counts[game][kind]);
  });

  it('has a thousand, or too few among the winnable positions that were searched', () => {
    expect(all.length >= 1000 || all.length < searched[game].positions / 500).toBe(true);
  });

  it('asks for a win in 3 to 12 moves, or has a refutation for every other move', () => {
    for (const { position, solution, refutations } of all) {
      if (kind === 'keep') expect(refutations).toHaveLength(legalMoves(position).length - 1);
      else expect(Math.min(12, Math.max(3, solution.length))).toBe(solution.length);
    }
  });

  it('has no two alike, whatever their suits are called', () => {
    expect(new Set(all.map(({ position }) => likenessOf(position))).size).toBe(all.length);
  });
});

it('takes no more than 2 MB in all', () => {
  const bytes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_000_000);
});

const every: readonly Puzzle[] = files.flatMap(({ all }) => all);
const sample = shuffle(every, mersenneDraw([firstSeed])).slice(0, scaled(30, 1_000));

it(
  'says of a random sample nothing that a plain search does not find too',
  () => {
    expect(sample.length).toBeGreaterThan(20);
    for (const puzzle of sample)
      expect(faultOf(puzzle), likenessOf(puzzle.position)).toBeUndefined();
  },
  scaled(60_000, 1_800_000),
);

it('finds a fault in a puzzle that asks for too much, or says what is not so of a wrong move', () => {
  const win = every.find(({ kind }) => kind === 'win')!;
  expect(faultOf({ ...win, solution: win.solution.slice(0, -1) })).toBe(
    'its solution does not win',
  );
  expect(faultOf(withDetour())).toBe('a way is shorter');

  const keep = every.find(({ kind }) => kind === 'keep')!;
  const [right] = keep.solution;
  const { move, blocked, line } = keep.refutations.find((one) => one.blocked)!;
  const saying = (refutation: Refutation) => faultOf({ ...keep, refutations: [refutation] });
  expect(saying({ move, blocked, line })).toBeUndefined();
  expect(saying({ move: right!, blocked, line: [] })).toBeDefined();
  const home = { face: faceOf(keep.position.piles[0]![0]!), atMost: 0 as const };
  expect(saying({ move, blocked: home, line })).toBe('a blocked card comes home');
  const further = every
    .flatMap((one) => one.refutations.map((refutation) => ({ ...one, refutations: [refutation] })))
    .find(({ refutations: [one] }) => one!.line.length > 0)!;
  const short = { ...further.refutations[0]!, line: [], blocked: undefined };
  expect(faultOf({ ...further, refutations: [short] })).toBe('a refutation gets further');
});

/** A win that puts a card on another and back before it begins. */
function withDetour(): Puzzle {
  for (const puzzle of every.filter(({ kind }) => kind === 'win')) {
    for (const { from, to } of legalMoves(puzzle.position)) {
      const there = unwrap(playMove(puzzle.position, { from, to }));
      const back = playMove(there, { from: to, to: from });
      if (back.ok)
        return { ...puzzle, solution: [{ from, to }, { from: to, to: from }, ...puzzle.solution] };
    }
  }
  throw new Error('no card can be put on another and back');
}

describe('alike', () => {
  it('is a position under every other naming of its suits and order of its piles, and no other', () => {
    const draw = mersenneDraw([firstSeed]);
    for (const { position } of sample.slice(0, 10)) {
      const names = shuffle([0, 1, 2, 3], draw);
      const likeness = likenessOf(position);
      const { piles } = variantOf(position.variant);
      const movable = piles.flatMap(({ role }, n) =>
        role === 'tableau' || role === 'reserve' ? [n] : [],
      );
      const order = shuffle(movable, draw);
      const other = renamed(position, names);
      const shifted = other.piles.map((pile, n) => {
        const at = movable.indexOf(n);
        return at < 0 ? pile : other.piles[order[at]!]!;
      });
      expect(likenessOf({ ...other, piles: shifted })).toBe(likeness);
      const from = movable.find((n) => shifted[n]!.length > 0)!;
      const less = shifted.map((pile, n) => (n === from ? pile.slice(1) : pile));
      expect(likenessOf({ ...other, piles: less })).not.toBe(likeness);
    }
  });
});
