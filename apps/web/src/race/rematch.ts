import type { Answer } from '@same-deal/protocol';
import { errorText } from '../messages/index.ts';
import type { AppContext } from '../state/app.ts';
import type { RaceSession } from './race-session.svelte.ts';
import { paths } from '../state/route.ts';

/**
 * Opens the rematch, or finds the one that is open: who played is seated and ready by this one tap, who watched watches
 * on, and may sit down there. Whoever played asks the service also where one is known: it may have expired.
 */
export const rematch = (race: Pick<RaceSession, 'snapshot' | 'you' | 'youId' | 'code' | 'ask'>) =>
  race.ask(async (transport): Promise<Answer<{ code: string }>> => {
    const { snapshot, you, youId } = race;
    const code = snapshot?.rematchCode;
    if (code && !you) return { ok: true, data: { code } };
    const open = await transport.request('race:rematch', { code: race.code });
    if (!open.ok) return open;
    // If no seat is left, the rematch's own page says so.
    const seat = { code: open.data.code, ready: true };
    const joined = await transport.request('race:join', seat);
    // A node of version 1.0.0 only seats; to other settings than before nobody agrees unseen.
    const isUnready =
      joined.ok && joined.data.players.some((one) => one.id === youId && !one.ready);
    const isAsBefore =
      joined.ok && JSON.stringify(joined.data.settings) === JSON.stringify(snapshot?.settings);
    if (isUnready && isAsBefore) await transport.request('race:ready', seat);
    return open;
  });

/** Opens the rematch of a race, or finds the one that is open, and goes there. */
export async function goToRematch(
  race: RaceSession,
  { router, notices }: Pick<AppContext, 'router' | 'notices'>,
): Promise<void> {
  const answer = await rematch(race);
  if (answer.ok) router.go(paths.race(answer.data.code));
  else notices.say(errorText(answer.error));
}
