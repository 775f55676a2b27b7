/** A typical phone: a processor four times slower than this machine's, on a slow network. */
import type { CDPSession, Page } from 'playwright-core';

export const SLOW_DOWN = 4;
export const DELAY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;

/** Opens a DevTools session for a page, which slows the page down unless told otherwise. */
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

/** The work that the page has done so far. */
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
