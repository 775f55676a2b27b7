/** A phone as many have one: a processor four times slower than this machine's, on a slow line. */
import type { CDPSession, Page } from 'playwright-core';

export const SLOW_DOWN = 4;
export const DELAY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;

/** What the DevTools protocol is asked of a page; from then on it is slow, if that is wished. */
export async function devTools(page: Page, isSlow = true): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (isSlow) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: DELAY_MS,
      downloadThroughput: BYTES_A_SECOND,
      uploadThroughput: BYTES_A_SECOND / 2,
    });
  }
  return session;
}

/** Milliseconds that scripts of the page have run so far. */
export async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}
