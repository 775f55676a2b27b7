import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launch } from './browser.ts';
import { startService } from './service.ts';
import type { Service, ServiceOptions } from './service.ts';

/** A service and a browser for all tests of a file, closed when they are done. */
export async function serviceAndBrowser(
  options?: ServiceOptions,
): Promise<{ service: Service; browser: Browser }> {
  const [service, browser] = await Promise.all([startService(options), launch()]);
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  return { service, browser };
}
