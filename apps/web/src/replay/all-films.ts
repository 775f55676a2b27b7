/** Several replays on one clock: what each of them shows at a time since the start. */
import type { Film, Frame } from './replay-frames.ts';

/** The last frame that was there by then. */
export const frameAt = ({ frames }: Film, ms: number): Frame =>
  frames.findLast((frame) => frame.elapsedMs <= ms) ?? frames[0];

/** When the last of them ends. */
export const lengthOf = (films: readonly Film[]): number =>
  Math.max(0, ...films.map(({ frames }) => frames.at(-1)?.elapsedMs ?? 0));

/**
 * Whether a game is over at a time since the start.
 * @param endedMs when it ended, which may be long after its last move, as where time ran out
 * @param length when the clock of the replays stops; at the latest then it is over
 */
export const isOverAt = (endedMs: number, ms: number, length: number): boolean =>
  ms >= Math.min(endedMs, length);
