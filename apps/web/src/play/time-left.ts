import { durationLeft } from '../messages/duration.ts';
import { questionWords as words } from '../messages/questions.en.ts';
import type { Announcer } from '../state/announcer.svelte.ts';
import type { PlaySession } from './play-session.svelte.ts';

/** When it is shown, and once more. */
const MARKS_MS = [5 * 60_000, 60_000];
/** Not said where it has jumped past a mark, as a win has shortened it: that is said itself. */
const NEAR_MS = 5_000;
const LOOKS_EVERY_MS = 1_000;

/**
 * Says that the time runs out to those who do not see it.
 * @returns the function that stops it
 */
export function tellTimeLeft(
  session: Pick<PlaySession, 'closesInMs' | 'ending'>,
  announcer: Pick<Announcer, 'add'>,
): () => void {
  let told: number | undefined;
  const look = () => {
    const left = session.closesInMs;
    if (left === null || session.ending) return;
    const mark = MARKS_MS.find((ms) => left < ms && left > ms - NEAR_MS);
    if (mark === undefined || mark === told) return;
    told = mark;
    announcer.add(words.timeLeft(durationLeft(left)));
  };
  look();
  const timer = setInterval(look, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}
