/** A visit by a link to a table, with nothing kept: what is received before it is there, and when it is. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { probeScript } from './probe.ts';
import type { Probe } from './probe.ts';
import { devTools } from './slow.ts';

export interface Visit {
  /** Received before the table was there, as the browser counts it, headers included. */
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  readonly files: number;
  /** The longest row of questions of which each began after the answer to the one before. */
  readonly roundTrips: number;
  readonly tableMs: number;
  readonly lcpMs: number;
  readonly cls: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** How many of these can follow one another. */
function longestRow(spans: readonly Span[]): number {
  let count = 0;
  let end = -Infinity;
  for (const { from, to } of [...spans].sort((a, b) => a.to - b.to)) {
    if (from < end) continue;
    count++;
    end = to;
  }
  return count;
}

/** @param sign what is there when the visit is over, as a selector */
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
  // On the line: a question, and the next frame that comes.
  let asked: number | undefined;
  session.on('Network.webSocketWillSendHandshakeRequest', ({ timestamp }) => (asked = timestamp));
  session.on('Network.webSocketFrameSent', ({ timestamp }) => (asked ??= timestamp));
  const answered = ({ timestamp }: { timestamp: number }) => {
    if (asked !== undefined) spans.push({ from: asked, to: timestamp });
    asked = undefined;
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
    roundTrips: longestRow(spans),
  };
  // What comes late may still push the page about.
  await page.waitForTimeout(2_500);
  const { lcp, cls } = await page.evaluate(() => (window as unknown as { probe: Probe }).probe);
  await context.close();
  return { ...counted, tableMs, lcpMs: lcp, cls };
}
