/**
 * `pnpm bench visits [--visits 60]`: what somebody costs the service who comes for the first time, looks at the start page,
 * and goes: the page's own requests, from a browser with nothing in its cache; and again when they stay until the browser
 * has kept the page for being offline. Measures the service as in production, warm, without its database, and without
 * what it costs while nobody is there. The last line is one JSON object.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { findChromium, howToGetChromium } from '../../e2e/support/chromium.ts';
import { watchDatabase } from '../server/postgres.ts';
import { rows } from '../server/rows.ts';
import { processorMicroseconds } from '../server/usage.ts';
import { rounded } from '../web/figures.ts';
import { untilKept } from '../web/until-kept.ts';

const { values } = parseArgs({ options: { visits: { type: 'string', default: '60' } } });
const visits = Number(values.visits);
if (!(visits >= 3 && visits <= 1_000)) {
  console.error('--visits from 3 to 1000');
  process.exit(2);
}
/** So many people are there at a time. */
const LANES = 3;
const IDLE_MS = 10_000;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(howToGetChromium);
const running = await rows.e.start({ node: process.execPath, profile: undefined });
const [server] = running.servers;
if (!server || running.databaseUrl === undefined) throw new Error('no server has started');
const database = await watchDatabase(running.databaseUrl);
const browser = await chromium.launch({ executablePath });

const isThere = (page: Page) => page.locator('#main .begin .ways').first().waitFor();
async function isKept(page: Page): Promise<void> {
  await isThere(page);
  await untilKept(page);
}

const milliseconds = (): number => (processorMicroseconds(server.pid, database.pid) ?? NaN) / 1_000;

/** What one visit costs that lasts until something is true. */
async function measure(until: (page: Page) => Promise<void>, idleMsASecond: number) {
  let requests = 0;
  let refused = 0;
  async function visit(): Promise<void> {
    const context = await browser.newContext();
    context.on('response', (answer) => {
      requests += 1;
      if (answer.status() >= 400) refused += 1;
    });
    const page = await context.newPage();
    await page.goto(server!.url);
    await until(page);
    await context.close();
  }
  const before = milliseconds();
  const began = performance.now();
  const waiting = Array.from({ length: visits }).keys();
  const lane = async () => {
    for (const _ of waiting) await visit();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - began) / 1_000;
  if (refused > 0) throw new Error(`${refused} of ${requests} requests were refused`);
  return {
    requests: rounded(requests / visits, 1),
    processorMs: rounded((milliseconds() - before - seconds * idleMsASecond) / visits, 1),
  };
}

try {
  await measure(isThere, 0);
  const before = milliseconds();
  await pause(IDLE_MS);
  const idle = (milliseconds() - before) / (IDLE_MS / 1_000);
  const seen = await measure(isThere, idle);
  console.log(`${visits} visits: ${seen.processorMs} ms, ${seen.requests} requests each`);
  const kept = await measure(isKept, idle);
  console.log(`until the page is kept: ${kept.processorMs} ms, ${kept.requests} requests each`);
  console.log(
    JSON.stringify({ bench: 'visits', visits, idleMsASecond: rounded(idle, 1), seen, kept }),
  );
} finally {
  await browser.close();
  await database.close();
  await running.stop();
}
