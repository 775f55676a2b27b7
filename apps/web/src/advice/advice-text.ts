import type { Move, Position, Solitaire } from '@same-deal/engine';
import { topOf } from '@same-deal/engine';
import { advice as words } from '../messages/advice.en.ts';
import { table } from '../messages/table.en.ts';
import { foundationEnd } from '../play/narration.ts';
import { cardName, pileInSentence } from '../play/words.ts';

/** A move somebody is advised to make, as a sentence of its own: what is turned up is left out. */
export function adviceText(rules: Solitaire, { piles }: Position, { from, to }: Move): string {
  const [source, target] = [rules.piles[from]?.role, rules.piles[to]?.role];
  if (source === 'waste' && target === 'stock') return words.plainly.turnOver;
  if (source === 'stock' && target === 'waste') return words.plainly.deal;
  // A foundation is the one of the card's suit: there is little room at a table.
  return table.happened.moved(
    cardName(topOf(piles[from] ?? [])),
    target === 'foundation'
      ? words.itsFoundation(foundationEnd(rules, to))
      : pileInSentence(rules, to, 'to'),
  );
}
