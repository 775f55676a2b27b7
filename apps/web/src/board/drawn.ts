/** Which cards are drawn, where, and how they came there. */
import { FACE_DOWN, isFaceUp } from '@same-deal/engine';
import type { Card, Pile } from '@same-deal/engine';
import { cardAt } from './geometry.ts';
import type { Arrangement, Point } from './geometry.ts';

/** Cards drawn of a pile whose lower cards nobody sees; more than one while cards fly. */
const DRAWN_OF_SQUARED = 4;

/** One card as it is drawn. */
export interface Drawn extends Point {
  readonly key: string;
  readonly card: Card;
  readonly pile: number;
  readonly isTop: boolean;
  readonly z: number;
  readonly isNarrow: boolean;
  /** Where it comes from when it was not drawn before. */
  readonly from: Point | undefined;
  readonly wasFaceDown: boolean;
}

const keyOf = (card: Card, pile: number, index: number): string =>
  isFaceUp(card) ? `${card}` : `down ${pile} ${index}`;

/**
 * The cards of all piles, in an order that no move changes: an element that is moved in the page
 * loses its animation. `before` are the piles as they were drawn last.
 */
export function drawnCards(
  piles: readonly Pile[],
  before: readonly Pile[],
  stock: number,
  { places }: Arrangement,
): Drawn[] {
  const cards: Drawn[] = [];
  const stockGave = (before[stock]?.length ?? 0) > (piles[stock]?.length ?? 0);
  const origin = places[stock];
  for (const [n, pile] of piles.entries()) {
    const place = places[n];
    if (!place) continue;
    const count = pile.length;
    const old = before[n];
    for (let i = place.towards ? 0 : Math.max(0, count - DRAWN_OF_SQUARED); i < count; i++) {
      const card = pile[i] ?? FACE_DOWN;
      const isTop = i === count - 1;
      const isDealt = isTop && stockGave && n !== stock && old?.length === i;
      cards.push({
        ...cardAt(place, i, count),
        key: keyOf(card, n, i),
        card,
        pile: n,
        isTop,
        z: i + 1,
        isNarrow: place.towards === 'right',
        from: isDealt && origin ? { x: origin.x, y: origin.y } : undefined,
        wasFaceDown: isFaceUp(card) && old?.[i] === FACE_DOWN && old.length === count,
      });
    }
  }
  return cards.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** `next` with the very objects of `last` for cards that have not changed, so that nothing is done for them. */
export function keepingSame(last: readonly Drawn[], next: readonly Drawn[]): Drawn[] {
  const known = new Map(last.map((drawn) => [drawn.key, drawn]));
  return next.map((drawn) => {
    const old = known.get(drawn.key);
    const isSame =
      old &&
      old.x === drawn.x &&
      old.y === drawn.y &&
      old.z === drawn.z &&
      old.pile === drawn.pile &&
      old.isTop === drawn.isTop &&
      old.isNarrow === drawn.isNarrow;
    return isSame ? old : drawn;
  });
}
