/** P8, P10: whatever a page cannot get, it says so, offers to try again, and goes on by itself when it can be had. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { openBrowser, phone } from './support/browser.ts';
import { deviceOf } from './support/person.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

/** What is wrong between the page and the service. */
type Trouble = 'parts' | 'cut' | 'broken' | 'nothing';

/** Another trouble each time it is asked for; it holds for all that is asked for from then on. */
async function troubled(context: BrowserContext): Promise<(trouble: Trouble) => void> {
  let now: Trouble = 'nothing';
  // Parts of the page beside what every page needs.
  await context.route(/\/assets\/(?!app-|index-|rolldown)[^/]+\.js/, (route) =>
    now === 'parts' ? route.abort() : route.continue(),
  );
  await context.route(/\/(api|socket\.io)\//, (route) => {
    if (now === 'nothing') return route.continue();
    return now === 'broken' ? route.fulfill({ status: 503, body: 'down' }) : route.abort();
  });
  await context.routeWebSocket(/socket\.io/, (near) =>
    now === 'nothing' ? near.connectToServer() : near.close(),
  );
  return (trouble) => (now = trouble);
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
/** The browser says that it has a network again: what waits for one asks at once. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

/** A page, what it shows when it is there, and whether it asks the service for anything. */
type Row = readonly [path: string, whenBack: string, needs?: 'nothing'];

/** Somebody with two games of one deal behind them. */
async function somebody() {
  const page = await openBrowser(browser, `${service.url}/healthz`, phone);
  await page.request.post(`${service.url}/api/me`, { data: {} });
  await page.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  const tab = await deviceOf(page);
  const { playId } = await tab.ask('play:create', { variant: 'bisley/thirteen', deal: '3' });
  const other = await tab.ask('play:branch', { playId, entries: 0 });
  const race = await tab.ask('race:create', { variant: 'bisley/thirteen' });
  tab.close();
  return { page, playId, otherId: other.playId, code: race.code };
}

