/** A race in the page, operated by visible names as users do. */
import { COUNTDOWN_MS } from '@same-deal/protocol';
import type { RaceSettings } from '@same-deal/protocol';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startRace as race } from '../../apps/server/test/support/races.ts';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import type { Tab } from '../../apps/server/test/support/sockets.ts';
import { desktop, openBrowser, phone } from './browser.ts';
import { choose } from './home.ts';
import { browserOf, rename } from './person.ts';
import type { Service } from './service.ts';

/** Opens the lobby of a new race from the start page. */
export async function openRace(page: Page, variant: string): Promise<void> {
  await choose(page, variant);
  await page.getByRole('button', { name: 'Race a friend' }).click();
  await page.waitForURL(/\/race\//);
}

/** Joins the race whose link the page has opened, under a name. */
export async function takeSeat(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Join the race' }).click();
  await page.getByRole('button', { name: 'I am ready' }).waitFor();
}

/**
 * Gets everybody ready, starts the race, and waits until all have their cards.
 * @param service whose clock is advanced past the countdown; without it the countdown is waited for
 */
export async function startRace(
  host: Page,
  others: readonly Page[],
  service?: Pick<Service, 'clock'>,
): Promise<void> {
  for (const page of others) {
    const ready = page.getByRole('button', { name: 'I am ready' });
    await ready.click();
  }
  await host.getByRole('button', { name: 'Start the race' }).click();
  const pages = [host, ...others];
  if (service) {
    await Promise.all(pages.map((page) => page.getByRole('timer').first().waitFor()));
    await service.clock.skip(COUNTDOWN_MS);
  }
  for (const page of pages) await page.locator('[data-pile]').first().waitFor();
}

/** Two in the middle of a race, the second one Ben: for tests that are not about the way there. */
export async function raceOfTwo(
  browser: Browser,
  service: Pick<Service, 'url' | 'clock'>,
  variant: RaceSettings['variant'],
  [hers, his]: readonly [BrowserContextOptions, BrowserContextOptions] = [desktop, phone],
): Promise<[anna: Page, ben: Page]> {
  const { url, clock } = service;
  const [anna, ben] = [await openTab(url), await openTab(url)];
  await rename(ben, url, 'Ben');
  const { code } = await race([anna, ben], { variant }, () => clock.skip(COUNTDOWN_MS));
  const open = async (tab: Tab, options: BrowserContextOptions) => {
    const kept = browserOf(tab, url);
    const page = await openBrowser(browser, `${url}/race/${code}`, { ...options, ...kept });
    await page.locator('[data-pile]').first().waitFor();
    tab.close();
    return page;
  };
  return [await open(anna, hers), await open(ben, his)];
}

/** Gives the play up, and confirms it. */
export async function concede(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Give up' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /give up/i })
    .click();
}
