import type { Update } from '../state/update.svelte.ts';
import type { PlaySession } from './play-session.svelte.ts';

/** Lets nobody be asked to reload while moves of a play are on their way. To be called where a component begins. */
export function holdUpdate(update: Update, session: () => PlaySession | undefined): void {
  $effect(() => {
    const play = session();
    return play && !play.ending && play.pendingCount > 0 ? update.hold() : undefined;
  });
}
