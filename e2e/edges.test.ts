/** P8, P10: what comes late, comes twice or is refused leaves nothing behind, and nobody else's name. */
import { encodeEntry } from '@same-deal/engine';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { openRace } from './support/race.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

const PASSWORD = 'four words and a card';
const notice = (page: Page, words: string | RegExp) => page.getByRole('log').getByText(words);
const leave = (...pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.context().close()));

/** Holds an event back, as a slow line would. */
async function holdBack(context: BrowserContext, event: string) {
  const sent: string[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  await context.routeWebSocket(/socket\.io/, (near) => {
    const far = near.connectToServer();
    near.onMessage((text) => {
      const [, name] = /^42\d*\["([^"]+)"/.exec(String(text)) ?? [];
      if (name !== undefined) sent.push(name);
      if (name === event && !isOpen) held.push(() => far.send(text));
      else far.send(text);
    });
  });
  return {
    /** Events that the page has sent, in order. */
    sent,
    release: () => {
      isOpen = true;
      for (const send of held.splice(0)) send();
    },
  };
}

it('P10: a race that is left before it is entered has no watcher', async () => {
  const anna = await openBrowser(browser, service.url, desktop);
  await openRace(anna, 'bisley/thirteen');
  const ben = await openBrowser(browser, service.url, phone);
  await ben.request.post(`${service.url}/api/me`, { data: {} });
  await ben.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  const { sent, release } = await holdBack(ben.context(), 'race:enter');
  await ben.reload();
  const field = ben.getByRole('textbox', { name: 'Code or link' });
  await field.fill(anna.url());
  await ben.getByRole('button', { name: 'Go', exact: true }).click();
  await expect.poll(() => sent).toContain('race:enter');
  await ben.goBack();
  await field.waitFor();
  expect(sent).not.toContain('race:exit');
  release();
  await expect.poll(() => sent).toContain('race:exit');
  await anna.getByText('1 person watching').waitFor({ state: 'hidden' });
  await leave(anna, ben);
});

it('P8: a link that is sent to somebody opens in a browser, and is answered with the page to whatever makes its preview', async () => {
  const anna = await openTab(service.url);
  const race = await anna.ask('race:create', { variant: 'bisley/thirteen' });
  const duplicate = await anna.ask('duplicate:create', {
    ...{ variants: ['bisley/thirteen'], deals: 2, days: 3, undo: 'none' },
  });
  anna.close();
  const ben = await openBrowser(browser, `${service.url}/healthz`, phone);
  for (const [path, heading] of [
    [`/race/${race.code}`, 'Bisley race'],
    [`/duplicate/${duplicate.code}`, '2 deals of Bisley'],
    ['/rules/bisley', 'Bisley'],
    ['/people', 'People'],
    ['/stats', 'Statistics'],
  ] as const) {
    const preview = await ben.request.get(service.url + path, { headers: { accept: '*/*' } });
    expect(preview.status(), path).toBe(200);
    expect(preview.headers()['content-type'], path).toContain('text/html');
    expect(await preview.text(), path).toContain('property="og:title"');
    expect((await ben.goto(service.url + path))?.status(), path).toBe(200);
    await ben.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await leave(ben);
});

it('P4: a sign-in that cannot be confirmed yet shows nobody’s name until it can', async () => {
  const anna = await openTable(browser, service.url, { variant: 'bisley/thirteen' });
  await anna.request.post(`${service.url}/api/account/password`, {
    data: { username: 'anna-of-the-edge', password: PASSWORD },
  });
  const nameOf = async (page: Page) =>
    ((await (await page.request.get(`${service.url}/api/me`)).json()) as { name: string }).name;

  const ben = await openTable(browser, service.url, { variant: 'bisley/thirteen' });
  const guest = await nameOf(ben);
  await ben.goto(`${service.url}/sign-in`);
  const isShown = (name: string) => ben.getByRole('banner').getByText(name, { exact: true });
  await isShown(guest).waitFor();
  let isAway = true;
  await ben.route('**/api/me', (route) =>
    isAway ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  );
  await ben.getByRole('textbox', { name: 'Username' }).fill('anna-of-the-edge');
  await ben.getByLabel('Password').fill(PASSWORD);
  await ben.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ben.waitForURL(`${service.url}/`);
  await isShown(guest).waitFor({ state: 'detached' });
  isAway = false;
  await isShown(await nameOf(anna)).waitFor();
  expect(await isShown(guest).count()).toBe(0);
  await leave(anna, ben);
});

it('P4: an offline game that the service refuses is told of once, sent once, and can be discarded', async () => {
  const page = await openTable(browser, service.url, { variant: 'bisley/thirteen' }, phone);
  // What a busy service has not answered may be sent again: a refusal may not.
  let refused = 0;
  page.on('response', (response) => {
    const isOffline = response.url().endsWith('/api/plays/offline');
    if (isOffline && response.status() >= 400 && response.status() < 500) refused++;
  });
  // Nothing can be taken back before the first move.
  await page.evaluate(
    (kept) => localStorage.setItem(`same-deal:offline:${kept.playId}`, JSON.stringify(kept)),
    {
      playId: '0b0e7a4e-6f0f-4c58-9a77-5d0e0d3f3a11',
      owner: null,
      variant: 'bisley/thirteen',
      deal: '3',
      startedAt: Date.now() - 60_000,
      hints: 0,
      entries: [[encodeEntry('undo'), 1_000]],
    },
  );
  await page.goto(service.url);
  await notice(page, 'can’t be added to your games').waitFor();
  await page.getByRole('link', { name: 'Daily' }).first().click();
  await page.getByRole('heading', { name: 'Tomorrow' }).waitFor();
  await page.goBack();
  await page.getByText('Not added to your games:').waitFor();
  await page.reload();
  await page.getByText('Not added to your games:').waitFor();
  // A game that can be entered goes behind it: then it would have been sent again.
  await page.evaluate(
    (kept) => localStorage.setItem(`same-deal:offline:${kept.playId}`, JSON.stringify(kept)),
    {
      playId: '0b0e7a4e-6f0f-4c58-9a77-5d0e0d3f3a12',
      owner: null,
      variant: 'bisley/thirteen',
      deal: '3',
      startedAt: Date.now() - 30_000,
      hints: 0,
      entries: [[encodeEntry('concede'), 1_000]],
    },
  );
  await page.goto(`${service.url}/daily`);
  await notice(page, '1 game played offline joined your games.').waitFor();
  expect(refused).toBe(1);
  expect(await notice(page, 'can’t be added').count()).toBe(0);
  await page.goto(service.url);
  await page.getByRole('button', { name: /^Discard Bisley/ }).click();
  await page.getByText('Not added to your games:').waitFor({ state: 'detached' });
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('same-deal:offline:')),
    ),
  ).toEqual([]);
  await leave(page);
});

