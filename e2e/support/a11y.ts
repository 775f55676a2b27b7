/** Accessibility violations that axe finds on a page, and animations that run on it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { scaled } from '../../tools/scale.ts';

interface WithAxe {
  readonly axe: { run(options: RunOptions): Promise<AxeResults> };
}

/**
 * The smaller form, which each page parses anew. Chromium's forced colours do not override `-webkit-text-fill-color`,
 * which axe prefers; our styles never set it.
 */
const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const source = readFileSync(file, 'utf8').replaceAll('-webkit-text-fill-color', 'color');

export const SCHEMES = ['light', 'dark'] as const;
let checks = 0;

interface Appearance {
  readonly colorScheme: (typeof SCHEMES)[number];
  readonly forcedColors?: 'none' | 'active';
}

/** The violations of serious or critical impact that axe finds on a page with this appearance; empty if there are none. */
export async function violations(page: Page, appearance: Appearance): Promise<string[]> {
  await page.emulateMedia(appearance);
  // A change of scheme animates the colours, which axe must not measure half-way.
  await page.waitForFunction(() => {
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    for (const animation of moving) animation.finish();
    return moving.length === 0;
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // Summarised in the page: the full results are megabytes, most of them passes.
  const { passes, failures } = await page.evaluate(async () => {
    const results = await (window as unknown as WithAxe).axe.run({ resultTypes: ['violations'] });
    const found = results.violations.filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    );
    const texts = found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
    return { passes: results.passes.length, failures: texts };
  });
  expect(passes).toBeGreaterThan(0);
  return failures;
}

/** Expects no violation. The quick test alternates between schemes from call to call; the nightly one checks both. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  checks++;
  for (const colorScheme of scaled([SCHEMES[checks % 2]!], [...SCHEMES])) {
    expect(await violations(page, { colorScheme }), `${where}, ${colorScheme}`).toEqual([]);
  }
}

interface WithMotions {
  motions?: string[];
}

/** Makes every page of this context record, frame by frame, the animations that run. */
export async function noteMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: string[] = [];
    (window as unknown as WithMotions).motions = noted;
    const check = () => {
      for (const animation of document.getAnimations()) {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        // Reduced motion leaves a millisecond, so that `animationend` still fires.
        const isMotion = typeof duration !== 'number' || duration > 1 || (iterations ?? 1) > 1;
        if (animation.playState === 'running' && isMotion) noted.push(`${String(duration)} ms`);
      }
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}

/** The animations that have run since the page was loaded. */
export const motionsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as WithMotions).motions ?? ['nothing was noted']);
