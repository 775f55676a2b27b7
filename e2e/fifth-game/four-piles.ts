/** A game for tests only: it shows that a game needs nothing besides its entry in the registry. */
import type { Game, Move, PileSpec, Position, RejectionCode, Solitaire } from '@same-deal/engine';

const SUITS = ['C', 'S', 'H', 'D'] as const;

const top = (position: Position, pile: number): number => position.piles[pile]?.at(-1) ?? -1;

const foundation = (suit: (typeof SUITS)[number], n: number): PileSpec => ({
  name: `f${suit}`,
  role: 'foundation',
  builds: { suit: n, from: 0, cards: 13 },
  upright: { x: n, y: 0 },
  wide: { x: n, y: 0 },
});

const tableau = (n: number): PileSpec => ({
  name: `t${n}`,
  role: 'tableau',
  upright: { x: n, y: 1.1, fan: { towards: 'down', room: 4 } },
  wide: { x: n, y: 1.1, fan: { towards: 'down', room: 2.5 } },
});

function rejection(position: Position, { from, to }: Move): RejectionCode | undefined {
  const card = top(position, from);
  if (from < 4 || from === to) return 'no-such-route';
  if (card < 0) return 'empty-pile';
  if (to >= 4) return undefined;
  if (Math.floor(card / 13) !== to) return 'wrong-suit';
  const isNext = card % 13 === position.piles[to]?.length;
  return isNext ? undefined : 'not-next-rank';
}

/** Four piles of thirteen; any top card goes on any pile, or home in suit from the ace. */
const standard: Solitaire = {
  id: 'four-piles/standard',
  title: 'Four Piles',
  packs: 1,
  piles: [...SUITS.map(foundation), ...[0, 1, 2, 3].map(tableau)],
  dealtHome: 0,
  stockTopFaceUp: false,
  counterRanges: [],
  deal: (pack) => ({
    variant: 'four-piles/standard',
    piles: [[], [], [], [], ...[0, 13, 26, 39].map((from) => pack.slice(from, from + 13))],
    counters: [],
  }),
  legalMoves: (position) =>
    [4, 5, 6, 7].flatMap((from) =>
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((to) =>
        rejection(position, { from, to }) ? [] : [{ from, to }],
      ),
    ),
  rejection,
  play: (position, { from, to }) => ({
    ...position,
    piles: position.piles.map((pile, n) =>
      n === from ? pile.slice(0, -1) : n === to ? [...pile, top(position, from)] : pile,
    ),
  }),
};

export const game: Game = { title: 'Four Piles', capMinutes: 10, variants: [standard] };
