import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launch } from './browser.ts';
import { startService } from './service.ts';
import type { Service, ServiceOptions } from './service.ts';

let launched: Promise<Browser> | undefined;

/** The browser of this worker: launched for its first file, and closed with the worker. */
async function sharedBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launch();
  return launched!;
}

/** A service and a browser for all tests of a file; the service and all contexts are closed after them. */
export async function serviceAndBrowser(
  options?: ServiceOptions,
): Promise<{ service: Service; browser: Browser }> {
  const [service, browser] = await Promise.all([startService(options), sharedBrowser()]);
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await service.close();
  });
  return { service, browser };
}
