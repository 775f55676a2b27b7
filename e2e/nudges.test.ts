/** Nudges in the page, and as notices of the device. */
import type { NudgeNews, NudgeSettings, NudgeWishes, WaitingNudges } from '@same-deal/protocol';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, phone } from './support/browser.ts';
import { deviceOf } from './support/person.ts';
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

it('a kind is offered where it makes sense, never at a first visit: in a circle, a challenge, a lobby', async () => {
  const ben = await openBrowser(browser, `${service.url}/healthz`, phone);
  await becomeGuest(ben, '/healthz');
  const page = await openBrowser(browser, `${service.url}/healthz`, {
    ...phone,
    serviceWorkers: 'allow',
  });
  await becomeGuest(page, '/healthz');
  const api = (who: Page, path: string, body: object) =>
    who.request.post(`${service.url}/api/circles${path}`, { data: body });
  const { id } = (await (await api(page, '', { name: 'Ours' })).json()) as { id: string };
  const circle = await page.request.get(`${service.url}/api/circles/${id}`);
  const { code } = (await circle.json()) as { code: string };
  await api(ben, '/join', { code });
  const at = new Date(service.clock.now() + 3_600_000).toISOString();
  await api(page, `/${id}/dates`, { at, variant: 'bisley/thirteen' });

  await page.goto(`${service.url}/circle/${id}`);
  const remind = page.getByRole('checkbox', { name: 'Remind me of races I’ll come to' });
  await page.getByText(/^Coming: /).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(await remind.count()).toBe(0);
  await page.reload();
  await remind.check();
  await expect
    .poll(() => settingsOf(page))
    .toMatchObject({ kinds: ['circle-date'], quiet: { from: 22 * 60, to: 8 * 60 } });
  // What a headless browser says of itself.
  await page
    .getByText(/This browser blocks notices from here/)
    .first()
    .waitFor();
  await page.getByRole('checkbox', { name: 'Tell me when somebody invites me to a race' }).check();
  await remind.uncheck();
  await expect.poll(async () => (await settingsOf(page)).kinds).toEqual(['invitation']);

  const [mine, bens] = [await deviceOf(page), await deviceOf(ben)];
  const variant = 'bisley/thirteen';
  const challenge = { variants: [variant], deals: 2, days: 3, undo: 'none' as const };
  const duplicate = await mine.ask('duplicate:create', challenge);
  const race = await bens.ask('race:create', { variant });
  for (const device of [bens, mine]) {
    await device.ask('race:join', race);
    device.close();
  }
  for (const [path, name] of [
    [`/duplicate/${duplicate.code}`, 'Tell me a day before a challenge closes'],
    [`/race/${race.code}`, 'Tell me when a race of mine begins and I’m not there'],
  ] as const) {
    await page.goto(service.url + path);
    await page.getByRole('checkbox', { name }).check();
  }
  await expect
    .poll(async () => (await settingsOf(page)).kinds)
    .toEqual(['duplicate-closes', 'invitation', 'race-begins']);
  for (const one of [page, ben]) await one.context().close();
});

/** In the page: notices are permitted, and what the browser holds is of a key that the service has lost. */
function holdLostKey(): void {
  const done: string[] = [];
  const textOf = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const subscriptionOf = async (applicationServerKey: ArrayBuffer) => {
    const curve = { name: 'ECDH', namedCurve: 'P-256' };
    const { publicKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
    const p256dh = textOf(await crypto.subtle.exportKey('raw', publicKey));
    const auth = textOf(crypto.getRandomValues(new Uint8Array(16)).buffer);
    return {
      options: { applicationServerKey },
      unsubscribe: async () => void done.push('unsubscribe'),
      toJSON: () => ({ endpoint: 'https://push.example/device', keys: { p256dh, auth } }),
    };
  };
  const pushManager = {
    getSubscription: () => subscriptionOf(new Uint8Array(65).buffer),
    subscribe: (options: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      done.push('subscribe');
      return subscriptionOf(options.applicationServerKey.buffer);
    },
  };
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
  Object.defineProperty(navigator.serviceWorker, 'ready', {
    value: Promise.resolve({ pushManager }),
  });
  Object.assign(globalThis, { doneByPush: done });
}

it('a device that is subscribed under a key that the service has lost subscribes anew at its next visit', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await becomeGuest(page, '/healthz');
  await change(page, { kinds: { invitation: true } });
  await page.evaluate(() => localStorage.setItem('same-deal:nudges', '1'));
  await page.addInitScript(holdLostKey);
  await page.goto(service.url);
  await expect.poll(async () => (await settingsOf(page)).devices).toMatchObject([{ isThis: true }]);
  const done = () =>
    page.evaluate(() => (globalThis as unknown as { doneByPush: string[] }).doneByPush);
  expect(await done()).toEqual(['unsubscribe', 'subscribe']);
  await page.context().close();
});

