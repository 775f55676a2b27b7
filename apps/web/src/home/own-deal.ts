import { packOf } from '@same-deal/engine';
import { codeWords } from '../messages/codes.en.ts';
import { whereTo } from './any-code.ts';

/** The name of a closed daily's deal at the table; only the service has its cards. */
const CLOSED_DAILY = /^daily\/\d{4}-\d\d-\d\d$/;

/**
 * A deal from what a person typed: a deal code, a PySolFC number, or a closed daily.
 * @param packs how many packs the game is played with
 * @returns the deal as the service takes it, where a code or link to something else leads, or what is wrong in words
 */
export async function ownDeal(
  typed: string,
  packs: 1 | 2,
  api: Parameters<typeof whereTo>[1],
): Promise<{ readonly deal: string } | { readonly path: string } | { readonly mistake: string }> {
  const deal = typed.trim();
  if (CLOSED_DAILY.test(deal)) return { deal };
  const pack = packOf(deal, packs);
  if (pack.ok) return { deal };
  const where = await whereTo(typed, api);
  return 'path' in where ? where : { mistake: codeWords.dealMistakes[pack.reason] };
}
