import type { Update } from '../state/update.svelte.ts';
import type { PlaySession } from './play-session.svelte.ts';

/** Whoever has not moved for so long may be asked. */
const RESTS_MS = 3_000;

/** Lets nobody be asked to reload while moves of a play are on their way. To be called where a component begins. */
export function holdUpdate(update: Update, session: () => PlaySession | undefined): void {
  $effect(() => {
    const play = session();
    if (!play || play.ending || play.pendingCount === 0) return;
    const release = update.hold();
    // It does not come and go with each move.
    return () => setTimeout(release, RESTS_MS);
  });
}
