/**
 * What not every table needs, loaded when it does: sounds, vibration, collecting automatically, and saying that the time
 * runs out.
 */
import { rankOf } from '@same-deal/engine';
import type { Collecting } from './collecting.ts';
import type { Announcer } from '../state/announcer.svelte.ts';
import { mayCollect } from './finish.ts';
import type { PlaySession } from './play-session.svelte.ts';
import { tellTimeLeft } from './time-left.ts';
import type { Preferences } from '../state/preferences.svelte.ts';
import { play } from '../ui/sounds.ts';

/** After a move of one's own, so that it is seen where the card went before the next one goes. */
const COLLECT_AFTER_MS = 260;
/** Of a tap with the phone, in milliseconds; a refusal is two of them. */
const BUZZ = { done: 12, refused: [18, 40, 18] };

/**
 * Adds to a table what is preferred, as long as it is.
 * @returns the function that takes it away
 */
export function addExtras(
  session: PlaySession,
  preferred: () => Preferences,
  collecting: Collecting,
  announcer: Announcer,
): () => void {
  const stopTelling = tellTimeLeft(session, announcer);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = session.listen((event) => {
    clearTimeout(timer);
    const { sounds, volume, vibration, autoCollect } = preferred();
    const isHome =
      event.kind === 'moved' && session.rules?.piles[event.move.to]?.role === 'foundation';
    if (sounds) {
      if (event.kind === 'ended') void play(event.ending === 'won' ? 'won' : 'ended', volume);
      else if (event.kind === 'refused') void play('refused', volume);
      else if (event.kind === 'moved' && isHome) void play('home', volume, rankOf(event.card));
      else if (event.kind === 'moved') void play('moved', volume);
      else if (event.kind === 'undone') void play('undone', volume);
    }
    if (vibration && 'vibrate' in navigator) {
      if (event.kind === 'refused') navigator.vibrate(BUZZ.refused);
      else if (event.kind === 'moved' && event.byMe) navigator.vibrate(BUZZ.done);
    }
    // Cards that were taken back are not collected again at once.
    if (!autoCollect || event.kind !== 'moved' || !event.byMe || collecting.isRunning) return;
    timer = setTimeout(() => {
      const { rules, position, canCollect } = session;
      if (rules && position && canCollect && mayCollect(rules, position)) collecting.start();
    }, COLLECT_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    stopTelling();
    stop();
  };
}
