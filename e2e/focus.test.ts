/** P11: where the focus goes on when what has it goes, and that what was done is heard. */
import type { BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openBrowser } from './support/browser.ts';
import { choose } from './support/home.ts';
import { tabTo, walkTo } from './support/keys.ts';
import { deviceOf } from './support/person.ts';
import { concede, openRace, raceOfTwo, takeSeat } from './support/race.ts';
import { openTable } from './support/solo.ts';
import { waitForAnnouncement } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const bisley = 'bisley/thirteen';
const deal = wonGames.find(({ variant }) => variant === bisley)?.deal ?? '';
/** A narrow window at a desk: with keys, and one thing after the other. */
const narrow: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

const { service, browser } = await serviceAndBrowser();

/** What sees to the focus comes some seconds after the page. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/later-[^/]*\.js$/.test(name)),
  );

/** The element with the focus, by its kind and its words. */
const focused = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement?.matches('[data-pile]')) return 'a pile';
      return `${activeElement?.localName ?? ''}: ${activeElement?.textContent.trim() ?? ''}`;
    }),
  );

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: typeof name === 'string' }));
  await page.keyboard.press('Enter');
}

describe('P11: what goes from the page with the focus in it', () => {
  it('leaves it at the cards of a table', async () => {
    const page = await openTable(browser, service.url, { variant: bisley, deal });
    const { keyboard } = page;
    await settled(page);
    // A refusal leads to its rule; when that is read, the refusal has gone.
    await walkTo(page, 't0');
    await keyboard.press('Enter');
    await walkTo(page, 't1');
    await keyboard.press('Enter');
    await press(page, /^Rule: /);
    await page.getByRole('dialog').waitFor();
    await page.locator('.flash').waitFor({ state: 'detached' });
    await keyboard.press('Escape');
    await focused(page).toBe('a pile');

    await keyboard.press('n');
    await press(page, 'Close');
    await focused(page).toBe('a pile');

    await concede(page);
    await page.locator('h2:focus').waitFor();
    await press(page, 'Look at the table');
    await focused(page).toBe('a pile');
    await keyboard.press('w');
    await waitForAnnouncement(page, /^Clubs foundation/);
    await page.context().close();
  });

  it('leaves it at the heading before, in a lobby as elsewhere', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, bisley);
    const ben = await openBrowser(browser, anna.url(), desktop);
    await takeSeat(ben, 'Ben');
    await Promise.all([settled(anna), settled(ben)]);
    await press(anna, 'Change my name');
    await expect.poll(() => anna.locator('input:focus').count()).toBe(1);
    await anna.keyboard.type('Anna');
    await anna.keyboard.press('Enter');
    await waitForAnnouncement(anna, 'You are Anna now.');
    await focused(anna).toMatch(/^h2: /);

    // Who is ready, and is not any more, takes nothing from whoever is about to start.
    await press(ben, 'I am ready');
    const start = anna.getByRole('button', { name: 'Start the race' });
    await anna.getByText('Everyone is ready.').waitFor();
    await tabTo(anna, start);
    await ben.keyboard.press('Enter');
    await anna.getByText('Waiting for Ben').waitFor();
    await focused(anna).toBe('button: Start the race');
    await press(anna, 'Remove Ben');
    await focused(anna).toBe('h2: Players');
    await Promise.all([anna.context().close(), ben.context().close()]);
  });

  it('stays at an invitation, which gives way to no notice while somebody is at it', async () => {
    const [anna, ben] = await raceOfTwo(browser, service, bisley);
    const lines: WebSocketRoute[] = [];
    await anna.routeWebSocket(/./, (route) => {
      route.connectToServer();
      lines.push(route);
    });
    await anna.reload();
    await anna.locator('[data-pile]').first().waitFor();
    await settled(anna);
    const invitation = {
      code: 'ZZZ222',
      variant: 'sly-fox/standard',
      from: { id: 'x', name: 'Cleo' },
    };
    lines.at(-1)!.send(`42${JSON.stringify(['race:invited', invitation])}`);
    await waitForAnnouncement(anna, 'Cleo invited you to race Sly Fox');
    await tabTo(anna, anna.getByRole('link', { name: 'Join' }));
    const bensOther = await deviceOf(ben);
    const code = new URL(anna.url()).pathname.split('/').at(-1) ?? '';
    await bensOther.ask('race:enter', { code });
    await bensOther.ask('race:say', { code, phrase: 'good-luck' });
    await waitForAnnouncement(anna, /^Ben: /);
    await focused(anna).toMatch(/^a: /);
    bensOther.close();
    await Promise.all([anna.context().close(), ben.context().close()]);
  });

  it('is never where it cannot be seen: with the standings in the table’s stead it is at what turns them', async () => {
    const [anna, ben] = await raceOfTwo(browser, service, bisley, [narrow, narrow]);
    await press(anna, 'Show the standings');
    await press(anna, 'See my table');
    await focused(anna).toMatch(/^button: .*Show the standings$/s);
    await press(anna, 'Show the standings');
    await tabTo(anna, anna.getByRole('button', { name: 'Leave' }));
    await anna.goBack();
    await focused(anna).toMatch(/^button: .*Show the standings$/s);
    await Promise.all([anna.context().close(), ben.context().close()]);
  });
});

