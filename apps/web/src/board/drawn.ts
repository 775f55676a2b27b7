/**
 * What is drawn, where, and how it came there: plain objects, reused as long as nothing about them changes.
 * A tap so costs what it changes, and not what lies on the table.
 */
import { FACE_DOWN, isFaceUp, topOf } from '@same-deal/engine';
import type { Card, Pile, PileSpec } from '@same-deal/engine';
import { buriedIn, cardAt, extentOf, stripOf } from './geometry.ts';
import type { Arrangement, Place, Point } from './geometry.ts';

/** Cards drawn of a pile whose lower cards nobody sees; more than one while cards fly. */
const DRAWN_OF_SQUARED = 4;

/** One card as it is drawn. */
export interface Drawn extends Point {
  readonly key: string;
  readonly card: Card;
  readonly pile: number;
  readonly isTop: boolean;
  readonly z: number;
  /** A strip of its side is seen beside the next card: rank and suit stand above each other in it. */
  readonly isNarrow: boolean;
  /** It lies right under another card of its pile. */
  readonly isUnder: boolean;
  /** So many pixels of it are seen beside the next card of its fan. */
  readonly strip: number | undefined;
  /** Where it comes from when it was not drawn before. */
  readonly from: Point | undefined;
  readonly wasFaceDown: boolean;
  /** Classes of its own: `selected`, `marked`, `pointed`, `lifted`. */
  readonly look: string;
}

/** One pile's place, and the button that stands for it. */
export interface DrawnPile {
  readonly spec: PileSpec;
  readonly place: Place;
  /** All that its cards cover; where it is tapped. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where its top card lies in that; where a card that is put here goes. */
  readonly topX: number;
  readonly topY: number;
  readonly name: string;
  /** What lies under its top card. */
  readonly description: string | undefined;
  /** Cards of the pile that cannot be seen. */
  readonly buried: number;
  /** So many pixels of each covered card are seen, where they lie in a fan. */
  readonly strip: number | undefined;
  readonly isEmpty: boolean;
  /** Its top card shows its face, which a note must not cover. */
  readonly isFaceUp: boolean;
  readonly isFocusable: boolean;
  readonly isTarget: boolean;
  readonly isOver: boolean;
  /** A few signs at the foot of the pile, such as the number of cards left. */
  readonly note: string | undefined;
  /** The place of an empty stock over which the waste may be turned. */
  readonly canDealAgain: boolean;
}

/** The cards of all piles as they are drawn, and what they were drawn from. */
export interface DrawnTable {
  readonly piles: readonly Pile[];
  readonly arrangement: Arrangement | undefined;
  readonly byPile: readonly (readonly Drawn[])[];
  /** In an order that no move changes: an element that is moved in the page loses its animation. */
  readonly cards: readonly Drawn[];
}

/** Nothing has been drawn yet. */
export const nothingDrawn: DrawnTable = {
  piles: [],
  arrangement: undefined,
  byPile: [],
  cards: [],
};

const keyOf = (card: Card, pile: number, index: number): string =>
  isFaceUp(card) ? `${card}` : `down ${pile} ${index}`;

/** Whether all of it is the same. */
const isAlike = <T extends object>(one: T, other: T): boolean =>
  one === other || (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);

/**
 * The cards of all piles, with the very objects of `last`, which was drawn before, for what has not changed. A pile is
 * never changed, only replaced, and most moves replace two.
 */
