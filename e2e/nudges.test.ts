/** Nudges in the page, and as notices of the device. */
import type { NudgeNews, NudgeSettings, NudgeWishes, WaitingNudges } from '@same-deal/protocol';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, phone } from './support/browser.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

const settingsOf = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/nudges')).json()) as NudgeSettings);

/** Makes a guest of whoever this is, and opens an address. */
async function becomeGuest(page: Page, path: string): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('same-deal:been-here', '1');
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/me', { method: 'POST', headers, body: '{}' });
  });
  await page.goto(service.url + path);
}

const change = (page: Page, wishes: NudgeWishes) =>
  page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/nudges', { method: 'PATCH', headers, body });
  }, JSON.stringify(wishes));

it('P11: each kind is switched on and off by itself, with quiet hours from the first one on', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await becomeGuest(page, '/you');
  const panel = page.getByRole('region', { name: 'Nudges' });
  const invitations = panel.getByRole('checkbox', { name: 'Somebody invites me to a race' });
  await expect.poll(() => invitations.isChecked()).toBe(false);
  expect((await settingsOf(page)).kinds).toEqual([]);
  await invitations.check();
  await expect
    .poll(() => settingsOf(page))
    .toMatchObject({ kinds: ['invitation'], quiet: { from: 22 * 60, to: 8 * 60 } });
  await panel.getByLabel('From').selectOption({ label: '23:00' });
  await expect.poll(async () => (await settingsOf(page)).quiet?.from).toBe(23 * 60);
  await panel.getByRole('checkbox', { name: 'No quiet hours' }).check();
  await expect.poll(async () => (await settingsOf(page)).quiet).toBeNull();
  await invitations.uncheck();
  await expect.poll(async () => (await settingsOf(page)).kinds).toEqual([]);
  await page.context().close();
});

it('an iPhone’s browser is told to install the page', async () => {
  const page = await openBrowser(browser, 'about:blank', {
    ...phone,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  });
  // As Safari is outside of an installed page.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    Reflect.deleteProperty(globalThis, 'Notification');
  });
  await page.goto(`${service.url}/healthz`);
  await becomeGuest(page, '/you');
  await page.getByText(/add this page to the home screen/).waitFor();
  await page.context().close();
});

it('who has raced somebody is told when they have played: on the page too, until it is seen', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await openRace(anna, 'bisley/thirteen');
  const ben = await openBrowser(browser, anna.url(), phone);
  await takeSeat(ben, 'Ben');
  await startRace(anna, [ben], service);
  for (const page of [anna, ben]) await concede(page);
  await anna.getByRole('heading', { name: 'Standings' }).waitFor();
  // At a first visit nothing is offered.
  expect(await anna.getByRole('checkbox', { name: /Tell me when Ben/ }).count()).toBe(0);

  await anna.goto(`${service.url}/people`);
  await anna.getByRole('link', { name: 'Ben' }).first().click();
  await anna.getByRole('checkbox', { name: 'Tell me when Ben has played' }).check();
  await expect.poll(async () => (await settingsOf(anna)).rivals).toMatchObject([{ name: 'Ben' }]);
  await change(anna, { quiet: null });

  await ben.goto(`${service.url}/daily`);
  await ben.getByRole('button', { name: 'Play the daily Bisley' }).click();
  await ben.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await ben.locator('[data-pile]').first().waitFor();
  await concede(ben);
  await ben.getByText('You gave up').first().waitFor();
  await service.clock.skip(6 * 60_000);

  // It waits on the page, and a badge leads there.
  const waiting = () =>
    anna.evaluate(async () => (await (await fetch('/api/nudges/waiting')).json()) as WaitingNudges);
  await expect.poll(async () => (await waiting()).nudges.length).toBe(1);
  await anna.goto(service.url);
  await anna.getByRole('link', { name: /1 new nudge/ }).click();
  await anna.getByRole('link', { name: 'Ben has played' }).waitFor();
  await anna.getByRole('button', { name: 'Dismiss: Ben has played' }).click();
  await expect.poll(() => anna.getByText('Ben has played').count()).toBe(0);
  for (const page of [anna, ben]) await page.context().close();
});

/** What the worker has shown and opened after each step, with the parts of a worker's scope that a page has not. */
function stepsOfWorker(news: NudgeNews): string {
  return `
    let notices = [];
    let opened = [];
    const listeners = {};
    const self = {
      registration: {
        showNotification: async (title, options) =>
          void (notices = [{ title, ...options, close: () => (notices = []) }]),
        getNotifications: async () => notices,
      },
      clients: { matchAll: async () => [], openWindow: async (path) => void opened.push(path) },
      navigator: {},
      addEventListener: (kind, listener) => (listeners[kind] = listener),
    };
    const happens = async (kind, about) => {
      const done = [];
      listeners[kind]({ ...about, waitUntil: (promise) => done.push(promise) });
      await Promise.all(done);
    };
    const tell = () => happens('push', { data: { json: () => (${JSON.stringify(news)}) } });
    const tap = (action) => happens('notificationclick', { notification: notices[0], action });
    const seen = () => ({ shown: notices.map(({ title, body }) => title + ' ' + body), opened: [...opened] });
    const steps = async () => {
      await tell();
      const first = seen();
      await tap('');
      const after = seen();
      opened = [];
      await tell();
      await tap('end');
      return { first, after, ended: seen() };
    };
  `;
}

// A headless browser permits no notices, and nothing but a real tap may open a window: so the worker's script as it is
// served runs in a page, in a scope that notes what it shows and opens. What it asks of the service is real.
it('a push is shown as a notice, which opens its page and ends its kind with one tap', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await becomeGuest(page, '/');
  await change(page, { kinds: { invitation: true, 'streak-ends': true } });
  const script = await (await fetch(`${service.url}/service-worker.js`)).text();
  const news: NudgeNews = {
    kind: 'invitation',
    subject: 'ABC234',
    path: '/rules/bisley',
    name: 'Ben',
  };
  expect(
    await page.evaluate(`(() => {${stepsOfWorker(news)}\n{${script}\n}\nreturn steps(); })()`),
  ).toEqual({
    first: { shown: ['Ben invites you to a race Open it to take a seat.'], opened: [] },
    after: { shown: [], opened: ['/rules/bisley'] },
    ended: { shown: [], opened: [] },
  });
  expect((await settingsOf(page)).kinds).toEqual(['streak-ends']);
  await page.context().close();
});
