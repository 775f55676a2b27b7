/** Signing out, and deleting everything: what ends the session that asks for it. */
import type { Answer } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';

/**
 * Whether somebody has left as they asked to. Where the answer was lost, nobody is signed in here any more if they have.
 * @param answer to the request by which they leave
 */
export async function hasLeft(api: Pick<Api, 'me'>, answer: Answer<object>): Promise<boolean> {
  if (answer.ok || answer.error.code !== 'unavailable') return answer.ok;
  const me = await api.me();
  return !me.ok && me.error.code === 'not-signed-in';
}
