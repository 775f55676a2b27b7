/** A table in small: a game's opening on its card on the start page, or one that somebody plays. */
import { FACE_DOWN, newGame, suitOf, unwrap } from '@same-deal/engine';
import type { Card, Pile, PileSpec, Solitaire } from '@same-deal/engine';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Everything is counted in card widths. */
export const CARD_HEIGHT = 1.4;
const CARD_GAP = 0.14;
const WHOLE = { width: 1, height: CARD_HEIGHT } as const;
const CORNER = 0.12;
const DOT = 0.13;
const DOT_AT = 0.25;
const STEP_DOWN = 0.34;
const STEP_RIGHT = 0.3;

export interface MiniCard {
  readonly x: number;
  readonly y: number;
  readonly kind: 'place' | 'black' | 'red' | 'back';
  /** How much of it is left to be seen, from its upper left corner on. */
  readonly seen: { readonly width: number; readonly height: number };
  /** The card, where it is face up and nothing lies on it. */
  readonly top?: Card;
}

export interface MiniTable {
  readonly width: number;
  readonly height: number;
  readonly cards: readonly MiniCard[];
}

/** PySolFC's deal number 1, a letter a card: what makes decks of numbers is not in the page before it is asked for. */
const ONE = [...'fbISJHpFYuUstkBhjQwPTqAdlWEDCaNXyvZOcmLnRVMzeGgrKiox'].map((letter) =>
  LETTERS.indexOf(letter),
);

/** Piles of a public deal of the variant; the same one every time. */
export function openingOf(rules: Solitaire): readonly Pile[] {
  const pack =
    rules.packs === 1 ? ONE : [...ONE, ...ONE.map((card) => card + ONE.length).reverse()];
  return unwrap(newGame(rules.id, pack)).piles;
}

/** Lays out the piles of a table. */
export function miniTable(rules: Solitaire, piles: readonly Pile[]): MiniTable {
  const cards = rules.piles.flatMap((spec, index) => pileCards(spec, piles[index] ?? []));
  const left = Math.min(...cards.map(({ x }) => x));
  return {
    width: Math.max(...cards.map(({ x }) => x)) - left + 1,
    height: Math.max(...cards.map(({ y }) => y)) + CARD_HEIGHT,
    cards: cards.map((card) => ({ ...card, x: card.x - left })),
  };
}

function pileCards({ role, wide }: PileSpec, pile: readonly number[]): MiniCard[] {
  const x = wide.x * (1 + CARD_GAP);
  const y = wide.y * CARD_HEIGHT;
  if (pile.length === 0) return [{ x, y, kind: 'place', seen: WHOLE }];
  if (role === 'stock') return [{ x, y, kind: 'back', seen: WHOLE }];
  const shown = wide.fan ? pile : pile.slice(-1);
  const most = wide.fan ? wide.fan.room / Math.max(1, shown.length - 1) : 0;
  const isDown = wide.fan?.towards === 'down';
  const step = isDown ? Math.min(STEP_DOWN, most * CARD_HEIGHT) : Math.min(STEP_RIGHT, most);
  const covered = isDown ? { ...WHOLE, height: step } : { ...WHOLE, width: step };
  return shown.map((card, n) => ({
    x: isDown ? x : x + n * step,
    y: isDown ? y + n * step : y,
    kind: card === FACE_DOWN ? 'back' : suitOf(card) >= 2 ? 'red' : 'black',
    seen: n === shown.length - 1 ? WHOLE : covered,
    ...(card !== FACE_DOWN && n === shown.length - 1 && { top: card }),
  }));
}

const arc = (radius: number, dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
const from = (x: number, y: number) => `M${x.toFixed(3)} ${y.toFixed(3)}`;

/** The outline of what is seen of a card, open towards the card that lies on it. */
function outline({ x, y, seen: { width, height } }: MiniCard): string {
  const [across, down] = [1 - 2 * CORNER, CARD_HEIGHT - 2 * CORNER];
  const [leftTop, topRight] = [arc(CORNER, CORNER, -CORNER), arc(CORNER, CORNER, CORNER)];
  const [rightBottom, bottomLeft] = [arc(CORNER, -CORNER, CORNER), arc(CORNER, -CORNER, -CORNER)];
  if (width < 1)
    return `${from(x + width + CORNER, y + CARD_HEIGHT)}h${-width}${bottomLeft}v${-down}${leftTop}h${width}`;
  const isWhole = height === CARD_HEIGHT;
  const side = isWhole ? down : height;
  const top = `v${-side}${leftTop}h${across}${topRight}v${side}`;
  return `${from(x, y + side + CORNER)}${top}${isWhole ? `${rightBottom}h${-across}${bottomLeft}z` : ''}`;
}

/** A dot in the corner of a card, as large as what is seen of the card. */
function dot({ x, y, seen: { width, height } }: MiniCard): string {
  const radius = Math.min(DOT, 0.4 * Math.min(width, height));
  const [left, top] = [Math.min(DOT_AT, width / 2), Math.min(DOT_AT, height / 2)];
  const half = arc(radius, 2 * radius, 0);
  return `${from(x + left - radius, y + top)}${half}${arc(radius, -2 * radius, 0)}`;
}

/**
 * The cards of a small table in few shapes, the lower ones first: a shape for each card costs a page of such tables most
 * of its styles.
 * @param hasFaces whether cards that nothing lies on have faces, and need no dot
 * @returns SVG paths by what they draw
 */
export function miniShapes(
  cards: readonly MiniCard[],
  hasFaces: boolean,
): Record<'place' | 'back' | 'front' | 'black' | 'red', string> {
  const joined = (draw: (card: MiniCard) => string, ...kinds: readonly MiniCard['kind'][]) =>
    cards.flatMap((card) => (kinds.includes(card.kind) ? draw(card) : [])).join('');
  const dotted = (card: MiniCard) => (hasFaces && card.top !== undefined ? '' : dot(card));
  return {
    place: joined(outline, 'place'),
    back: joined(outline, 'back'),
    front: joined(outline, 'black', 'red'),
    black: joined(dotted, 'black'),
    red: joined(dotted, 'red'),
  };
}
