/** Why something cannot be, in words; fetched once the table is there. */
import { isFaceUp, rankOf, topOf } from '@same-deal/engine';
import type { Card, MoveRejection, Position, Solitaire } from '@same-deal/engine';
import { refusals, refused, rejections } from '../messages/refusals.en.ts';
import { table } from '../messages/table.en.ts';
import type { PlaceAs } from '../messages/table.en.ts';
import type { Refusal } from './play-state.ts';
import { cardName, pileInSentence } from './words.ts';

/** Why a move is not allowed. */
export function rejectionText(
  rules: Solitaire,
  position: Position,
  { code, from, to }: MoveRejection,
): string {
  const [card, on] = [from, to].map((pile) => topOf(position.piles[pile] ?? []));
  const nameOf = (one: Card | undefined) =>
    one !== undefined && isFaceUp(one) ? cardName(one) : undefined;
  const placeOf = (pile: number) => ({
    role: rules.piles[pile]?.role,
    as: (as: PlaceAs) => pileInSentence(rules, pile, as),
  });
  return rejections[code]({
    card: nameOf(card) ?? table.anyCard,
    on: nameOf(on),
    from: placeOf(from),
    to: placeOf(to),
    isLower: card !== undefined && on !== undefined && rankOf(card) < rankOf(on),
  });
}

/** Why something the player wanted did not happen. */
export function refusalText(rules: Solitaire, position: Position, refusal: Refusal): string {
  if (refusal.rejection) return rejectionText(rules, position, refusal.rejection);
  return refusals[refusal.code] ?? refused;
}
