/** Beleaguered Castle. The rules, numbered, stand in beleaguered-castle.rules.md. */
import { NO_FACE } from '../build.ts';
import { ACE, faceOf, isFaceUp, rankOf, SUITS, suitOf } from '../card.ts';
import type { Pack } from '../card.ts';
import { dealRounds, setAside } from '../dealing.ts';
import { fanDown, numbered, placed } from '../layout.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import type { Pile } from '../pile.ts';
import { addMovesFrom, ANY_FACE, pilesWith, showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

const FOUNDATIONS = 4;
const COLUMNS = 8;
const CARDS_IN_COLUMN = 6;

/** The face a foundation wants next (CAS-3). */
function wantedBy(piles: readonly Pile[], foundation: number): number {
  const cards = pileAt(piles, foundation).length;
  return cards < 13 ? 13 * foundation + cards : NO_FACE;
}

/** The aces, and eight columns of six (CAS-1, CAS-2). */
function deal(pack: Pack): Position {
  const { aces, rest } = setAside(pack, [ACE]);
  const { dealt } = dealRounds(rest, COLUMNS, CARDS_IN_COLUMN);
  return {
    variant: 'beleaguered-castle/standard',
    piles: [...aces.map((ace) => [ace]), ...dealt],
    counters: [],
  };
}

function legalMoves({ piles }: Position): Move[] {
  const moves: Move[] = [];
  const showing = showingOn(piles, FOUNDATIONS, piles.length - 1);
  for (let to = 0; to < FOUNDATIONS; to++) {
    addMovesFrom(moves, pilesWith(showing, wantedBy(piles, to)), to);
  }
  for (let to = FOUNDATIONS; to < piles.length; to++) {
    const on = topOf(pileAt(piles, to));
    if (pileAt(piles, to).length === 0) addMovesFrom(moves, pilesWith(showing, ANY_FACE), to);
    else if (isFaceUp(on) && rankOf(on) > ACE) {
      const takes = SUITS.map((_, suit) => pilesWith(showing, 13 * suit + rankOf(on) - 1));
      addMovesFrom(
        moves,
        takes.reduce((all, some) => all | some, 0),
        to,
      );
    }
  }
  return moves;
}

/** Why the top card of a column may not go to a pile. */
function rejection({ piles }: Position, { from, to }: Move): RejectionCode | undefined {
  if (from < FOUNDATIONS || from === to) return 'no-such-route';
  if (pileAt(piles, from).length === 0) return 'empty-pile';
  const card = topOf(pileAt(piles, from));
  if (!isFaceUp(card)) return 'face-down';
  if (to < FOUNDATIONS) {
    if (faceOf(card) === wantedBy(piles, to)) return undefined;
    return suitOf(card) === to ? 'not-next-rank' : 'wrong-suit';
  }
  if (pileAt(piles, to).length === 0) return undefined;
  const on = topOf(pileAt(piles, to));
  return isFaceUp(on) && rankOf(card) === rankOf(on) - 1 ? undefined : 'not-next-rank';
}

const standard: Solitaire<'beleaguered-castle/standard'> = {
  id: 'beleaguered-castle/standard',
  title: 'Beleaguered Castle',
  packs: 1,
  piles: placed(
    [
      ...Array.from({ length: FOUNDATIONS }, (_, suit) => ({
        name: `f${SUITS[suit]}`,
        role: 'foundation' as const,
        builds: { suit, from: ACE, cards: 13 as const },
      })),
      ...numbered('tableau', 't', COLUMNS),
    ],
    {
      upright: [
        { piles: 4, x: 0, y: 0 },
        { piles: 8, x: 0, y: 1.2, columns: 4, down: 3.6, fan: fanDown(2.4) },
      ],
      wide: [
        { piles: 4, x: 0, y: 0, columns: 1 },
        { piles: 8, x: 1.5, y: 0, fan: fanDown(3) },
      ],
    },
  ),
  dealtHome: 4,
  stockTopFaceUp: false,
  counterRanges: [],
  deal,
  legalMoves,
  rejection,
  play: (position, { from, to }) => ({ ...position, piles: moveTop(position.piles, from, to) }),
};

export const game = {
  title: 'Beleaguered Castle',
  capMinutes: 15,
  variants: [standard],
} as const satisfies Game;
