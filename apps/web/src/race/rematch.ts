import { errorText } from '../messages/index.ts';
import type { AppContext } from '../state/app.ts';
import type { RaceSession } from './race-session.svelte.ts';
import { paths } from '../state/route.ts';

/** Opens the rematch of a race, or finds the one that is open, and goes there. */
export async function goToRematch(
  race: RaceSession,
  { router, notices }: Pick<AppContext, 'router' | 'notices'>,
): Promise<void> {
  const answer = await race.rematch();
  if (answer.ok) router.go(paths.race(answer.data.code));
  else notices.say(errorText(answer.error));
}
