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

/** What the page has done so far. */
export interface Work {
  /** Milliseconds that its scripts have run. */
  readonly scriptMs: number;
  /** How often it was laid out. */
  readonly layouts: number;
}

export async function workOf(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { scriptMs: value('ScriptDuration') * 1000, layouts: value('LayoutCount') };
}
