/** What axe finds on a page, and what moves on it. */
import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { scaled } from '../../tools/scale.ts';

interface WithAxe {
  readonly axe: { run(options: RunOptions): Promise<AxeResults> };
}

/** Of the two properties the first is not forced with the rest in Chromium, and nothing of ours sets it. */
const source = axe.source.replaceAll('-webkit-text-fill-color', 'color');

export const SCHEMES = ['light', 'dark'] as const;
let looks = 0;

interface Look {
  readonly colorScheme: (typeof SCHEMES)[number];
  readonly forcedColors?: 'none' | 'active';
}

/** What axe finds of serious or critical impact on a page that looks so. Empty if all is well. */
export async function violations(page: Page, look: Look): Promise<string[]> {
  await page.emulateMedia(look);
  // The colours of one scheme pass over into those of the other.
  await page.waitForFunction(() => {
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    for (const animation of moving) animation.finish();
    return moving.length === 0;
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // Put together in the page: all of the results are megabytes, most of them of what is well.
  const { passes, told } = await page.evaluate(async () => {
    const results = await (window as unknown as WithAxe).axe.run({ resultTypes: ['violations'] });
    const found = results.violations.filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    );
    const inWords = found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
    return { passes: results.passes.length, told: inWords };
  });
  expect(passes).toBeGreaterThan(0);
  return told;
}

/** No violation: by day on one page in the light, on the next in the dark; by night on each in both. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  looks++;
  for (const colorScheme of scaled([SCHEMES[looks % 2]!], [...SCHEMES])) {
    expect(await violations(page, { colorScheme }), `${where}, ${colorScheme}`).toEqual([]);
  }
}

interface WithMotions {
  motions?: string[];
}

/** From now on every page of this browser notes what moves in any frame. */
export async function noteMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: string[] = [];
    (window as unknown as WithMotions).motions = noted;
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        // The style sheet leaves a millisecond, so that what waits for an end still hears of it.
        const isMotion = typeof duration !== 'number' || duration > 1 || (iterations ?? 1) > 1;
        if (animation.playState === 'running' && isMotion) noted.push(`${String(duration)} ms`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What has moved since the page was loaded. */
export const motionsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as WithMotions).motions ?? ['nothing was noted']);
