import { packOf } from '@same-deal/engine';
import { codeWords } from '../messages/codes.en.ts';

/** The name of a closed daily's deal at the table; only the service has its cards. */
const CLOSED_DAILY = /^daily\/\d{4}-\d\d-\d\d$/;

/**
 * A deal from what a person typed: a deal code, a PySolFC number, or a closed daily.
 * @param packs how many packs the game is played with
 * @returns the deal as the service takes it, or what is wrong with it in words
 */
export function ownDeal(
  typed: string,
  packs: 1 | 2,
): { readonly deal: string } | { readonly mistake: string } {
  const deal = typed.trim();
  if (CLOSED_DAILY.test(deal)) return { deal };
  const pack = packOf(deal, packs);
  return pack.ok ? { deal } : { mistake: codeWords.dealMistakes[pack.reason] };
}
