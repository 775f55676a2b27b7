/** Without a line: the page opens, a game is played to its end, and it is in the account once. */
import { formatDealCode, gameList, gameOf } from '@same-deal/engine';
import type { VariantId } from '@same-deal/engine';
import type { PlayList } from '@same-deal/protocol';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { slowLine } from './support/slow-line.ts';
import { playMoves, tableInWords } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

const { deal, moves } = wonGames[0]!;
const firstMoves = moves.split(' ').slice(0, 6);

const myPlays = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/plays')).json()) as PlayList);

const isReady = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

const keptHere = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':offline:')));

it('after a first visit the page opens without a line; what is played is entered once, with two tabs open', async () => {
  const page = await openBrowser(browser, service.url, { serviceWorkers: 'allow' });
  await isReady(page);
  // A repeated visit asks for the page while the worker is being started.
  const preload = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready;
      return (await navigationPreload.getState()).enabled;
    });
  await expect.poll(preload).toBe(true);
  let second: Page | undefined;
  await service.restart(async () => {
    await page.reload();
    await practise(page, 'bisley/thirteen', deal);
    await playMoves(page, firstMoves);
    // The search for a hint runs in the page.
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByText(/Win in/).waitFor();

    // Closed, opened, gone on with.
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Played offline' }).waitFor();
    await page.getByText('You’re offline. Reconnecting…').first().waitFor();
    await page
      .getByRole('link', { name: /^Continue Bisley/ })
      .first()
      .click();
    await page.waitForURL(/\/play\//);
    await concede(page);
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
  await expect.poll(() => keptHere(page)).toEqual([]);
  expect((await myPlays(second!)).plays).toHaveLength(1);
  await page.context().close();
});

it('P6: a game that goes to the account while its table is opened is opened there, and not said to be gone', async () => {
  const page = await openBrowser(browser, service.url, { serviceWorkers: 'allow' });
  const context = page.context();
  await isReady(page);
  await context.setOffline(true);
  await page.reload();
  await practise(page, 'bisley/thirteen', deal);
  await playMoves(page, firstMoves);
  const table = await tableInWords(page);
  const address = page.url();
  await page.goto(service.url);
  await page.getByRole('heading', { name: 'Played offline' }).waitFor();
  let send = () => {};
  const isSent = new Promise<void>((resolve) => (send = resolve));
  const isOnItsWay = new Promise<void>((resolve) => {
    const wait = async (route: Route) => {
      resolve();
      await isSent;
      await route.continue();
    };
    void context.route('**/api/plays/offline', wait, { times: 1 });
  });
  await context.setOffline(false);
  await isOnItsWay;
  const second = await context.newPage();
  await second.goto(address);
  await second.getByText('Laying out the cards…').first().waitFor();
  send();
  await expect.poll(() => keptHere(page)).toEqual([]);
  expect(await tableInWords(second)).toEqual(table);
  await context.close();
});

/** By day the shortest game, each night all. */
const games = scaled(wonGames.slice(0, 1), wonGames);

it.each(games.map((game) => [game.variant, game] as const))(
  '%s without a line: by number to its end, by code, and freshly dealt, with hints; in the account once though the line is cut while they are sent',
  async (variant, game) => {
    const page = await openBrowser(browser, service.url, { serviceWorkers: 'allow' });
    const context = page.context();
    await isReady(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Offline you can play every game solo.').waitFor();

    // A fresh deal, and one by its code: a hint, a move if it names one, and given up.
    for (const code of [undefined, formatDealCode(24_680)]) {
      await practise(page, variant, code);
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      const playIt = page.getByRole('button', { name: 'Play it' });
      const advice = page.getByRole('status').filter({ hasText: /won|No answer yet/ });
      await playIt.or(advice).first().waitFor({ timeout: 60_000 });
      await concede(page);
      await page.getByRole('heading', { name: 'You gave up' }).waitFor();
      await page.goto(service.url);
    }

    // A number, to a win: in the middle of it the page is closed and opened again.
    const moves = game.moves.split(' ');
    const half = moves.length >> 1;
    const title = gameList.find(({ id }) => id === gameOf(variant))?.title ?? '';
    await practise(page, variant, game.deal);
    await playMoves(page, moves.slice(0, half));
    await page.goto(service.url);
    await page
      .getByRole('link', { name: new RegExp(`^Continue ${title}`) })
      .first()
      .click();
    await page.waitForURL(/\/play\//);
    await tableInWords(page);
    await playMoves(page, moves.slice(half));
    await page.getByRole('heading', { name: 'Won!' }).waitFor();
    await page.goto(service.url);
    expect(await keptHere(page)).toHaveLength(3);

    // The line is back, and gone again: once before the service has heard, once before its answer has.
    const address = '**/api/plays/offline';
    for (const isHeard of [false, true]) {
      const isCut = new Promise<void>((resolve) => {
        const cut = async (route: Route) => {
          if (isHeard) await route.fetch();
          await context.setOffline(true);
          await route.abort();
          resolve();
        };
        void context.route(address, cut, { times: 1 });
      });
      await context.setOffline(false);
      await isCut;
      expect(await keptHere(page)).toHaveLength(3);
    }
    await context.setOffline(false);
    await page
      .getByText('3 games played offline joined your games.')
      .first()
      .waitFor({ timeout: 30_000 });
    await expect.poll(() => keptHere(page)).toEqual([]);
    // Where one stands they are among one's games now, and no longer said to wait.
    const mine = page.getByRole('region', { name: 'Your games' });
    await expect.poll(() => mine.getByRole('link', { name: /^Replay/ }).count()).toBe(3);
    await page.getByRole('heading', { name: 'Played offline' }).waitFor({ state: 'detached' });
    const { plays } = await myPlays(page);
    expect(plays).toMatchObject([
      { deal: game.deal, ending: 'won', moves: moves.length, hints: 0, offline: true },
      { deal: formatDealCode(24_680), ending: 'conceded', hints: 1, offline: true },
      { ending: 'conceded', hints: 1, offline: true },
    ]);
    await context.close();
  },
);

it('P4, P6: a solo game of the account goes on without a line after a reload, cards turn up, and it is counted with the next one', async () => {
  const page = await openBrowser(browser, service.url, { ...phone, serviceWorkers: 'allow' });
  const context = page.context();
  await isReady(page);
  await practise(page, 'alhambra/standard', formatDealCode(24_680));
  await playMoves(page, ['deal', 'deal']);
  await expect.poll(async () => (await myPlays(page)).plays?.[0]?.moves).toBe(2);
  const table = await tableInWords(page);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => tableInWords(page)).toEqual(table);
  // The table says it itself, in a place where a tip of the first game may stand.
  const isOffline = page.getByText(/^You’re offline\./).first();
  await isOffline.waitFor({ state: 'attached' });
  await playMoves(page, ['deal']);

  // Left, found on the start page, and gone on with.
  await page.goto(service.url);
  await page.getByRole('heading', { name: 'Your last games' }).waitFor();
  await page.getByRole('link', { name: /^Continue Alhambra/ }).click();
  await page.waitForURL(/\/play\//);
  await tableInWords(page);
  await playMoves(page, ['deal']);
  const after = await tableInWords(page);
  await context.setOffline(false);
  await isOffline.waitFor({ state: 'detached' });
  await expect.poll(async () => (await myPlays(page)).plays?.[0]?.moves).toBe(4);
  expect(await tableInWords(page)).toEqual(after);
  await context.close();
});

it('after a first visit every file that the page asks for is there without a line, pictures and fonts too', async () => {
  const page = await openBrowser(browser, service.url, { ...phone, serviceWorkers: 'allow' });
  let requests = 0;
  page.context().on('request', () => requests++);
  await isReady(page);
  // Two hundred requests of each newcomer would cost the service more than all else that they do.
  expect(requests).toBeLessThan(50);
  const cached = await page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((key) => key.startsWith('same-deal:'));
    const cache = await caches.open(name);
    const files = (await cache.keys()).map(async ({ url }) => {
      const file = await cache.match(url);
      const type = file?.headers.get('content-type');
      return { path: new URL(url).pathname, type, text: await file?.text() };
    });
    return Promise.all(files);
  });
  for (const { path, type, text } of cached) {
    const sent = await fetch(service.url + path);
    expect([path, type]).toEqual([path, sent.headers.get('content-type')]);
    expect(text === (await sent.text()), path).toBe(true);
  }
  const kept = cached.map(({ path }) => path);
  const asked = new Set<string>();
  const failed: string[] = [];
  const pathOf = (url: string) => new URL(url).pathname;
  page.on('request', (request) => asked.add(pathOf(request.url())));
  page.on('requestfailed', (request) => failed.push(pathOf(request.url())));
  await page.context().setOffline(true);
  await page.reload();
  // Its kings and queens are drawn from a picture of their own.
  await practise(page, 'bisley/thirteen', deal);
  await tableInWords(page);
  await page.goto(`${service.url}/rules/alhambra`);
  await page.locator('[data-pile]').first().waitFor();
  const files = [...asked].filter((path) => path.startsWith('/assets/'));
  expect(files.some((path) => path.includes('faces'))).toBe(true);
  expect(files.filter((path) => !kept.includes(path))).toEqual([]);
  expect(failed.filter((path) => path.startsWith('/assets/'))).toEqual([]);
  await page.context().close();
});

it('a table is kept for whom it belongs to: who has signed in in another tab does not find it', async () => {
  const ben = { username: 'ben-in-the-other-tab', password: 'four words and a card' };
  const elsewhere = await openBrowser(browser, service.url);
  await practise(elsewhere, 'bisley/thirteen');
  await elsewhere.request.post(`${service.url}/api/account/password`, { data: ben });
  const page = await openBrowser(browser, service.url, { serviceWorkers: 'allow' });
  await isReady(page);
  await practise(page, 'bisley/thirteen', deal);
  await playMoves(page, firstMoves.slice(0, 2));
  const second = await page.context().newPage();
  await second.goto(`${service.url}/sign-in`);
  await second.getByRole('radio', { name: /leave/i }).check();
  await second.getByRole('textbox', { name: 'Username' }).fill(ben.username);
  await second.getByLabel('Password').fill(ben.password);
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'This is somebody else’s table' }).waitFor();
  await page.goto(service.url);
  const isOf = await page.evaluate(() => {
    const here = JSON.parse(localStorage.getItem('same-deal:been-here') ?? '{}') as { id: string };
    return Object.keys(localStorage)
      .filter((key) => key.includes(':last-table:'))
      .map((key) => localStorage.getItem(key)?.includes(here.id));
  });
  expect(isOf).toEqual([false]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('Offline you can play every game solo.').waitFor();
  await page.getByRole('link', { name: /^Continue Bisley/ }).waitFor({ state: 'detached' });
  for (const one of [elsewhere, page]) await one.context().close();
});

