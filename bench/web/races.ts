/** Takes one page through several races, each a rematch of the previous one, and measures its memory. */
import type { Browser } from 'playwright-core';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import { devTools } from './slow.ts';

export interface Kept {
  readonly heapKilobytes: number;
  readonly nodes: number;
}

/** @returns the memory in use after each race, after garbage collection */
export async function keptByRaces(browser: Browser, url: string, races: number): Promise<Kept[]> {
  const opponent = await openTab(url);
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  const kept: Kept[] = [];
  await page.goto(url);
  const session = await devTools(page, false);
  // The first game is selected by default.
  await page.getByRole('button', { name: 'Race a friend' }).click();
  await page.waitForURL(/\/race\//);
  for (let race = 0; race < races; race++) {
    const at = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await opponent.ask('race:enter', { code: at });
    await opponent.request('race:join', { code: at });
    await opponent.ask('race:ready', { code: at, ready: true });
    // A rematch begins by itself.
    if (race === 0) await page.getByRole('button', { name: 'Start the race' }).click();
    await page.locator('[data-pile]').first().waitFor();
    await opponent.ask('race:leave', { code: at });
    await page.getByRole('button', { name: 'Give up' }).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: /give up/i })
      .click();
    await page.getByRole('button', { name: /Rematch|Go to the rematch/ }).waitFor();
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    kept.push({ heapKilobytes: usedSize / 1024, nodes });
    if (race === races - 1) break;
    await page.getByRole('button', { name: /Rematch|Go to the rematch/ }).click();
    await page.waitForURL((now) => !now.pathname.endsWith(at));
    await page.getByText('Players', { exact: true }).first().waitFor();
  }
  opponent.close();
  await context.close();
  return kept;
}
