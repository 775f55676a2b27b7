import { durationLeft } from '../messages/duration.ts';
import { questionWords as words } from '../messages/questions.en.ts';
import type { Announcer } from '../state/announcer.svelte.ts';
import { endsSoon } from './ends-soon.ts';
import type { PlaySession } from './play-session.svelte.ts';

const LAST_MS = 60_000;
const LOOKS_EVERY_MS = 1_000;

/**
 * Says that the time runs out to those who do not see it: when it is shown, and once more when the last minute begins.
 * @returns the function that stops it
 */
export function tellTimeLeft(
  session: Pick<PlaySession, 'closesInMs' | 'ending'>,
  announcer: Pick<Announcer, 'sayWhenQuiet'>,
): () => void {
  let told = Infinity;
  const look = () => {
    const left = session.closesInMs ?? Infinity;
    if (!endsSoon(session) || (told < Infinity && (told <= LAST_MS || left > LAST_MS))) return;
    told = left;
    announcer.sayWhenQuiet(words.timeLeft(durationLeft(left)));
  };
  look();
  const timer = setInterval(look, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}
