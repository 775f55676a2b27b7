import type { Page } from 'playwright-core';

/** Waits until the browser has kept the page for being offline: its service worker keeps all files before it is active. */
export const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const worker = active ?? installing ?? waiting;
    if (worker?.state === 'activated') return;
    await new Promise<void>((done) =>
      worker?.addEventListener('statechange', () => worker.state === 'activated' && done()),
    );
  });
