/** The page in other languages: German, words of any length, and writing from right to left. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { STAND_INS } from '@same-deal/protocol';
import { de } from '../apps/server/src/words/de.ts';
import { shownName } from '../apps/web/src/messages/de/shown-name.ts';
import { openBrowser } from './support/browser.ts';
import { choose, practise } from './support/home.ts';
import { crowded, strain } from './support/layout.ts';
import { slowLine } from './support/slow-line.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

it('a German browser gets the page in German, and another language is one choice away', async () => {
  const page = await openBrowser(browser, service.url, { ...narrow, locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Gleiche Karten. Gleiche Zeit.' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  expect(await crowded(page)).toEqual([]);

  await page.getByRole('button', { name: 'Allein spielen' }).click();
  await page.getByRole('button', { name: /^Spalte 13: / }).waitFor();
  expect(await crowded(page)).toEqual([]);
  // Only the chosen language is loaded.
  const scripts = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const texts = loaded.filter((name) => name.endsWith('.js')).map((name) => fetch(name));
    return Promise.all(texts.map(async (one) => (await one).text()));
  });
  expect(scripts.join('\n')).toContain('Keine Züge mehr');
  expect(scripts.join('\n')).not.toContain('No moves left');

  await page.goto(service.url);
  await page.waitForLoadState('networkidle');
  const choice = page.getByRole('group', { name: 'Sprache' });
  expect(await choice.getByRole('button', { pressed: true }).textContent()).toContain('Deutsch');
  await choice.getByRole('button', { name: 'English' }).press('Enter');
  await page.getByRole('heading', { name: 'Same cards. Same moment.' }).waitFor();
  await page.reload();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  await page.context().close();
});

it('a chosen language is that of every later page, also where a kept page comes sooner than the service’s', async () => {
  const { line, port } = await slowLine(Number(new URL(service.url).port), 80);
  const url = `http://127.0.0.1:${port}`;
  const page = await openBrowser(browser, url, { ...narrow, serviceWorkers: 'allow' });
  const context = page.context();
  const keeper = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active && new URL(active.scriptURL).pathname;
    });
  const english = await context.newPage();
  await english.goto(url);
  await expect.poll(keeper).toBe('/service-worker.js');
  await page.getByRole('button', { name: 'Deutsch' }).first().click();
  await page.getByRole('heading', { name: 'Gleiche Karten. Gleiche Zeit.' }).waitFor();
  // Before all of German is there: what was kept of the page is English still.
  const second = await context.newPage();
  await second.goto(`${url}/puzzles`);
  await expect.poll(keeper, { timeout: 20_000 }).toBe('/service-worker.de.js');
  for (const one of [page, second]) {
    await one.goto(`${url}/daily`);
    await expect.poll(() => one.title()).toContain('Tagesspiele');
  }
  // The page that was open before keeps its files.
  await context.setOffline(true);
  await english.getByRole('link', { name: 'Rules' }).first().click();
  await english.getByRole('heading', { name: /^Rules of/ }).waitFor();
  await context.close();
  line.close();
});

/** The main pages, one after the other. */
async function* mainPages(page: Page): AsyncGenerator<string> {
  yield 'start';
  for (const path of ['/daily', '/rules/british-square', '/boards/bisley', '/stats', '/sign-in']) {
    await page.goto(service.url + path);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    yield path;
  }
  await page.goto(service.url);
  await practise(page, 'sly-fox/standard');
  yield 'table';
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).first().waitFor();
  yield 'help';
  await page.goto(service.url);
  await choose(page, 'british-square/piles');
  await page.getByRole('button', { name: 'Race a friend' }).click();
  await page.waitForURL(/\/race\//);
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  yield 'lobby';
  await page.goto(`${service.url}/you`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  yield '/you';
}

/** Each night also what lies between a phone and a desk. */
const widths = process.env['TEST_SCALE'] === 'nightly' ? [320, 390, 600, 1024, 1440] : [320];
const strains = [
  ['with words of 140 % length', { length: 1.4, direction: 'ltr' }],
  ['from right to left', { length: 1.1, direction: 'rtl' }],
] as const;

it.each(widths.flatMap((width) => strains.map(([what, how]) => [what, width, how] as const)))(
  'P11: %s nothing is cut off and nothing overlaps at %i pixels',
  async (_what, width, how) => {
    const page = await openBrowser(browser, service.url, {
      ...narrow,
      viewport: { ...narrow.viewport, width },
    });
    await page.getByRole('button', { name: 'Play solo' }).waitFor();
    const found: Record<string, string[]> = {};
    for await (const name of mainPages(page)) {
      await strain(page, how);
      const problems = await crowded(page);
      if (problems.length > 0) found[name] = problems;
    }
    expect(found).toEqual({});
    await page.context().close();
  },
);

it('the names of ours are the same in German on the page and in what the service writes', () => {
  const names = Object.values(STAND_INS);
  expect(names.map(de.shownName)).toEqual(names.map(shownName));
});
