/** A visit by somebody who has been here: how soon the page is there, whatever the line does. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { median, rounded } from './figures.ts';
import { lineTo } from './line.ts';
import type { LineState } from './line.ts';
import { noteWhenThere, once } from './probe.ts';
import { SLOW_DOWN } from './slow.ts';
import { untilKept } from './until-kept.ts';

/**
 * @param sign a selector for what shows that the page is there
 * @returns the median time from the address to the page, in milliseconds, by what the line does
 */
export async function secondVisits(
  browser: Browser,
  options: BrowserContextOptions,
  service: string,
  sign: string,
  runs: number,
): Promise<Record<'slow' | 'silent', number>> {
  const { line, url, close } = await lineTo(service, 'quick');
  const context = await browser.newContext(options);
  const first = await context.newPage();
  await first.goto(url);
  await first.locator(sign).first().waitFor();
  await untilKept(first);
  await first.close();
  const timed = async (state: LineState) => {
    line.state = state;
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(noteWhenThere, sign);
    await page.goto(url, { waitUntil: 'commit' });
    const ms = await once(session, 'window.thereAt');
    await page.close();
    return ms;
  };
  const times = async (state: LineState) => {
    const all: number[] = [];
    for (let run = 0; run < runs; run++) all.push(await timed(state));
    return rounded(median(all));
  };
  const result = { slow: await times('slow'), silent: await times('silent') };
  await context.close();
  close();
  return result;
}
