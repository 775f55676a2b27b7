import type { Answer, Daily } from '@same-deal/protocol';
import { errorText } from '../messages/index.ts';
import type { AppContext } from '../state/app.ts';
import type { Transport } from '../net/transport.ts';
import { paths } from '../state/route.ts';
import { winnableDeal } from './winnable-deal.ts';

/** Becomes somebody, asks the service for a play, and goes there; a refusal is told as a notice. */
export async function begin(
  { identity, router, notices }: Pick<AppContext, 'identity' | 'router' | 'notices'>,
  ask: () => Promise<Answer<{ playId: string }>>,
): Promise<void> {
  const somebody = await identity.ensure();
  const answer = somebody.ok ? await ask() : somebody;
  if (answer.ok) router.go(paths.play(answer.data.playId));
  else notices.say(errorText(answer.error));
}

/** Asks for practice on another deal of a daily's game, while its own is live. */
export async function practiseAnother(
  transport: Pick<Transport, 'request'>,
  { game, variant }: Pick<Daily, 'game' | 'variant'>,
): Promise<Answer<{ playId: string }>> {
  const deal = await winnableDeal(game);
  return transport.request('play:create', { variant, ...(deal !== undefined && { deal }) });
}
