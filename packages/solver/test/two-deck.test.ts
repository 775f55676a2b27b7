import {
  formatPosition,
  legalMoves,
  mersenneDraw,
  newGame,
  parsePosition,
  playMove,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { squareTable } from '../src/british-square/table.ts';
import { solve } from '../src/index.ts';
import { foxTable } from '../src/sly-fox/table.ts';
import { MOST_MOVES, newStore } from '../src/two-deck/table.ts';
import type { Table } from '../src/two-deck/table.ts';
import { plainBeam } from '../src/yardstick/index.ts';
import { endgames, randomGame } from './endgames.ts';
import { inTime } from './in-time.ts';

const tableOf = (position: Position): Table => {
  const table = position.variant.startsWith('sly-fox') ? foxTable(position) : squareTable(position);
  if (!table) throw new Error('no run');
  return table;
};

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(2, mersenneDraw([seed]))));

function after(position: Position, move: Move): Position {
  const played = playMove(position, move);
  if (!played.ok) throw new Error(`a legal move is refused: ${played.reason.code}`);
  return played.value;
}

/** A position's hash, written anew. */
function nameOf(position: Position): string {
  const table = tableOf(position);
  const store = newStore(1, table.stride);
  table.begin(store, 0);
  return `${store.words[0]} ${store.words[1]}`;
}

/** The hashes of all positions that the table's moves lead to. */
function namesAfter(position: Position): Set<string> {
  const table = tableOf(position);
  const store = newStore(2, table.stride);
  table.begin(store, 0);
  const moves = new Uint16Array(MOST_MOVES);
  const count = table.moves(store, 0, moves);
  const names = new Set<string>();
  for (const move of moves.subarray(0, count)) {
    store.bytes.copyWithin(table.stride, 0, table.stride);
    table.play(store, table.stride, move);
    const word = table.stride >> 2;
    names.add(`${store.words[word]} ${store.words[word + 1]}`);
  }
  return names;
}

const isTransfer = ({ variant }: Position, { from, to }: Move): boolean =>
  variant.startsWith('sly-fox') && from < 8 && to < 8;

/** Settled endgames of each variant; where any card fills a space hardly anything small is lost. */
const settled = {
  'sly-fox/standard': scaled({ won: 30, lost: 30 }, { won: 250, lost: 250 }),
  'british-square/piles': scaled({ won: 20, lost: 20 }, { won: 250, lost: 250 }),
  'british-square/columns': scaled({ won: 20, lost: 20 }, { won: 250, lost: 250 }),
  'british-square/union': scaled({ won: 15, lost: 0 }, { won: 499, lost: 1 }),
};

describe.each(Object.entries(settled))('%s', (variant, wanted) => {
  it('decides every small endgame as brute force does', () => {
    for (const { position, isWinnable } of endgames({
      variant,
      ...wanted,
      seed: 1 + firstSeed,
      most: 300,
    })) {
      // A win is replayed by the engine in `solve` itself.
      expect(unwrap(solve(position, inTime())).verdict).toBe(isWinnable ? 'won' : 'lost');
    }
  });

  it('knows a position again whichever way it came about, and every move from it', () => {
    for (let seed = 1; seed <= scaled(3, 12); seed++) {
      for (const position of randomGame(variant, mersenneDraw([seed]), 0.7)) {
        const moves = legalMoves(position).filter((move) => !isTransfer(position, move));
        // Where foundations meet, transfers make moves home that the engine does not yet know.
        const expected = new Set(moves.map((move) => nameOf(after(position, move))));
        // A card that changes from space to space changes nothing.
        const names = namesAfter(position).add(nameOf(position));
        expect([...expected].filter((name) => !names.has(name))).toEqual([]);
        if (!variant.startsWith('sly-fox'))
          expect(names.size).toBeLessThanOrEqual(expected.size + 1);
      }
    }
  });

  it('ends when asked to, and within a small memory', () => {
    const position = dealOf(variant, 1);
    expect(unwrap(solve(position, { shouldStop: () => true })).verdict).toBe('undecided');
    // Room for a beam of a few dozen positions: it may win, but can never have seen everything.
    expect(plainBeam(position, { ...inTime(), memoryBytes: 2 ** 18 }).verdict).not.toBe('lost');
  });

  it('does the same again', () => {
    let asked = 0;
    const shouldStop = () => ++asked > 40;
    const first = unwrap(solve(dealOf(variant, 3), { shouldStop }));
    asked = 0;
    expect(unwrap(solve(dealOf(variant, 3), { shouldStop }))).toEqual(first);
  });
});

describe('random deals', () => {
  it.each(['british-square/piles', 'british-square/union', 'sly-fox/standard'])(
    'of %s are won',
    (variant) => {
      for (let seed = 1; seed <= scaled(1, 3); seed++) {
        expect(unwrap(solve(dealOf(variant, seed), inTime())).verdict).toBe('won');
      }
    },
  );
});

it('a pile that no play leads to is left to the plain search', () => {
  const arranged: Position = {
    variant: 'british-square/piles',
    // All home but the last three cards of one suit, two of them in a pile of gaps.
    piles: [
      ...Array.from({ length: 3 }, (_, suit) =>
        Array.from({ length: 26 }, (_, n) => 13 * suit + (n < 13 ? n : 25 - n)),
      ),
      Array.from({ length: 23 }, (_, n) => 39 + (n < 13 ? n : 25 - n)),
      [39, 41],
      [40],
      ...Array.from({ length: 16 }, () => []),
    ],
    counters: [],
  };
  // Through text, which gives equal cards their usual ids.
  const position = unwrap(parsePosition(arranged.variant, formatPosition(arranged)));
  expect(unwrap(solve(position, inTime())).verdict).toBe('won');
});
