import type { Answer, Daily } from '@same-deal/protocol';
import type { Transport } from '../net/transport.ts';
import { winnableDeal } from './winnable-deal.ts';

/** Asks for practice on another deal of a daily's game, while its own is live. */
export async function practiseAnother(
  transport: Pick<Transport, 'request'>,
  { game, variant }: Pick<Daily, 'game' | 'variant'>,
): Promise<Answer<{ playId: string }>> {
  const deal = await winnableDeal(game);
  return transport.request('play:create', { variant, ...(deal !== undefined && { deal }) });
}