it('P8: whoever waits for a network leaves one listener, however often they ask in vain', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await page.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  await page.addInitScript(() => {
    const live = new Set<unknown>();
    Object.assign(window, { live });
    const { addEventListener, removeEventListener } = window;
    window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      if (args[0] === 'online') live.add(args[1]);
      addEventListener.apply(window, args);
    };
    window.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      live.delete(args[1]);
      removeEventListener.apply(window, args);
    };
  });
  let asked = 0;
  await page.route(/\/(api|socket\.io)\//, (route) => {
    if (route.request().url().endsWith('/api/me')) asked++;
    return route.abort();
  });
  await page.goto(service.url);
  const listeners = () =>
    page.evaluate(() => (window as unknown as { live: Set<unknown> }).live.size);
  const askAgain = async () => {
    const before = asked;
    // The listener may not be there yet while the last answer is on its way.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        return asked;
      })
      .toBeGreaterThan(before);
  };
  await expect.poll(() => asked).toBeGreaterThan(0);
  await askAgain();
  await expect.poll(listeners).toBeGreaterThan(0);
  const first = await listeners();
  for (let n = 0; n < 5; n++) await askAgain();
  await expect.poll(listeners).toBeLessThanOrEqual(first);
  await leave(page);
});

it('P8: a line that returns has the dailies asked for once, though the answer takes eight seconds', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await page.request.post(`${service.url}/api/me`, { data: {} });
  await page.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  let state: 'without a list' | 'cut off' | 'slow' = 'without a list';
  let asked = 0;
  const lines: { close: () => Promise<void> }[] = [];
  await page.route('**/api/dailies', async (route) => {
    if (state !== 'slow') return route.abort();
    asked++;
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    return route.fulfill({ response });
  });
  await page.route(/\/socket\.io\//, (route) =>
    state === 'cut off' ? route.abort() : route.continue(),
  );
  await page.routeWebSocket(/socket\.io/, (near) => {
    if (state === 'cut off') void near.close();
    else {
      near.connectToServer();
      lines.push(near);
    }
  });
  await page.goto(`${service.url}/daily`);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  state = 'cut off';
  await Promise.all(lines.splice(0).map((line) => line.close()));
  await page.getByText('You’re offline. Reconnecting…').first().waitFor();
  state = 'slow';
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('heading', { name: 'Tomorrow' }).waitFor({ timeout: 30_000 });
  expect(asked).toBe(1);
  expect(lines.length).toBeGreaterThan(0);
  await leave(page);
});

it('P8 P12: whose browser keeps no cookies is told that, and not that they were signed out', async () => {
  const page = await openBrowser(browser, 'about:blank', phone);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }),
  );
  // As where all cookies are blocked: none is kept, and none is sent.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    await page.context().clearCookies();
    return route.fulfill({ response, headers });
  });
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Play solo' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Cookies are blocked' });
  await dialog.getByText('Allow cookies for it, then reload.').waitFor();
  expect(await page.getByText('signed out').count()).toBe(0);
  const reloaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Reload' }).tap();
  await reloaded;
  // What the page still asks for is nobody's any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await leave(page);
});

it('P12: whoever comes back after the browser has deleted all that scripts keep is who they were', async () => {
  const page = await openBrowser(browser, service.url, phone);
  await page.getByRole('button', { name: 'Play solo' }).tap();
  await page.locator('[data-pile]').first().waitFor();
  await page.goto(`${service.url}/you`);
  const name = await page.getByRole('textbox', { name: 'Your name' }).inputValue();
  // As Safari does to whoever has not come for a week: what the service has set stays.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${service.url}/games`);
  await page.getByRole('button', { name }).waitFor();
  await page.getByRole('link', { name: 'Continue Bisley' }).waitFor();
  await leave(page);
});
