/** A visit by somebody who has been here: how soon the page is there, whatever the line does. */
import net from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { median, rounded } from './figures.ts';
import { noteWhenThere, once } from './probe.ts';
import { DELAY_MS, SLOW_DOWN } from './slow.ts';

type State = 'quick' | 'slow' | 'silent';

/** A line to the service that can be slowed down, for the service worker too, or answers nothing any more. */
async function lineTo(url: string) {
  const port = Number(new URL(url).port);
  const line = { state: 'quick' as State };
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    const pass = (from: net.Socket, to: net.Socket) => {
      from.on('data', (chunk) => {
        if (line.state === 'silent') return;
        if (line.state === 'quick') to.write(chunk);
        else setTimeout(() => to.writable && to.write(chunk), DELAY_MS / 2);
      });
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    };
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as net.AddressInfo;
  return { line, url: `http://localhost:${own}`, close: () => server.close() };
}

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
  const { line, url, close } = await lineTo(service);
  const context = await browser.newContext(options);
  const first = await context.newPage();
  await first.goto(url);
  await first.locator(sign).first().waitFor();
  // Its files are kept some seconds later.
  await first.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const worker = active ?? installing ?? waiting;
    if (worker?.state === 'activated') return;
    await new Promise<void>((done) =>
      worker?.addEventListener('statechange', () => worker.state === 'activated' && done()),
    );
  });
  await first.close();
  const timed = async (state: State) => {
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
  const times = async (state: State) => {
    const all: number[] = [];
    for (let run = 0; run < runs; run++) all.push(await timed(state));
    return rounded(median(all));
  };
  const result = { slow: await times('slow'), silent: await times('silent') };
  await context.close();
  close();
  return result;
}