/** Links that somebody else has sent: to a circle, and to a group. */
async function invitations() {
  const host = await openTab(service.url);
  const ask = async (path: string, more: RequestInit = {}) => {
    const headers = { cookie: host.cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/api/circles${path}`, { ...more, headers });
    return (await answer.json()) as { id: string; code: string };
  };
  const { id } = await ask('', { method: 'POST', body: JSON.stringify({ name: 'Otters' }) });
  const circle = await ask(`/${id}`);
  const group = await host.ask('duplicate:create', {
    variants: ['bisley/thirteen'],
    deals: 2,
    days: 1,
    undo: 'bounded',
  });
  host.close();
  return { circle: `/circle/${circle.code}`, group: `/duplicate/${group.code}` };
}

/** What is not there is said with what else can be done. */
const gone = '.failed >> text=';
const nobody = '00000000-0000-4000-8000-000000000000';

it.each([
  ['script', /\/assets\/app-[^/]+\.js/],
  ['styles', /\/assets\/style-[^/]+\.css/],
])(
  'P8: a page whose own %s did not come, as the service has been replaced meanwhile, is loaded again when that answers',
  async (_, own) => {
    const page = await openBrowser(browser, `${service.url}/healthz`, phone);
    let missed = 0;
    await page.context().route(own, (route) => {
      missed += 1;
      return missed === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    let checks = 0;
    await page.context().route(/\/healthz$/, (route) => {
      checks += 1;
      return checks === 1 ? route.abort() : route.continue();
    });
    await page.goto(`${service.url}/you`);
    await expect.poll(() => [checks, missed], { timeout: 20_000 }).toEqual([2, 2]);
    await page.getByRole('button', { name: 'Table settings' }).click({ timeout: 20_000 });
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  },
);

it('P8: a table opens by itself though the service takes eight seconds, after it could not answer at all', async () => {
  const { page, playId } = await somebody();
  let asked = 0;
  let checked = 0;
  const answers: (() => void)[] = [];
  await page.context().routeWebSocket(/socket\.io/, (near) => {
    const far = near.connectToServer();
    /** Requests by the numbers they have on this line. */
    const opens = new Map<string, number>();
    const checks = new Set<string>();
    near.onMessage((text) => {
      const [, id = '', name] = /^42(\d+)\["([^"]+)"/.exec(String(text)) ?? [];
      if (name === 'play:open') opens.set(id, asked++);
      if (name === 'line:check') checks.add(id);
      far.send(text);
    });
    far.onMessage((text) => {
      const [, id = ''] = /^43(\d+)/.exec(String(text)) ?? [];
      const open = opens.get(id);
      if (open === undefined) near.send(text);
      else
        answers.push(() =>
          near.send(open > 0 ? text : `43${id}[{"ok":false,"error":{"code":"unavailable"}}]`),
        );
      if (checks.has(id)) checked += 1;
    });
  });
  // By the page's own time: it waits for ten seconds, of which a busy machine takes more than two by itself.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const pass = (ms: number) => page.clock.runFor(ms);
  await page.goto(`${service.url}/play/${playId}`);
  await expect.poll(() => answers).toHaveLength(1);
  // Asking whether to give up would be in vain: there is no table yet.
  await page.getByRole('button', { name: 'Give up' }).click({ force: true });
  answers[0]?.();
  await expect.poll(() => pass(50).then(() => asked)).toBe(2);
  // It waits on this line, which answers when it is checked.
  await pass(3_000);
  await expect.poll(() => checked).toBe(1);
  await pass(5_000);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.();
  const table = page.locator('[data-pile="t0"]');
  await expect.poll(() => pass(50).then(() => table.isVisible())).toBe(true);
  expect(asked).toBe(2);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.context().close();
});

it('P8 P12: a way to sign in, and a choice, that the service could not tell at first are there as soon as it can', async () => {
  const { page } = await somebody();
  let isThere = false;
  let failed = 0;
  await page.context().route(/\/api\/(service|me\/settings)$/, (route) => {
    if (!isThere) {
      failed += 1;
      return route.abort();
    }
    if (!route.request().url().endsWith('service')) return route.continue();
    return route.fulfill({ json: { publicUrl: null, sendsEmail: true } });
  });
  for (const [path, count, ...later] of [
    ['/sign-in', 1, 'With a link by e-mail'],
    ['/you', 2, 'A link by e-mail', 'Keep me off all boards'],
  ] as const) {
    [isThere, failed] = [false, 0];
    await page.goto(`${service.url}${path}`);
    await expect.poll(() => failed).toBe(count);
    await expect.poll(() => tryAgain(page).count()).toBe(count);
    for (const words of later) expect(await page.getByText(words).count()).toBe(0);
    isThere = true;
    await comeBack(page);
    for (const words of later) await page.getByText(words).first().waitFor();
    expect(await tryAgain(page).count()).toBe(0);
  }
  await page.context().close();
});

it('P8 P10: every kind of page, by night every page, without its parts, without the service, with a broken one, and with all back', async () => {
  const { page, playId, otherId, code } = await somebody();
  const be = await troubled(page.context());
  const { circle, group } = await invitations();
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  const rows: readonly Row[] = [
    ['/', '#today >> xpath=../.. >> li'],
    [`/race/${code}`, 'button:has-text("Start the race")'],
    [`/play/${playId}`, '[data-pile="t0"]'],
    [`/compare/${playId}/${otherId}`, '[data-pile="t0"]'],
    ['/daily', 'h2:has-text("Tomorrow")'],
    ['/daily/2020-01-01/bisley', 'text=There is no daily of this game on that day.'],
    ['/stats', '#stats-all'],
    [circle, 'role=button[name="Join"]'],
    [group, '#deals'],
    ['/you', '#devices >> xpath=.. >> li'],
    ['/sign-in', '#password', 'nothing'],
    ['/nowhere', 'h1', 'nothing'],
  ];
  const others: readonly Row[] = [
    ['/race/AAAAAA', `${gone}There is no race AAAAAA`],
    [`/race/${code}/tables`, `${gone}That can be seen once`],
    [`/race/${code}/ghosts`, `${gone}That can be seen once`],
    [`/replay/${playId}`, '[data-pile="t0"]'],
    [`/daily/${today}/bisley`, '#board'],
    ['/daily/archive', 'text=No day has closed yet'],
    ['/boards/bisley', 'text=No closed day'],
    ['/games', '#games-in-progress'],
    ['/people', 'text=Nobody yet'],
    [`/people/${nobody}`, `${gone}You have not raced anybody`],
    ['/rules/bisley', 'text=Other games', 'nothing'],
    ['/continue', 'role=textbox[name="Code or link"]', 'nothing'],
  ];
  for (const [path, whenBack, needs] of [...rows, ...scaled([], others)]) {
    be('parts');
    await page.goto(service.url + path, { waitUntil: 'commit' });
    await expect
      .poll(() => tryAgain(page).count(), { message: `${path}: parts` })
      .toBeGreaterThan(0);
    await page.getByText('This part of the page could not be loaded.').first().waitFor();

    be('cut');
    await comeBack(page);
    await page
      .getByText('This part of the page could not be loaded.')
      .first()
      .waitFor({ state: 'hidden' });
    await expect.poll(() => tryAgain(page).count(), { message: `${path}: cut` }).toBeGreaterThan(0);

    be('broken');
    await tryAgain(page).last().click();
    if (!needs)
      await expect
        .poll(() => tryAgain(page).count(), { message: `${path}: 503` })
        .toBeGreaterThan(0);

    be('nothing');
    await comeBack(page);
    await page.locator(whenBack).first().waitFor();
    const isGone = whenBack.startsWith(gone);
    await expect
      .poll(() => page.locator('.failed').count(), { message: `${path}: back` })
      .toBe(isGone ? 1 : 0);
    await page.locator('.notice.lost').waitFor({ state: 'hidden' });
  }
  await page.context().close();
});

it('P8 P12: a newcomer who cannot see where a link leads, or cannot join for now, is told so, and can when the service is back', async () => {
  const links = await invitations();
  for (const [path, button] of [
    [links.circle, 'Join'],
    [links.group, 'Take part'],
  ] as const) {
    const page = await openBrowser(browser, `${service.url}/healthz`, phone);
    const be = await troubled(page.context());
    be('broken');
    await page.goto(service.url + path);
    await tryAgain(page).waitFor();
    be('nothing');
    await comeBack(page);
    const join = page.getByRole('button', { name: button });
    await join.waitFor();
    be('broken');
    await join.click();
    await page.getByRole('alert').getByText('The service cannot be reached just now.').waitFor();
    be('nothing');
    await join.click();
    await page.getByRole('textbox', { name: 'Your name' }).waitFor();
    await join.click();
    await join.waitFor({ state: 'hidden' });
    await page.context().close();
  }
});

it('P8 P11: after a part that did not come, which some browsers do not ask for again, the next page is loaded anew, once there is a line', async () => {
  const { page, playId } = await somebody();
  let isLost = true;
  await page
    .context()
    .route(/narration|keep-page/, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(`${service.url}/play/${playId}`);
  const failed = page.waitForEvent('requestfailed', (request) => /narration/.test(request.url()));
  await page.locator('[data-pile="t0"]').click();
  await failed;
  const mark = () => page.evaluate(() => 'mark' in globalThis);
  await page.evaluate(() => Object.assign(globalThis, { mark: true }));

  await page.context().setOffline(true);
  await page
    .getByText(/You’re offline/)
    .first()
    .waitFor();
  await page.locator('a[href="/"]:visible').first().click();
  await page.waitForURL(`${service.url}/`);
  expect(await mark()).toBe(true);

  await page.context().setOffline(false);
  isLost = false;
  // With the first page that is gone to once the line is back.
  const go = async (path: string) => {
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await page.waitForURL(service.url + path);
  };
  const pages = ['/stats', '/people'];
  await expect
    .poll(async () => {
      const path = pages.reverse()[0]!;
      await go(path);
      return mark().catch(() => true);
    })
    .toBe(false);
  // Once is enough.
  await page.evaluate(() => Object.assign(globalThis, { mark: true }));
  for (const path of ['/daily', '/people']) await go(path);
  expect(await mark()).toBe(true);
  await page.context().close();
});

it('what does not exist is not asked for again: the page says so, and leads to what there is', async () => {
  const { page } = await somebody();
  await page.goto(`${service.url}/play/${nobody}`);
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  await expect.poll(() => page.title()).toBe('Nothing here · Same Deal');
  expect(await tryAgain(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the start page' }).waitFor();

  await page.goto(`${service.url}/race/AAAAAA`);
  await page.getByRole('alert').getByText('There is no race AAAAAA.').waitFor();
  expect(await tryAgain(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Open a new race' }).waitFor();

  await page.goto(`${service.url}/daily/2020-01-01/bisley`);
  await page.getByText('There is no daily of this game on that day.').waitFor();
  expect(await tryAgain(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Today’s deals' }).click();
  await page.waitForURL(/\/daily$/);
  await page.context().close();
});
