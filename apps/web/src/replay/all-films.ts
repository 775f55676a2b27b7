/** Several replays on one clock: what each of them shows at a time since the start. */
import type { Film, Frame } from './replay-frames.ts';

/** The last frame that was there by then. */
export const frameAt = ({ frames }: Film, ms: number): Frame =>
  frames.findLast((frame) => frame.elapsedMs <= ms) ?? frames[0];

/** When the last of them ends. */
export const lengthOf = (films: readonly Film[]): number =>
  Math.max(0, ...films.map(({ frames }) => frames.at(-1)?.elapsedMs ?? 0));
