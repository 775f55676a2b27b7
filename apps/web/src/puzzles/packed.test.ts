/** Puzzles as bytes. */
import {
  gameList,
  legalMoves,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { GameId, Move, Position } from '@same-deal/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../tools/scale.ts';
import { grades, openPuzzles, packPuzzles } from './packed.ts';
import type { GradedPuzzle, PuzzleKind } from './packed.ts';

type Draw = ReturnType<typeof mersenneDraw>;

/** Any moves that can follow; what they lead to does not matter to the format. */
function wander(start: Position, most: number, draw: Draw): { moves: Move[]; end: Position } {
  const moves: Move[] = [];
  let end = start;
  for (let n = draw(most); n > 0; n--) {
    const legal = legalMoves(end);
    const move = legal[draw(Math.max(0, legal.length - 1))];
    if (!move) break;
    moves.push(move);
    end = unwrap(playMove(end, move));
  }
  return { moves, end };
}

/** The position as the format has it: equal cards numbered in their order. */
function numbered({ variant, piles, counters }: Position): Position {
  const seen = new Map<number, number>();
  const renumber = (card: number) => {
    const copy = seen.get(card % 52) ?? 0;
    seen.set(card % 52, copy + 1);
    return (card % 52) + 52 * copy;
  };
  return { variant, piles: piles.map((pile) => pile.map(renumber)), counters };
}

function somePuzzle(variant: string, packs: 1 | 2, kind: PuzzleKind, draw: Draw): GradedPuzzle {
  let deal: Position;
  do deal = unwrap(newGame(variant, shuffledPack(packs, draw)));
  while (legalMoves(deal).length === 0);
  let position = numbered(wander(deal, 200, draw).end);
  if (legalMoves(position).length === 0) position = numbered(deal);
  const legal = legalMoves(position);
  const first = legal[draw(legal.length - 1)]!;
  const after = (move: Move) => wander(unwrap(playMove(position, move)), 40, draw).moves;
  const refutations = legal.flatMap((move) => {
    if (kind === 'win' || move === first) return [];
    const blocked =
      draw(2) === 0
        ? undefined
        : { face: draw(51), atMost: draw(1) === 0 ? (0 as const) : (1 as const) };
    return [{ move, blocked, line: after(move) }];
  });
  const solution = [first, ...after(first)];
  return { kind, position, solution, refutations, grade: grades[draw(4)]! };
}

const variants = gameList.flatMap(({ id, variants }) =>
  variants.map((variant) => [variant.id, id, variant.packs] as const),
);

test.each(variants)('puzzles of %s are read as they were written', (variant, game, packs) => {
  const seeds = fc.record({
    seed: fc.nat(),
    count: fc.nat({ max: 5 }),
    kind: fc.constantFrom<PuzzleKind>('keep', 'win'),
  });
  fc.assert(
    fc.property(seeds, ({ seed, count, kind }) => {
      const draw = mersenneDraw([seed]);
      const puzzles = Array.from({ length: count }, () => somePuzzle(variant, packs, kind, draw));
      const file = unwrap(openPuzzles(game, kind, packPuzzles(puzzles)));
      expect(file.grades).toEqual(puzzles.map(({ grade }) => grade));
      const read = file.grades.map((grade, n) => ({ ...file.puzzle(n + 1)!, grade }));
      expect(read).toEqual(puzzles);
      expect(file.puzzle(0)).toBeUndefined();
      expect(file.puzzle(count + 1)).toBeUndefined();
    }),
    { numRuns: cases(20) },
  );
});

test('what is damaged, cut short or of another version is refused or yields no puzzle, and never throws', () => {
  const draw = mersenneDraw([7]);
  const whole = packPuzzles([somePuzzle('bisley/thirteen', 1, 'keep', draw)]);
  const open = (bytes: Uint8Array) => openPuzzles('bisley' satisfies GameId, 'keep', bytes);
  expect(open(Uint8Array.of(9, ...whole.subarray(1)))).toEqual({
    ok: false,
    reason: 'wrong-version',
  });
  expect(open(whole.subarray(0, -1))).toEqual({ ok: false, reason: 'damaged' });
  expect(open(new Uint8Array())).toMatchObject({ ok: false });
  const changes = fc.record({ at: fc.nat({ max: whole.length - 1 }), to: fc.nat({ max: 255 }) });
  fc.assert(
    fc.property(changes, ({ at, to }) => {
      const changed = open(whole.with(at, to));
      if (changed.ok) changed.value.puzzle(1);
    }),
  );
});
