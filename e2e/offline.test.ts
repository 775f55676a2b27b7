/** Without a line: the page opens, a game is played to its end, and it is in the account once. */
import type { PlayList } from '@same-deal/protocol';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { practise } from './support/home.ts';
import { playMoves } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

const { deal, moves } = wonGames[0]!;
const firstMoves = moves.split(' ').slice(0, 6);

const myPlays = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/plays')).json()) as PlayList);

it('after a first visit the page opens without a line; what is played is entered once, with two tabs open', async () => {
  const page = await openBrowser(browser, service.url, { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  let second: Page | undefined;
  await service.restart(async () => {
    await page.reload();
    await practise(page, 'bisley/thirteen', deal);
    await playMoves(page, firstMoves);
    // The search for a hint runs in the page.
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByText(/It can still be won/).waitFor();

    // Closed, opened, gone on with.
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Played offline' }).waitFor();
    await page.getByText('You’re offline. Reconnecting…').first().waitFor();
    await page
      .getByRole('link', { name: /^Continue Bisley/ })
      .first()
      .click();
    await page.waitForURL(/\/play\//);
    await page.getByRole('button', { name: 'Give up', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.getByText('You gave up').first().waitFor();

    second = await page.context().newPage();
    await second.goto(service.url);
    await second.getByRole('heading', { name: 'Played offline' }).waitFor();
  });
  // Both tabs learn of the line at once.
  for (const tab of [page, second!]) {
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
  }
  await expect.poll(async () => (await myPlays(page)).plays?.length, { timeout: 20_000 }).toBe(1);
  const { plays } = await myPlays(page);
  expect(plays).toMatchObject([
    { deal, ending: 'conceded', moves: firstMoves.length, hints: 1, offline: true },
  ]);
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':offline:'))),
    )
    .toEqual([]);
  expect((await myPlays(second!)).plays).toHaveLength(1);
  await page.context().close();
});
