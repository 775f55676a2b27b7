/** A table in small: a game's opening on its card on the start page, or one that somebody plays. */
import { FACE_DOWN, newGame, suitOf, unwrap } from '@same-deal/engine';
import type { Card, Pile, PileSpec, Solitaire } from '@same-deal/engine';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Everything is counted in card widths. */
export const CARD_HEIGHT = 1.4;
const CARD_GAP = 0.14;
const STEP_DOWN = 0.34;
const STEP_RIGHT = 0.3;

interface MiniCard {
  readonly x: number;
  readonly y: number;
  readonly kind: 'place' | 'black' | 'red' | 'back';
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
  if (pile.length === 0) return [{ x, y, kind: 'place' }];
  if (role === 'stock') return [{ x, y, kind: 'back' }];
  const shown = wide.fan ? pile : pile.slice(-1);
  const most = wide.fan ? wide.fan.room / Math.max(1, shown.length - 1) : 0;
  const isDown = wide.fan?.towards === 'down';
  const step = isDown ? Math.min(STEP_DOWN, most * CARD_HEIGHT) : Math.min(STEP_RIGHT, most);
  return shown.map((card, n) => ({
    x: isDown ? x : x + n * step,
    y: isDown ? y + n * step : y,
    kind: card === FACE_DOWN ? 'back' : suitOf(card) >= 2 ? 'red' : 'black',
    ...(card !== FACE_DOWN && n === shown.length - 1 && { top: card }),
  }));
}
