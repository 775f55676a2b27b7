/** A visit by a link, with an empty cache: what is received before the page is shown, and when that is. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { probeScript } from './probe.ts';
import type { Probe } from './probe.ts';
import { devTools } from './slow.ts';

export interface Visit {
  /** Received before the page was shown, as the browser counts it, headers included. */
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  readonly files: number;
  /** The longest chain of requests that each started after the previous one's response. */
  readonly roundTrips: number;
  readonly tableMs: number;
  readonly lcpMs: number;
  readonly cls: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The length of the longest chain of spans that do not overlap. */
function longestChain(spans: readonly Span[]): number {
  let count = 0;
  let end = -Infinity;
  for (const { from, to } of [...spans].sort((a, b) => a.to - b.to)) {
    if (from < end) continue;
    count++;
    end = to;
  }
  return count;
}

/** @param sign a selector for what shows that the page has been shown */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  url: string,
  sign: string,
): Promise<Visit> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(probeScript);
  const session = await devTools(page);
  const begun = new Map<string, number>();
  const spans: Span[] = [];
  const kinds = new Map<string, string>();
  let [bytes, scriptBytes, files] = [0, 0, 0];
  session.on('Network.requestWillBeSent', ({ requestId, timestamp }) => {
    begun.set(requestId, timestamp);
  });
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const from = begun.get(requestId);
    if (from !== undefined) spans.push({ from, to: timestamp });
    bytes += encodedDataLength;
    if (kinds.get(requestId) === 'Script') scriptBytes += encodedDataLength;
    files++;
  });
  // On the line, a round trip lasts from a sent frame to the next one received.
  let sentAt: number | undefined;
  session.on('Network.webSocketWillSendHandshakeRequest', ({ timestamp }) => (sentAt = timestamp));
  session.on('Network.webSocketFrameSent', ({ timestamp }) => (sentAt ??= timestamp));
  const answered = ({ timestamp }: { timestamp: number }) => {
    if (sentAt !== undefined) spans.push({ from: sentAt, to: timestamp });
    sentAt = undefined;
  };
  session.on('Network.webSocketHandshakeResponseReceived', answered);
  session.on('Network.webSocketFrameReceived', answered);

  const begin = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(sign).first().waitFor();
  const tableMs = performance.now() - begin;
  const counted = {
    kilobytes: bytes / 1024,
    scriptKilobytes: scriptBytes / 1024,
    files,
    roundTrips: longestChain(spans),
  };
  // Content that loads late may still shift the layout.
  await page.waitForTimeout(2_500);
  const { lcp, cls } = await page.evaluate(() => (window as unknown as { probe: Probe }).probe);
  await context.close();
  return { ...counted, tableMs, lcpMs: lcp, cls };
}
