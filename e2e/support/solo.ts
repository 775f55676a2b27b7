/** A solo table of somebody new, opened by its link: for tests that are not about the way there. */
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import { desktop, openBrowser } from './browser.ts';
import { browserOf } from './person.ts';
import { tableInWords } from './table.ts';

interface Opening {
  readonly variant: string;
  /** A code or a number; without it a new deal. */
  readonly deal?: string | undefined;
  /** Played before. */
  readonly moves?: readonly string[];
}

/** Seats somebody new, and plays for them. */
async function seat(
  url: string,
  { variant, deal, moves = [] }: Opening,
): Promise<{ readonly url: string; readonly options: BrowserContextOptions }> {
  const device = await openTab(url);
  const { playId } = await device.ask('play:create', { variant, ...(deal && { deal }) });
  for (const [n, text] of moves.entries()) {
    const move = parseMove(variant, text);
    if (!move) throw new Error(`no move: ${text}`);
    await device.ask('play:move', { playId, expected: n + 1, move: encodeEntry(move) });
  }
  device.close();
  return { url: `${url}/play/${playId}`, options: browserOf(device, url) };
}

/** Opens such a table in a browser of its own. */
export async function openTable(
  browser: Browser,
  url: string,
  opening: Opening,
  options: BrowserContextOptions = desktop,
): Promise<Page> {
  const seated = await seat(url, opening);
  const page = await openBrowser(browser, seated.url, { ...options, ...seated.options });
  await tableInWords(page);
  return page;
}
