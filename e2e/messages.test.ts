/** P11: a message that nobody asked for covers nothing and moves nothing: every message at a table, on five sizes of page. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gameList } from '@same-deal/engine';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { playAhead } from './support/person.ts';
import { openRace, startRace, takeSeat } from './support/race.ts';
import { figure, pile, playMoves } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

interface Seen {
  readonly faults: readonly string[];
  /** Where the board's piles are. */
  readonly board: string;
  readonly message: string;
}

/** What lies over what, and what is cut off, on the page as it is now. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isShown = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 2;
    const faults: string[] = [];
    const messages = [...document.querySelectorAll('.messages > *, .notices > *')].filter(
      (one) => isShown(one) && one.textContent.trim() !== '',
    );
    if (messages.length > 1)
      faults.push(`at once: ${messages.map((one) => one.textContent.trim()).join(' | ')}`);
    const standsFree = '.card, .pile, .figures, .control, .strip, aside, .bar a, .bar button';
    for (const message of messages) {
      const text = message.textContent.trim().replaceAll(/\s+/g, ' ');
      const box = message.getBoundingClientRect();
      for (const other of document.querySelectorAll(standsFree)) {
        if (!isShown(other) || message.contains(other)) continue;
        const at = other.getBoundingClientRect();
        const isOver =
          Math.min(at.right, box.right) - Math.max(at.left, box.left) > 0.5 &&
          Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top) > 0.5;
        if (isOver) faults.push(`“${text}” lies over ${other.className}`);
      }
      const place = message.parentElement!.getBoundingClientRect();
      if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        faults.push(`“${text}” leaves the page`);
      if (box.top < place.top - 0.5 || box.bottom > place.bottom + 0.5)
        faults.push(`“${text}” leaves its place`);
      for (const one of [message, ...message.querySelectorAll('*')]) {
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = one;
        if (getComputedStyle(one).display === 'inline') continue;
        if (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)
          faults.push(
            `“${text}” is cut off: ${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight}`,
          );
      }
    }
    const piles = [...document.querySelectorAll('.pile')].map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return `${Math.round(x)} ${Math.round(y)}`;
    });
    return {
      faults,
      board: piles.join(),
      message: messages[0]?.textContent.trim().replaceAll(/\s+/g, ' ') ?? '',
    };
  });

/** What is wrong with a message at each size, where it is shown anew each time if it does not last. */
async function faultsOf(
  page: Page,
  wanted: RegExp,
  { show = async () => {}, boards }: { show?: () => Promise<unknown>; boards?: readonly string[] },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [n, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    await show();
    await expect.poll(async () => (await look(page)).message).toMatch(wanted);
    const seen = await look(page);
    const at = `${size.width}×${size.height}`;
    faults.push(...seen.faults.map((fault) => `${at}: ${fault}`));
    if (boards && seen.board !== boards[n]) faults.push(`${at}: the table has moved`);
  }
  return faults;
}

/** Where the cards are at each size while nothing is said. */
async function quietBoards(page: Page): Promise<string[]> {
  const boards: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const { message, board } = await look(page);
    expect(message).toBe('');
    boards.push(board);
  }
  return boards;
}

describe.each(gameList.map(({ id, variants }) => [id, variants[0].id] as const))(
  '%s',
  (_, variant) => {
    it('P11: the first tips stand beside cards, clock and controls', async () => {
      const page = await openBrowser(browser, service.url, phone, { isFirstTime: true });
      await practise(page, variant, '1001');
      const faults: string[] = [];
      const gotIt = page.getByRole('button', { name: 'Got it' });
      await gotIt.waitFor();
      for (let n = 1; (await gotIt.count()) > 0; n++) {
        faults.push(...(await faultsOf(page, new RegExp(`^${n}/`), {})));
        await gotIt.click();
      }
      faults.push(...(await faultsOf(page, /colours/, {})));
      expect(faults).toEqual([]);
      await page.context().close();
    });
  },
);

it('P11: refusals, hints, a lost line and another device stand beside cards, clock and controls, which stay where they are', async () => {
  const page = await openBrowser(browser, service.url, phone);
  const won = wonGames.find((game) => game.variant === 'bisley/thirteen')!;
  const line = won.moves.split(' ');
  await practise(page, won.variant, won.deal);
  const boards = await quietBoards(page);
  const faults: string[] = [];
  const refuse = async () => {
    await page.keyboard.press('Escape');
    await pile(page, 't0').dispatchEvent('click');
    await pile(page, 't3').dispatchEvent('click');
  };
  faults.push(...(await faultsOf(page, /Rule|rule/, { show: refuse, boards })));
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText('It can still be won').waitFor();
  faults.push(...(await faultsOf(page, /It can still be won/, { boards })));
  await page.getByRole('button', { name: 'Close' }).click();
  await playAhead(page, won.variant, line.slice(0, 1));
  await page.getByText('Another device is playing').waitFor();
  faults.push(...(await faultsOf(page, /Another device/, {})));
  await page.context().setOffline(true);
  await page
    .getByText(/offline|connection/i)
    .first()
    .waitFor();
  faults.push(...(await faultsOf(page, /offline|connection/i, {})));
  expect(faults).toEqual([]);
  await page.context().close();
});

it('P11: the offer to finish stands beside cards, clock and controls; one tap on it plays the rest, and wins', async () => {
  const page = await openBrowser(browser, service.url, phone);
  const won = wonGames.find((game) => game.variant === 'bisley/thirteen')!;
  const line = won.moves.split(' ');
  await practise(page, won.variant, won.deal);
  await playAhead(page, won.variant, line.slice(0, 24));
  await expect.poll(() => figure(page, 'Moves')).toBe('24');
  // Whoever moves a card is in control.
  await playMoves(page, line.slice(24, 25));
  const finish = page.getByRole('button', { name: 'Finish' });
  await finish.waitFor();
  expect(await faultsOf(page, /All the rest can go home/, {})).toEqual([]);
  await finish.click();
  await page.getByRole('heading', { name: 'Won!' }).waitFor();
  await page.context().close();
});

it('P11: what a race has to say stands beside cards, clock and standings', async () => {
  const won = wonGames.find((game) => game.variant === 'bisley/thirteen')!;
  service.dealNext(won.variant, won.deal);
  const anna = await openBrowser(browser, service.url, phone);
  await openRace(anna, won.variant);
  const ben = await openBrowser(browser, anna.url(), phone);
  await takeSeat(ben, 'Benjamin the Bold of Rye');
  await startRace(anna, [ben], service);
  const boards = await quietBoards(anna);
  const cookies = await ben.context().cookies();
  const bensOther = await openTab(
    service.url,
    cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  );
  const code = new URL(anna.url()).pathname.split('/').at(-1) ?? '';
  await bensOther.ask('race:enter', { code });
  // News is gone after some seconds: said anew where it is, as not much may be said in a minute.
  const show = async () => {
    if ((await look(anna)).message === '')
      await bensOther.ask('race:say', { code, phrase: 'good-luck' });
  };
  expect(await faultsOf(anna, /Benjamin/, { show, boards })).toEqual([]);
  bensOther.close();
  await anna.context().close();
  await ben.context().close();
});
