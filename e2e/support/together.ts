import type { Browser } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { launch } from './browser.ts';
import { startService } from './service.ts';
import type { Service, ServiceOptions } from './service.ts';

let launched: Promise<Browser> | undefined;

/** The browser of this worker: launched for its first file, and closed with the worker. */
async function sharedBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launch();
  return launched!;
}

const SHOWN_LINES = 40;

/** What somebody sees on each page that is open: a failure on another machine cannot be looked at. */
async function tellOfPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 1_000 })
      .catch((error: Error) => error.message);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    console.error([`still open: ${page.url()}`, ...lines.slice(0, SHOWN_LINES)].join('\n  | '));
  }
}

/** A service and a browser for all tests of a file; the service and all contexts are closed after them. */
export async function serviceAndBrowser(
  options?: ServiceOptions,
): Promise<{ service: Service; browser: Browser }> {
  const [service, browser] = await Promise.all([startService(options), sharedBrowser()]);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellOfPages(browser);
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await service.close();
  });
  return { service, browser };
}
