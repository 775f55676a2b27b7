import { errorText } from '../messages/index.ts';
import type { AppContext } from '../state/app.ts';
import { paths } from '../state/route.ts';

/** Goes on in practice on the deal of a play, from its table after so many entries. */
export async function retryFrom(
  {
    identity,
    transport,
    router,
    notices,
  }: Pick<AppContext, 'identity' | 'transport' | 'router' | 'notices'>,
  playId: string,
  entries: number,
): Promise<void> {
  if (!(await identity.ensure()).ok) return;
  const { path } = router;
  const answer = await transport.request('play:branch', { playId, entries });
  if (!answer.ok) notices.say(errorText(answer.error));
  else router.goFrom(path, paths.play(answer.data.playId));
}