it('P12: a device takes nudges as before once its guest has claimed an account', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await becomeGuest(page, '/healthz');
  await change(page, { kinds: { invitation: true } });
  await page.addInitScript(holdLostKey);
  await page.goto(`${service.url}/you`);
  const devices = async () => (await settingsOf(page)).devices.map(({ isThis }) => isThis);
  await expect.poll(devices).toEqual([true]);
  await page.getByText('Username and password', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('Nudged');
  await page.getByLabel('Password', { exact: true }).fill('four words and a card');
  await page.getByRole('button', { name: 'Save username and password' }).click();
  await page.locator('#ways:focus').waitFor();
  await expect.poll(devices).toEqual([true]);
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

/** What the service worker's scope has, as far as this test touches it. */
interface Notice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: NudgeNews;
  close(): void;
}
interface Scope {
  readonly registration: {
    showNotification(title: string, options: Omit<Notice, 'title' | 'close'>): Promise<void>;
    getNotifications(): Promise<Notice[]>;
  };
  readonly clients: { openWindow(path: string): Promise<void> };
  readonly navigator: { setAppBadge(count: number): Promise<void> };
  opened: string[];
  dispatchEvent(event: Event): boolean;
}

/**
 * In the worker: a headless browser permits no notices, ends a worker that puts a number on its icon, and nothing but a
 * real tap may open a window; so they are noted.
 */
function noteNotices(): void {
  const scope = globalThis as unknown as Scope;
  let notices: Notice[] = [];
  scope.registration.showNotification = async (title, options) => {
    const others = notices.filter(({ tag }) => tag !== options.tag);
    const close = () => (notices = notices.filter((one) => one !== notice));
    const notice: Notice = { title, ...options, close };
    notices = [...others, notice];
  };
  scope.registration.getNotifications = async () => notices;
  scope.navigator.setAppBadge = async () => {};
  scope.opened = [];
  scope.clients.openWindow = async (path) => void scope.opened.push(path);
}

/** In the worker: a tap on the first notice, which no protocol delivers, until all of it is done. */
async function tapNotice(action: string): Promise<readonly string[]> {
  const scope = globalThis as unknown as Scope;
  const [notification] = await scope.registration.getNotifications();
  const done: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => done.push(promise);
  const tap = { notification, action, waitUntil };
  scope.dispatchEvent(Object.assign(new Event('notificationclick'), tap));
  await Promise.all(done);
  return scope.opened.splice(0);
}

async function shownNotices(): Promise<object[]> {
  const scope = globalThis as unknown as Scope;
  const notices = await scope.registration.getNotifications();
  return notices.map(({ title, body, data }) => ({ title, body, path: data.path }));
}

it('a push is shown as a notice, which opens its page and ends its kind with one tap', async () => {
  const page = await openBrowser(browser, `${service.url}/healthz`, {
    ...phone,
    serviceWorkers: 'allow',
  });
  const context = page.context();
  await becomeGuest(page, '/healthz');
  await change(page, { kinds: { invitation: true, 'streak-ends': true } });
  const protocol = await context.newCDPSession(page);
  let registrationId = '';
  protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await protocol.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(noteNotices);

  const news: NudgeNews = {
    kind: 'invitation',
    subject: 'ABC234',
    path: '/rules/bisley',
    name: 'Ben',
  };
  const push = async () => {
    const data = JSON.stringify(news);
    const origin = service.url;
    await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await expect
      .poll(() => worker.evaluate(shownNotices))
      .toEqual([
        { title: 'Ben invites you to a race', body: 'Open it to take a seat.', path: news.path },
      ]);
  };
  await push();
  expect(await worker.evaluate(tapNotice, '')).toEqual([news.path]);
  expect(await worker.evaluate(shownNotices)).toEqual([]);
  await push();
  expect(await worker.evaluate(tapNotice, 'end')).toEqual([]);
  expect(await worker.evaluate(shownNotices)).toEqual([]);
  expect((await settingsOf(page)).kinds).toEqual(['streak-ends']);
  await context.close();
});