export function drawnCards(
  last: DrawnTable,
  piles: readonly Pile[],
  stock: number,
  arrangement: Arrangement,
): DrawnTable {
  const isAsBefore = last.arrangement === arrangement;
  const stockGave = (last.piles[stock]?.length ?? 0) > (piles[stock]?.length ?? 0);
  const origin = arrangement.places[stock];
  const byPile = piles.map((pile, n) => {
    const place = arrangement.places[n];
    const [old = [], drawn = []] = [last.piles[n], last.byPile[n]];
    if (!place) return [];
    if (isAsBefore && pile === old) return drawn;
    const count = pile.length;
    const strip = stripOf(place, count);
    const buried = buriedIn(place, count);
    const first = place.towards ? 0 : Math.max(0, count - DRAWN_OF_SQUARED);
    return pile.slice(first).map((card, above): Drawn => {
      const i = first + above;
      const isTop = i === count - 1;
      const isDealt = isTop && stockGave && n !== stock && old.length === i;
      const next = {
        ...cardAt(place, i, count),
        key: keyOf(card, n, i),
        card,
        pile: n,
        isTop,
        z: i + 1,
        isNarrow: !isTop && place.towards === 'right',
        isUnder: !isTop && i < buried,
        strip: isTop ? undefined : strip,
        from: isDealt && origin ? { x: origin.x, y: origin.y } : undefined,
        wasFaceDown: isFaceUp(card) && old[i] === FACE_DOWN && old.length === count,
        look: '',
      };
      const same = drawn[i - (old.length - drawn.length)];
      return same && isAlike(next, same) ? same : next;
    });
  });
  const cards = byPile.flat().sort((a, b) => (a.key < b.key ? -1 : 1));
  return { piles, arrangement, byPile, cards };
}

/** Covered cards matter where they may come into play again; under a squared waste nobody looks for them. */
const isWorthCounting = ({ role }: PileSpec, { towards }: Place): boolean =>
  role === 'reserve' || role === 'tableau' || (role === 'waste' && !!towards);

/** All piles with nothing in hand. `canDeal`: the stock may be dealt from, or the waste turned over. */
export const drawnPiles = (
  specs: readonly PileSpec[],
  piles: readonly Pile[],
  { places, card }: Arrangement,
  canDeal: boolean,
  wordsOf: (pile: number) => Pick<DrawnPile, 'name' | 'description' | 'note'>,
): DrawnPile[] =>
  places.map((place, n) => {
    const [spec, pile] = [specs[n]!, piles[n] ?? []];
    const { length } = pile;
    const { x, y, width, height } = extentOf(place, card, length);
    const top = cardAt(place, length - 1, length);
    return {
      spec,
      place,
      ...wordsOf(n),
      ...{ x, y, width, height, topX: top.x - x, topY: top.y - y },
      buried: isWorthCounting(spec, place) ? buriedIn(place, length) : 0,
      strip: stripOf(place, length),
      isEmpty: length === 0,
      isFaceUp: isFaceUp(topOf(pile)),
      isFocusable: false,
      isTarget: false,
      isOver: false,
      canDealAgain: canDeal && spec.role === 'stock',
    };
  });

/** Piles that are meant by what is in hand. */
interface Hands {
  readonly focusable: number;
  readonly selected: number | undefined;
  readonly dragged: number | undefined;
  /** Where a drop now would go. */
  readonly over: number | undefined;
  readonly lit: readonly number[];
}

/** The piles as they are with that in hand, with the very objects of `last` for those that have not changed. */
export const withHands = (
  last: readonly DrawnPile[],
  plain: readonly DrawnPile[],
  { focusable, selected, dragged, over, lit }: Hands,
  nameOf: (pile: number, state: { isSelected: boolean; isTarget: boolean }) => string,
): DrawnPile[] =>
  plain.map((pile, n) => {
    const [isFocusable, isSelected, isTarget] = [n === focusable, n === selected, lit.includes(n)];
    const isOver = dragged !== undefined && n === over && n !== dragged;
    // A hovered pile is only shown as such; to a screen reader no card is in hand that could go there.
    const isNamed = isSelected || (isTarget && (selected ?? dragged) !== undefined);
    const name = isNamed ? nameOf(n, { isSelected, isTarget }) : pile.name;
    const next =
      isFocusable || isNamed || isTarget || isOver
        ? { ...pile, name, isFocusable, isTarget, isOver }
        : pile;
    const old = last[n];
    return old && isAlike(next, old) ? old : next;
  });

/** The cards with their looks, which only top cards have. */
export const withLooks = ({ cards }: DrawnTable, lookOf: (pile: number) => string): Drawn[] =>
  cards.map((card) => {
    const look = card.isTop ? lookOf(card.pile) : '';
    return look ? { ...card, look } : card;
  });