it('what was played without a line is shown to its player, and to nobody who comes after them', async () => {
  const page = await openBrowser(browser, service.url, { serviceWorkers: 'allow' });
  await isReady(page);
  await page.context().setOffline(true);
  const sitDown = async (name: string) => {
    await page.evaluate((who) => {
      localStorage.setItem('same-deal:been-here', JSON.stringify({ id: who, name: who }));
    }, name);
    await page.goto(service.url);
  };
  const waiting = page.getByRole('region', { name: 'Played offline' });
  const games = () => waiting.getByRole('listitem').allTextContents();
  const begin = async (variant: VariantId) => {
    await practise(page, variant);
    await page.waitForURL(/\/play\//);
    const table = page.url();
    await page.goto(service.url);
    await waiting.waitFor();
    return table;
  };
  await sitDown('Anna');
  const table = await begin('bisley/thirteen');
  expect(await games()).toEqual([expect.stringContaining('Bisley')]);

  await sitDown('Ben');
  await begin('alhambra/standard');
  expect(await games()).toEqual([expect.stringContaining('Alhambra')]);
  await page.goto(table);
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor();

  await sitDown('Anna');
  await waiting.waitFor();
  expect(await games()).toEqual([expect.stringContaining('Bisley')]);
  await page.context().close();
});

it('P10: a race, and a game that is not kept here, wait for the line after a reload, and open by themselves', async () => {
  const anna = await openBrowser(browser, service.url, { ...phone, serviceWorkers: 'allow' });
  await isReady(anna);
  await openRace(anna, 'bisley/thirteen');
  const ben = await openBrowser(browser, anna.url(), phone);
  await takeSeat(ben, 'Ben');
  await startRace(anna, [ben], service);
  const table = await tableInWords(anna);
  const another = await anna.context().newPage();
  await another.goto(service.url);
  await practise(another, 'bisley/thirteen', deal);
  const game = another.url();
  await another.goto(service.url);
  await another.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.includes(':last-table:')) localStorage.removeItem(key);
    }
  });
  await anna.context().setOffline(true);
  await anna.reload();
  await another.goto(game);
  for (const page of [anna, another]) {
    await page.getByRole('heading', { name: 'Waiting for a connection' }).waitFor();
  }
  await anna.getByText(/your seat is kept and the clock keeps running/).waitFor();
  // Nothing is lost, there are ways to elsewhere, and what is said of the line hides nothing.
  await another.getByText(/This game is saved with your games/).waitFor();
  await another.getByRole('navigation').getByRole('link', { name: 'Play' }).waitFor();
  const [lost, heading] = [
    another.getByText('You’re offline. Reconnecting…').first(),
    another.getByRole('heading', { name: 'Waiting for a connection' }),
  ];
  const gap = async () =>
    ((await heading.boundingBox())?.y ?? 0) -
    ((await lost.boundingBox()) ?? { y: Infinity, height: 0 }).y -
    ((await lost.boundingBox())?.height ?? 0);
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await anna.context().setOffline(false);
  await expect.poll(() => tableInWords(anna)).toEqual(table);
  await expect.poll(() => tableInWords(another)).toHaveLength(table.length);
  for (const page of [anna, ben]) await page.context().close();
});

it('on a slow line the kept page does not stand in for what is no page', async () => {
  const { line, port } = await slowLine(Number(new URL(service.url).port), 100);
  const page = await openBrowser(browser, `http://localhost:${port}/you`, {
    serviceWorkers: 'allow',
  });
  await isReady(page);
  await page.reload();
  await page.getByRole('link', { name: 'Licences of the software in it' }).click();
  await page.getByText(/^svelte \d/m).waitFor();
  await page.context().close();
  line.close();
});

it('over plain http the page says why it does not open without a line', async () => {
  const page = await openBrowser(browser, 'about:blank');
  const plain = 'http://same-deal.test';
  await page.route(`${plain}/**`, async (route) => {
    const url = route.request().url().replace(plain, service.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(`${plain}/you`);
  await page.getByText('Over https this page would open without a connection too').waitFor();
  await page.context().close();
});
