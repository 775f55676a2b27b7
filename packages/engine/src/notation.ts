/** Text for people, tests and recorded games. It does not distinguish copies of a card. */
import { CARDS_IN_PACK, formatCard, isFaceUp, parseCard } from './card.ts';
import type { Card } from './card.ts';
import { checkPosition } from './check-position.ts';
import type { PositionError } from './check-position.ts';
import type { Move } from './move.ts';
import type { Pile } from './pile.ts';
import { refuse } from './result.ts';
import type { Result } from './result.ts';
import type { Position } from './solitaire.ts';
import { findVariant } from './variants.ts';

/** `t3>faC`; `deal` and `redeal` between stock and waste; `?` for a pile that the variant does not have. */
export function formatMove(variant: string, move: Move): string {
  const piles = findVariant(variant)?.piles ?? [];
  const from = piles[move.from];
  const to = piles[move.to];
  if (from?.role === 'stock' && to?.role === 'waste') return 'deal';
  if (from?.role === 'waste' && to?.role === 'stock') return 'redeal';
  return `${from?.name ?? '?'}>${to?.name ?? '?'}`;
}

/** The move a text names, legal or not; undefined if it names none of this variant's piles. */
export function parseMove(variant: string, text: string): Move | undefined {
  const rules = findVariant(variant);
  if (!rules) return undefined;
  const numberOf = (name: string) => rules.piles.findIndex((pile) => pile.name === name);
  const names = text === 'deal' ? ['s', 'w'] : text === 'redeal' ? ['w', 's'] : text.split('>');
  const [from = -1, to = -1] = names.map(numberOf);
  return names.length === 2 && from >= 0 && to >= 0 ? { from, to } : undefined;
}

/** Piles joined by `|`, each bottom card first; then, after a blank, the counters if there are any. */
export function formatPosition(position: Position): string {
  const piles = position.piles.map((pile) => pile.map(formatCard).join('')).join('|');
  return position.counters.length === 0 ? piles : `${piles} ${position.counters.join(',')}`;
}

/**
 * Reads what `formatPosition` writes: any position that breaks no invariant of its rule sheet, which
 * need not be reachable in a game; face-down cards are `??`. Refuses what `checkPosition` refuses.
 */
export function parsePosition(variant: string, text: string): Result<Position, PositionError> {
  const rules = findVariant(variant);
  if (!rules) return refuse({ code: 'no-such-variant', at: variant });
  const [pileText = '', counterText, ...more] = text.split(' ');
  const texts = pileText.split('|');
  if (texts.length !== rules.piles.length) return refuse({ code: 'wrong-number-of-piles' });

  const copies = new Map<number, number>();
  const piles: Pile[] = [];
  for (const cards of texts) {
    const pile: Card[] = [];
    for (let at = 0; at < cards.length; at += 2) {
      const face = parseCard(cards.slice(at, at + 2));
      if (face === undefined) return refuse({ code: 'not-a-card', at: cards.slice(at, at + 2) });
      const copy = copies.get(face) ?? 0;
      copies.set(face, copy + 1);
      if (isFaceUp(face) && copy >= rules.packs) {
        return refuse({ code: 'wrong-cards', at: formatCard(face) });
      }
      pile.push(isFaceUp(face) ? face + copy * CARDS_IN_PACK : face);
    }
    piles.push(pile);
  }
  const counters = parseCounters(counterText);
  if (!counters || more.length > 0) return refuse({ code: 'wrong-counters' });
  return checkPosition({ variant, piles, counters });
}

/** Whole numbers as `formatPosition` writes them: `01` and `+1` are none. */
function parseCounters(text: string | undefined): number[] | undefined {
  const parts = text === undefined ? [] : text.split(',');
  const counters = parts.map(Number);
  return counters.every((value, n) => String(value) === parts[n]) ? counters : undefined;
}
