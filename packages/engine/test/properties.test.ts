/** What holds for every game, from random deals and random arrangements. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases, scaled } from '../../../tools/scale.ts';
import {
  cardsHome,
  decodeMove,
  encodeMove,
  FACE_DOWN,
  formatMove,
  formatPosition,
  isPack,
  isStuck,
  isWon,
  legalMoves,
  parseMove,
  parsePosition,
  playMove,
  rejectionCodes,
  turnedUpBy,
  variantOf,
  viewOf,
} from '../src/index.ts';
import type { Position } from '../src/index.ts';
import { drawOf, pick, playRandomly, randomArrangement, randomDeal, valueOf } from './positions.ts';
import {
  readTable,
  slowIsStuck,
  slowIsWon,
  slowMoves,
  slowPlay,
  slowVariants,
  writeTable,
} from './slow-rules.ts';

const POSITIONS = scaled(1_000, 10_000);
const seeds = fc.integer({ min: 1, max: 2 ** 32 - 1 });

/** Stuck has a longer search in Sly Fox. */
const rulesOf: Readonly<Record<string, string>> = {
  bisley: 'BIS-12',
  'sly-fox': 'SLY-14',
  'british-square': 'BRI-12',
  alhambra: 'ALH-11',
};
const homeRulesOf: Readonly<Record<string, string>> = {
  bisley: 'BIS-13',
  'sly-fox': 'SLY-13',
  'british-square': 'BRI-13',
  alhambra: 'ALH-12',
};
const seenRulesOf: Readonly<Record<string, string>> = {
  'sly-fox': 'SLY-9',
  'british-square': 'BRI-14',
  alhambra: 'ALH-13',
};
const gameOf = (variant: string) => variant.split('/')[0] ?? '';

/** Positions of a game played at random from a deal, or from an arrangement. */
function walk(
  variant: string,
  seed: number,
  moves: number,
  tell: Parameters<typeof playRandomly>[3],
) {
  const draw = drawOf(seed);
  const start = draw(2) === 0 ? randomArrangement(variant, draw) : randomDeal(variant, draw);
  return playRandomly(start, moves, draw, tell);
}

/** The same data; quicker than `toEqual`, of which these properties would need a million. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const textsOf = (position: Position) =>
  legalMoves(position).map((move) => formatMove(position.variant, move));

/** The same position with its face-down cards in another order. */
function withHiddenShuffled(position: Position, reorder: (cards: number[]) => number[]): Position {
  const rules = variantOf(position.variant);
  const at = rules.piles.findIndex(({ role }) => role === 'stock');
  const stock = position.piles[at];
  if (!stock) return position;
  const hidden = rules.stockTopFaceUp ? stock.slice(0, -1) : stock.slice();
  const piles = position.piles.slice();
  piles[at] = [...reorder(hidden), ...stock.slice(hidden.length)];
  return { ...position, piles };
}

