import { chromium, devices } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, howToGetChromium } from './chromium.ts';
import { recordAnnouncements } from './table.ts';

export const phone: BrowserContextOptions = {
  ...devices['iPhone 13'],
  viewport: { width: 390, height: 844 },
  userAgent: '',
};
delete (phone as { userAgent?: string }).userAgent;
delete (phone as { defaultBrowserType?: string }).defaultBrowserType;

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

export async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(howToGetChromium);
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A script that marks the hints of a first table as seen; a blank page has no storage. */
export const hintsGiven = `if (location.protocol !== 'about:') localStorage.setItem('same-deal:told-of-hints', '1');`;

/** Opens a person's own browser context at an address of the service. */
export async function openBrowser(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = desktop,
  { isFirstTime = false } = {},
): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    // The service worker would fetch all files of the page during each test.
    serviceWorkers: 'block',
    ...options,
  });
  if (!isFirstTime) await context.addInitScript(hintsGiven);
  await context.addInitScript(recordAnnouncements);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
