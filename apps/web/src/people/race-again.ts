import { errorText } from '../messages/index.ts';
import { peopleWords as words } from '../messages/people.en.ts';
import type { AppContext } from '../state/app.ts';
import { paths } from '../state/route.ts';

/** Opens a lobby of the game they raced last, asks them into it, and goes there: its link is there for the rest. */
export async function raceAgain(
  rival: { readonly id: string; readonly name: string },
  variant: string,
  { transport, router, notices }: Pick<AppContext, 'transport' | 'router' | 'notices'>,
): Promise<void> {
  const opened = await transport.request('race:create', { variant });
  if (!opened.ok) return notices.say(errorText(opened.error));
  const { code } = opened.data;
  const asked = await transport.request('race:invite', { code, personId: rival.id });
  router.go(paths.race(code));
  // The notices of the former page go with it.
  setTimeout(() => notices.say(asked.ok ? words.asked(rival.name) : errorText(asked.error)));
}
