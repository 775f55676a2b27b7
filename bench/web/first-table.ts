/** A visit by a link, with an empty cache: what is received before the page is shown, and when that is. */
import type { Browser, BrowserContextOptions, CDPSession } from 'playwright-core';
import { noteWhenThere, once, probeScript } from './probe.ts';
import type { Probe } from './probe.ts';
import { devTools } from './slow.ts';

export interface Visit {
  /** Received before the page was shown, as the browser counts it, headers included. */
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  readonly styleKilobytes: number;
  /** Received in all, those that come after the page is shown too. */
  readonly fontKilobytes: number;
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

const KILOBYTE = 1000;
/** What is fetched once a race's table is there, maybe before that is noticed here. */
const LATER = /^\/assets\/(Rail|Track|rematch|later|keep-page)-/;

/**
 * @param sign a selector for what shows that the page has been shown
 * @param onward what leads to that, where the address alone does not
 */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  url: string,
  sign: string,
  onward?: (session: CDPSession) => Promise<unknown>,
): Promise<Visit> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(probeScript);
  await page.addInitScript(noteWhenThere, sign);
  const session = await devTools(page);
  const begun = new Map<string, number>();
  const spans: Span[] = [];
  const kinds = new Map<string, string>();
  const byKind = new Map<string, number>();
  let [bytes, files] = [0, 0];
  session.on('Network.requestWillBeSent', ({ requestId, timestamp }) => {
    begun.set(requestId, timestamp);
  });
  const paths = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    paths.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const from = begun.get(requestId);
    if (from !== undefined) spans.push({ from, to: timestamp });
    if (LATER.test(paths.get(requestId) ?? '')) return;
    bytes += encodedDataLength;
    const kind = kinds.get(requestId) ?? '';
    byKind.set(kind, (byKind.get(kind) ?? 0) + encodedDataLength);
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

  await page.goto(url, { waitUntil: 'commit' });
  await onward?.(session);
  const tableMs = await once(session, 'window.thereAt');
  const of = (kind: string) => (byKind.get(kind) ?? 0) / KILOBYTE;
  const counted = {
    kilobytes: bytes / KILOBYTE,
    scriptKilobytes: of('Script'),
    styleKilobytes: of('Stylesheet'),
    files,
    roundTrips: longestChain(spans),
  };
  // Content that loads late may still shift the layout.
  await page.waitForTimeout(2_500);
  const { lcp, cls, shifted } = await page.evaluate(
    () => (window as unknown as { probe: Probe }).probe,
  );
  for (const shift of shifted) console.log(`  shifted: ${shift}`);
  await context.close();
  return { ...counted, fontKilobytes: of('Font'), tableMs, lcpMs: lcp, cls };
}