describe('P11: what has come about', () => {
  it('is heard: that the line is back, and who has come to a quick match', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await choose(anna, bisley);
    await anna.getByRole('button', { name: 'Quick match' }).click();
    await anna.getByText('Looking for someone').waitFor();
    await settled(anna);
    await anna.context().setOffline(true);
    await waitForAnnouncement(anna, 'You’re offline');
    await anna.context().setOffline(false);
    await waitForAnnouncement(anna, 'You’re online again.');
    const ben = await openBrowser(browser, service.url, desktop);
    await choose(ben, bisley);
    await ben.getByRole('button', { name: 'Quick match' }).click();
    await waitForAnnouncement(anna, 'is here: the race starts in seconds.');
    await Promise.all([anna.context().close(), ben.context().close()]);
  });

  it('is shown: a switch that could not be turned is as it was', async () => {
    const page = await openTable(browser, service.url, { variant: bisley, deal });
    await page.goto(`${service.url}/you`);
    const invited = page.getByRole('checkbox', { name: 'Somebody invites me to a race' });
    await invited.waitFor();
    await page.route('**/api/nudges**', (route) =>
      route.fulfill({ status: 503, body: JSON.stringify({ code: 'unavailable' }) }),
    );
    await invited.click();
    await page.getByRole('alert').first().waitFor();
    expect(await invited.isChecked()).toBe(false);
    await page.context().close();
  });
});

describe('P11: what was done in a circle', () => {
  it('is said, and the focus goes on at the heading', async () => {
    const page = await openBrowser(browser, `${service.url}/circles`, desktop);
    await page.getByRole('textbox', { name: 'Name of the circle' }).fill('Ours');
    await page.getByRole('button', { name: 'Start a circle' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();
    await settled(page);
    await press(page, 'Arrange a race');
    await press(page, 'Arrange');
    await waitForAnnouncement(page, /^Race arranged: /);
    await focused(page).toBe('h2: Races');
    await press(page, /^Cancel it: /);
    await waitForAnnouncement(page, /^Race cancelled: /);
    await focused(page).toMatch(/^h[23]: (Races|Arranged)$/);
    await press(page, 'Rename');
    await waitForAnnouncement(page, 'The circle has a new name.');
    await page.context().close();
  });
});

/** Controls of which the middle lies under something else once they are scrolled to no further than needed. */
const covered = (page: Page, scope: string) =>
  page.evaluate((within) => {
    const controls = document.querySelectorAll<HTMLElement & { labels?: NodeListOf<Element> }>(
      `:is(${within}) :is(a, button, input, select, summary):not([data-pile])`,
    );
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility()) return [];
      const scroller = control.closest('dialog') ?? document.documentElement;
      scroller.scrollTop = 0;
      control.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = control.getBoundingClientRect();
      const over = document.elementFromPoint(x + width / 2, y + height / 2);
      const own = [control, ...(control.labels ?? [])];
      const isSeen = own.some((one) => one.contains(over) || over?.contains(one));
      return isSeen ? [] : [control.ariaLabel ?? control.textContent.trim()];
    });
  }, scope);

it('P11: what the keyboard comes to lies above what stays at the foot, as Safari scrolls no further than needed', async () => {
  const page = await openBrowser(browser, `${service.url}/daily`, narrow);
  await page.getByRole('button', { name: 'Play the daily Alhambra' }).waitFor();
  expect(await covered(page, 'main')).toEqual([]);
  await page.goto(service.url);
  await openRace(page, bisley);
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  expect(await covered(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 568, height: 320 });
  expect(await covered(page, 'main')).toEqual([]);
  await page.context().close();

  const table = await openTable(browser, service.url, { variant: bisley, deal });
  await table.getByRole('button', { name: 'Help' }).click();
  await table.getByRole('dialog').getByText('English').waitFor();
  expect(await covered(table, 'dialog')).toEqual([]);
  await table.context().close();
});
