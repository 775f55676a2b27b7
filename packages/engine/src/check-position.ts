/** What every position holds to: the invariants that the rule sheets list. */
import { CARDS_IN_PACK, FACE_DOWN, faceOf, formatCard, isFaceUp, KING } from './card.ts';
import type { Pile, PileSpec } from './pile.ts';
import { ok, refuse } from './result.ts';
import type { Result } from './result.ts';
import type { Position, Solitaire } from './solitaire.ts';
import { findVariant } from './variants.ts';

export interface PositionError {
  readonly code:
    | 'no-such-variant'
    | 'wrong-number-of-piles'
    | 'not-a-card'
    | 'wrong-cards'
    | 'foundation-out-of-order'
    | 'wrong-counters'
    | 'broken-invariant';
  /** The variant, pile or card that is wrong, or the rule of the sheet that is broken. */
  readonly at?: string;
}

/**
 * The position itself if it breaks no invariant of its rule sheet (such as BIS-14), else the first
 * one that it breaks. It need not be reachable in a game, and may be a view: cards may be face down
 * anywhere but on foundations.
 */
export function checkPosition(position: Position): Result<Position, PositionError> {
  const error = errorIn(position);
  return error ? refuse(error) : ok(position);
}

function errorIn(position: Position): PositionError | undefined {
  const { variant, piles } = position;
  const rules = findVariant(variant);
  if (!rules) return { code: 'no-such-variant', at: variant };
  if (piles.length !== rules.piles.length) return { code: 'wrong-number-of-piles' };
  const pile = rules.piles.find((spec, n) => !isInOrder(spec, piles[n] ?? []));
  if (pile) return { code: 'foundation-out-of-order', at: pile.name };
  const wrong = wrongCards(rules, piles.flat());
  if (wrong) return wrong;
  if (!areInRange(rules, position.counters)) return { code: 'wrong-counters' };
  const rule = rules.invariant?.(position);
  return rule === undefined ? undefined : { code: 'broken-invariant', at: rule };
}

/** As many cards as the packs have, and none that is face up twice. */
function wrongCards({ packs }: Solitaire, cards: readonly number[]): PositionError | undefined {
  const size = packs * CARDS_IN_PACK;
  const seen = new Set<number>();
  for (const card of cards) {
    if (card === FACE_DOWN) continue;
    if (!Number.isInteger(card) || !isFaceUp(card)) return { code: 'not-a-card', at: String(card) };
    if (card >= size || seen.has(card)) {
      return { code: 'wrong-cards', at: card < size ? formatCard(card) : String(card) };
    }
    seen.add(card);
  }
  return cards.length === size ? undefined : { code: 'wrong-cards' };
}

/** Whether a pile that is a foundation holds what it would have built; any other pile may hold anything. */
function isInOrder({ builds }: PileSpec, pile: Pile): boolean {
  if (!builds) return true;
  if (pile.length > builds.cards) return false;
  return pile.every((card, n) => {
    const steps = n <= KING ? n : 2 * KING + 1 - n;
    return faceOf(card) === 13 * builds.suit + Math.abs(builds.from - steps);
  });
}

const areInRange = ({ counterRanges }: Solitaire, counters: readonly number[]): boolean =>
  counters.length === counterRanges.length &&
  counterRanges.every(([least, most], n) => {
    const value = counters[n] ?? NaN;
    return Number.isInteger(value) && value >= least && value <= most;
  });
