import { durationLeft } from '../messages/duration.ts';
import { questionWords as words } from '../messages/questions.en.ts';
import type { Announcer } from '../state/announcer.svelte.ts';
import type { PlaySession } from './play-session.svelte.ts';

/** When it is shown, and once more. */
const MARKS_MS = [5 * 60_000, 60_000] as const;
/** So much sooner than by the clock it has jumped, as a win has shortened it: that is said itself. */
const JUMP_MS = 3_000;
/** What a table that has come just now leaves in the browser's timeline (`mark-shown.ts`). */
const TABLE_MARK = 'table';
const JUST_NOW_MS = 10_000;
const LOOKS_EVERY_MS = 1_000;

const isJustOpened = (now: number): boolean =>
  now - (performance.getEntriesByName(TABLE_MARK).at(-1)?.startTime ?? -Infinity) < JUST_NOW_MS;

/**
 * Says that the time runs out to those who do not see it: as it is shown, when the last minute begins, and at a table that
 * is opened late.
 * @returns the function that stops it
 */
export function tellTimeLeft(
  session: Pick<PlaySession, 'closesInMs' | 'ending'>,
  announcer: Pick<Announcer, 'add'>,
): () => void {
  let before: { readonly left: number; readonly at: number } | undefined;

  function isWorthIt(left: number, at: number): boolean {
    const [first] = MARKS_MS;
    if (!before) return left < first && (left > first - JUMP_MS || isJustOpened(at));
    const { left: more, at: then } = before;
    return MARKS_MS.some((ms) => left < ms && more >= ms) && more - left < at - then + JUMP_MS;
  }

  const look = () => {
    const left = session.ending ? null : session.closesInMs;
    const at = performance.now();
    if (left !== null && isWorthIt(left, at)) announcer.add(words.timeLeft(durationLeft(left)));
    before = left === null ? undefined : { left, at };
  };
  look();
  const timer = setInterval(look, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}
