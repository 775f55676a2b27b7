/** What the eye follows for a moment, such as a deal: dropped frames and long tasks while it lasts. */
import type { Page } from 'playwright-core';
import { rounded } from './figures.ts';
import { countFrames, droppedOf } from './probe.ts';
import type { Probe } from './probe.ts';

/** What is longer holds up a frame that somebody could notice. */
const LONG_MS = 50;

export interface Moment {
  readonly frames: number;
  /** In percent of the frames that were due. */
  readonly dropped: number;
  readonly longTasks: number;
  readonly longestMs: number;
}

/** @param begin what sets it going */
export async function watch(
  page: Page,
  forMs: number,
  begin: () => Promise<unknown>,
): Promise<Moment> {
  const from = await page.evaluate(() => performance.now());
  await page.evaluate(countFrames, forMs);
  await begin();
  // Nothing is asked of the page meanwhile: to answer is work.
  await page.waitForTimeout(forMs + 200);
  const { frames, tasks } = await page.evaluate(
    () => (window as unknown as { probe: Probe }).probe,
  );
  const own = tasks.filter(({ at }) => at >= from && at < from + forMs).map(({ ms }) => ms);
  return {
    frames: frames.length,
    dropped: rounded(100 * droppedOf(frames), 1),
    longTasks: own.filter((ms) => ms > LONG_MS).length,
    longestMs: rounded(Math.max(0, ...own)),
  };
}

/** The yardstick: one thing that moves by itself, and no script. */
export const emptyAnimation = `data:text/html,${encodeURIComponent(`<!doctype html>
<meta name="viewport" content="width=device-width">
<style>body{margin:0;background:#175439}div{width:70px;height:100px;background:#fff;animation:a 1s infinite alternate}
@keyframes a{to{transform:translate(250px,500px)}}</style><div></div>`)}`;