describe.each(slowVariants)('%s', (variant) => {
  const game = gameOf(variant);

  it(`views follow the law on at least ${POSITIONS} positions`, () => {
    let positions = 0;
    const check = (before: Position, move: { from: number; to: number }, after: Position) => {
      positions++;
      const view = viewOf(before);
      const played = playMove(view, move, turnedUpBy(before, move, after));
      const holds =
        isSame(legalMoves(view), legalMoves(before)) &&
        isStuck(view) === isStuck(before) &&
        played.ok &&
        isSame(played.value, viewOf(after));
      if (!holds) expect.fail(`${formatMove(variant, move)} on ${formatPosition(before)}`);
    };
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(variant, seed, 120, check);
      }),
      { numRuns: scaled(8, 85) },
    );
    for (let seed = 1; positions < POSITIONS; seed++) walk(variant, seed, 120, check);
    expect(positions).toBeGreaterThanOrEqual(POSITIONS);
  });

  it(`${seenRulesOf[game] ?? 'BIS-6'}: a view is the same whatever the hidden cards are, also as JSON`, () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(variant, seed, 60, (before, _, after) => {
          const other = withHiddenShuffled(before, (cards) => cards.reverse());
          expect(JSON.stringify(viewOf(other))).toBe(JSON.stringify(viewOf(before)));
          const view = JSON.parse(JSON.stringify(viewOf(after)));
          expect(Object.keys(view).sort()).toEqual(['counters', 'piles', 'variant']);
          const stock = variantOf(variant).piles.findIndex(({ role }) => role === 'stock');
          const hidden = variantOf(variant).stockTopFaceUp
            ? view.piles[stock].slice(0, -1)
            : (view.piles[stock] ?? []);
          expect(hidden.every((card: number) => card === FACE_DOWN)).toBe(true);
        });
      }),
      { numRuns: cases(40) },
    );
  });

  it('every card is there exactly once after any legal play', () => {
    const { packs } = variantOf(variant);
    fc.assert(
      fc.property(seeds, (seed) => {
        const last = walk(variant, seed, 200, (_, __, after) => {
          if (!isPack(after.piles.flat(), packs)) expect.fail(formatPosition(after));
        });
        expect(isPack(last.piles.flat(), packs)).toBe(true);
      }),
      { numRuns: cases(30) },
    );
  });

  it('legalMoves and playMove agree with the slow definition, move by move and table by table', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(variant, seed, 40, (before, move, after) => {
          const table = readTable(variant, formatPosition(before));
          expect(textsOf(before).sort()).toEqual(slowMoves(table).sort());
          const text = formatMove(variant, move);
          expect(formatPosition(after)).toBe(writeTable(slowPlay(table, text)));
        });
      }),
      { numRuns: cases(60) },
    );
  });

  it('legal is what legalMoves lists; any other move changes nothing and names its reason', () => {
    const codes = new Set<string>(rejectionCodes);
    fc.assert(
      fc.property(seeds, (seed) => {
        const draw = drawOf(seed);
        const start = draw(1) === 0 ? randomArrangement(variant, draw) : randomDeal(variant, draw);
        const position = playRandomly(start, draw(60), draw, () => {});
        const before = JSON.stringify(position);
        const legal = new Set(legalMoves(position).map(encodeMove));
        expect(legal.size).toBe(legalMoves(position).length);
        const piles = position.piles.length;
        for (let from = -1; from <= piles; from++) {
          for (let to = -1; to <= piles; to++) {
            const played = playMove(position, { from, to });
            const isLegal = from >= 0 && to >= 0 && legal.has(encodeMove({ from, to }));
            if (played.ok !== isLegal) expect.fail(`${from}>${to} on ${formatPosition(position)}`);
            if (played.ok) continue;
            const { reason } = played;
            if (reason.from !== from || reason.to !== to || !codes.has(reason.code)) {
              expect.fail(`${JSON.stringify(reason)} for ${from}>${to}`);
            }
          }
        }
        expect(JSON.stringify(position)).toBe(before);
      }),
      { numRuns: cases(40) },
    );
  });

  it(`${rulesOf[game] ?? game}: isStuck and isWon agree with their definition`, () => {
    let stuck = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const draw = drawOf(seed);
        const position = randomArrangement(variant, draw);
        const table = readTable(variant, formatPosition(position));
        expect(isStuck(position)).toBe(slowIsStuck(table));
        expect(isWon(position)).toBe(slowIsWon(table));
        if (isStuck(position)) stuck++;
        // At the end of a random game too, where stuck is the rule.
        const last = playRandomly(randomDeal(variant, draw), 300, draw, () => {});
        expect(isStuck(last)).toBe(slowIsStuck(readTable(variant, formatPosition(last))));
      }),
      { numRuns: cases(120) },
    );
    if (variant === 'sly-fox/standard') expect(stuck).toBeGreaterThan(0);
  });

  it(`${homeRulesOf[game] ?? game}: cards home are the foundation cards the deal did not put there`, () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const draw = drawOf(seed);
        const deal = randomDeal(variant, draw);
        expect(cardsHome(deal)).toBe(0);
        const last = playRandomly(deal, 100, draw, () => {});
        const onFoundations = last.piles.filter((_, n) => variantOf(variant).piles[n]?.builds);
        expect(cardsHome(last)).toBe(onFoundations.flat().length - variantOf(variant).dealtHome);
      }),
      { numRuns: cases(20) },
    );
  });

  it('positions and moves come back from text and code', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(variant, seed, 20, (before, move) => {
          const text = formatPosition(before);
          const read = valueOf(parsePosition(variant, text));
          expect(formatPosition(read)).toBe(text);
          expect(legalMoves(read)).toEqual(legalMoves(before));
          const view = formatPosition(viewOf(before));
          expect(formatPosition(valueOf(parsePosition(variant, view)))).toBe(view);
          expect(parseMove(variant, formatMove(variant, move))).toEqual(move);
          expect(decodeMove(encodeMove(move))).toEqual(move);
        });
      }),
      { numRuns: cases(40) },
    );
  });

  it('plays alike on two copies of a position, and never changes the one it is given', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const draw = drawOf(seed);
        const position = playRandomly(randomDeal(variant, draw), 30, draw, () => {});
        const frozen = deepFrozen(structuredClone(position));
        const move = pick(legalMoves(frozen), draw);
        if (move) expect(playMove(frozen, move)).toEqual(playMove(position, move));
      }),
      { numRuns: cases(30) },
    );
  });
});

function deepFrozen(position: Position): Position {
  position.piles.forEach((pile) => Object.freeze(pile));
  Object.freeze(position.piles);
  Object.freeze(position.counters);
  return Object.freeze(position);
}
