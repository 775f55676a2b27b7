/** The page: how much a phone has to fetch before it shows the first table. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';

const MOST_BYTES = 80 * 1024;

const { service, browser } = await serviceAndBrowser();

/** Opens a page with nothing kept, and weighs the scripts it fetches from then on. */
async function weighed(url: string, cookies: Page | undefined) {
  const page = await openBrowser(browser, 'about:blank', phone);
  if (cookies) await page.context().addCookies(await cookies.context().cookies());
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const size = response.body().then((body) => gzipSync(body).length);
    size.catch(() => undefined);
    scripts.set(new URL(response.url()).pathname, size);
  });
  await page.goto(url);
  return {
    page,
    async bytes(): Promise<Record<string, number>> {
      const sizes = [...scripts].map(async ([path, size]) => [path, await size] as const);
      return Object.fromEntries(await Promise.all(sizes));
    },
  };
}

function expectLight(scripts: Record<string, number>): void {
  const told = JSON.stringify(scripts, null, 2);
  // What draws the table is among what was weighed.
  expect(told).toMatch(/\/Table-/);
  const sum = Object.values(scripts).reduce((a, b) => a + b, 0);
  expect(sum, told).toBeLessThanOrEqual(MOST_BYTES);
}

it('the first table by a link to a play needs no more than 80 KB of compressed JavaScript', async () => {
  const home = await openBrowser(browser, service.url, phone);
  await practise(home, 'bisley/thirteen');
  const { page, bytes } = await weighed(home.url(), home);
  await page.locator('[data-pile]').first().waitFor();
  const scripts = await bytes();
  expectLight(scripts);
});

it('nor does the first table of a race by its link, from the lobby on', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await openRace(anna, 'bisley/thirteen');
  const { page: ben, bytes } = await weighed(anna.url(), undefined);
  await takeSeat(ben, 'Ben');
  await startRace(anna, [ben], service);
  const scripts = await bytes();
  expectLight(scripts);
});
