/** The lobby: who is in, who is ready, who decides, and who does not get in; each seen in every browser. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testClock } from '../apps/server/test/support/test-clock.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise, typeDeal } from './support/home.ts';
import { openRace, startRace, takeSeat } from './support/race.ts';
import { startService } from './support/service.ts';
import { serviceAndBrowser } from './support/together.ts';
import { pile, tableInWords } from './support/table.ts';

const { service, browser } = await serviceAndBrowser();

const seats = (page: Page) => page.getByRole('list', { name: 'Players' }).getByRole('listitem');
const seatOf = (page: Page, name: string) => seats(page).filter({ hasText: name });
const ready = (page: Page) => page.getByRole('button', { name: 'I am ready' });
const start = (page: Page) => page.getByRole('button', { name: 'Start the race' });
/** What the page tells in passing. */
const notice = (page: Page, words: string) => page.getByRole('log').getByText(words);
/** A setting as those who may not change it see it. */
const setting = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .innerText();

async function lobbyOfTwo(): Promise<[anna: Page, ben: Page]> {
  const anna = await openBrowser(browser, service.url, desktop);
  await openRace(anna, 'bisley/thirteen');
  const ben = await openBrowser(browser, anna.url(), phone);
  await takeSeat(ben, 'Ben');
  await seatOf(anna, 'Ben').waitFor();
  return [anna, ben];
}

const leave = (pages: readonly Page[]) => Promise.all(pages.map((page) => page.context().close()));

describe('the lobby', () => {
  it('P11: shows a host on a phone the link to send, before the settings and without scrolling', async () => {
    const anna = await openBrowser(browser, service.url, phone);
    await openRace(anna, 'bisley/thirteen');
    const copy = anna.getByRole('button', { name: 'Copy link' });
    await copy.waitFor();
    const bottom = await copy.evaluate((button) => button.getBoundingClientRect().bottom);
    const bar = await start(anna).evaluate(
      (button) => button.parentElement?.getBoundingClientRect().top,
    );
    expect(bottom).toBeLessThan(bar ?? 0);
    await leave([anna]);
  });

  it('the host’s settings: the others see them, and a changed one clears "ready"', async () => {
    const [anna, ben] = await lobbyOfTwo();
    await expect.poll(() => start(anna).isDisabled()).toBe(true);
    await anna.getByText('Waiting for Ben to be ready.').waitFor();
    await ready(ben).click();
    await anna.getByText('Everyone is ready.').waitFor();

    await anna.getByRole('combobox', { name: 'Variant' }).selectOption('bisley/twelve');
    await notice(ben, 'everyone has to be ready again').waitFor();
    await anna.getByText('Waiting for Ben to be ready.').waitFor();
    await expect.poll(() => ready(ben).getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => start(anna).isDisabled()).toBe(true);

    await anna.getByRole('combobox', { name: 'Undo' }).selectOption('none');
    await expect.poll(() => setting(ben, 'Undo')).toBe('Not allowed');
    await anna.getByRole('combobox', { name: 'Game' }).selectOption('alhambra');
    await expect.poll(() => setting(ben, 'Game')).toBe('Alhambra');
    // Each game brings its own time limit, which may be changed.
    await expect.poll(() => setting(ben, 'Time limit')).toBe('30 minutes');
    await anna.getByRole('combobox', { name: 'Time limit' }).selectOption('5');
    await expect.poll(() => setting(ben, 'Time limit')).toBe('5 minutes');

    // What was set is what is played.
    await ready(ben).click();
    await start(anna).click();
    await Promise.all([anna, ben].map((page) => pile(page, 'r0').waitFor()));
    expect(await ben.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await expect.poll(() => ben.getByText('Time left').count()).toBe(1);
    await leave([anna, ben]);
  });

  it('a locked race refuses a newcomer with words, and lets them in when it is unlocked', async () => {
    const [anna, ben] = await lobbyOfTwo();
    await anna.getByRole('button', { name: 'Lock the race' }).click();
    await ben.getByText('Locked: nobody else gets in').waitFor();
    const cleo = await openBrowser(browser, anna.url(), desktop);
    await cleo.getByText('The host has locked the race. You can watch.').waitFor();
    expect(await cleo.getByRole('button', { name: 'Join the race' }).count()).toBe(0);
    await anna.getByText('1 person watching').waitFor();

    await anna.getByRole('button', { name: 'Unlock the race' }).click();
    await takeSeat(cleo, 'Cleo');
    await seatOf(ben, 'Cleo').waitFor();
    await leave([anna, ben, cleo]);
  });

  it('the host removes a player, who is told so; a new name reaches everyone', async () => {
    const [anna, ben] = await lobbyOfTwo();
    const cleo = await openBrowser(browser, anna.url(), desktop);
    await takeSeat(cleo, 'Cleo');

    await ben.getByRole('button', { name: /^You are Ben/ }).click();
    await ben.getByRole('textbox', { name: 'Your name' }).fill('Benedict');
    await ben.getByRole('button', { name: 'Save' }).click();
    await Promise.all([anna, cleo, ben].map((page) => seatOf(page, 'Benedict').waitFor()));

    await anna.getByRole('button', { name: 'Remove Benedict' }).click();
    await notice(ben, 'You no longer have a seat in this race.').waitFor();
    await expect.poll(() => seats(anna).count()).toBe(2);
    await expect.poll(() => seats(cleo).count()).toBe(2);
    await expect.poll(() => ready(ben).count()).toBe(0);
    expect(await cleo.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await leave([anna, ben, cleo]);
  });

  it('host gone: the next player is host, and may start', async () => {
    const [anna, ben] = await lobbyOfTwo();
    const cleo = await openBrowser(browser, anna.url(), desktop);
    await takeSeat(cleo, 'Cleo');
    await seatOf(ben, 'Cleo').waitFor();
    await anna.getByRole('button', { name: 'Leave' }).click();
    await anna.getByRole('button', { name: 'Race a friend' }).waitFor();

    await notice(ben, 'You are the host now.').waitFor();
    await notice(cleo, 'Ben is the host now.').waitFor();
    await expect.poll(() => seats(cleo).count()).toBe(2);
    await seatOf(cleo, 'Ben').getByText('Host').waitFor();
    await ready(cleo).click();
    await ben.getByText('Everyone is ready.').waitFor();
    await start(ben).click();
    await Promise.all([ben, cleo].map((page) => pile(page, 't0').waitFor()));
    await leave([anna, ben, cleo]);
  });

  it('an unknown or empty race code is explained; a code in small letters, or a whole link, is understood', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, 'sly-fox/standard');
    const code = new URL(anna.url()).pathname.split('/').at(-1) ?? '';

    const ben = await openBrowser(browser, service.url, phone);
    const field = ben.getByRole('textbox', { name: 'Code or link' });
    const join = ben.getByRole('button', { name: 'Go', exact: true });
    await join.click();
    await ben.getByRole('alert').getByText('Type the code first.').waitFor();
    await field.fill('zz zz-zz');
    await join.click();
    await ben.getByRole('heading', { name: 'No such race' }).waitFor();
    await ben.getByText('There is no race ZZZZZZ.').waitFor();
    // To be put right there.
    await expect.poll(() => field.inputValue()).toBe('ZZZZZZ');
    await ben.getByRole('link', { name: 'Open a new race' }).click();
    await field.fill('A2F-9KD-3QX?');
    await join.click();
    await ben.getByRole('alert').getByText('No code looks like that.').waitFor();
    // The code that another device shows.
    await field.fill('abcd 2345');
    await join.click();
    await ben.waitForURL('**/continue');
    await ben.getByRole('alert').waitFor();
    // Whoever meant no other device finds the way back.
    await ben.getByRole('link', { name: 'Back to the start page' }).click();
    await field.fill('abcd 2345');
    await join.click();
    await ben.getByRole('alert').waitFor();
    // There too any code leads where it belongs.
    await field.fill(code.toLowerCase());
    await join.click();
    await ben.waitForURL(`**/race/${code}`);
    // Also where cards were asked for.
    await ben.goto(service.url);
    await typeDeal(ben, code);
    await ben.waitForURL(`**/race/${code}`);
    for (const typed of [code.toLowerCase(), anna.url()]) {
      await ben.goto(service.url);
      await field.fill(typed);
      await join.click();
      await ben.waitForURL(`**/race/${code}`);
      await ben.getByRole('button', { name: 'Join the race' }).waitFor();
    }
    await leave([anna, ben]);
  });

  it('a deal code typed where any code goes leads to its cards, with the game that one picks', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    const cards = await practise(anna, 'bisley/twelve', '24680');
    for (const path of ['/', '/continue']) {
      const ben = await openBrowser(browser, service.url + path, phone);
      await ben.getByRole('textbox', { name: 'Code or link' }).fill('24680');
      await ben.getByRole('button', { name: 'Go', exact: true }).click();
      await ben.getByText('Which game do you want to play with them?').waitFor();
      await ben.getByRole('button', { name: 'Bisley, 12 columns' }).click();
      await ben.waitForURL('**/play/*');
      expect(await tableInWords(ben)).toEqual(cards);
      await leave([ben]);
    }
    await leave([anna]);
  });

  it('on a phone the link is whole, nothing jumps when another joins, and the bar of the race has room for one’s own name', async () => {
    const anna = await openBrowser(browser, service.url, phone);
    await openRace(anna, 'bisley/thirteen');
    const link = anna.getByRole('textbox', { name: 'Link to this race' });
    expect(await link.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);

    const jumps = await anna.evaluateHandle(() => {
      const seen = { sum: 0 };
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries())
          seen.sum += (shift as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
      return seen;
    });
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    await anna.getByText('Waiting for Ben to be ready.').waitFor();
    await anna.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect((await jumps.jsonValue()).sum).toBeLessThan(0.02);

    const cleo = await openBrowser(browser, anna.url(), phone);
    await takeSeat(cleo, 'Cleopatra of Egypt');
    await startRace(anna, [ben, cleo], service);
    const own = cleo.locator('.strip .you .who');
    expect(await own.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
    await leave([anna, ben, cleo]);
  });

  it('P11: nothing moves at the end of a countdown while the cards are on their way', async () => {
    // No cards come: its clock stands still.
    const late = await startService({ clock: testClock(Date.now()) });
    const anna = await openBrowser(browser, late.url, phone);
    await openRace(anna, 'bisley/thirteen');
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    await ready(ben).click();
    await start(anna).click();
    await anna.getByRole('timer').waitFor();
    const title = anna.getByRole('heading', { name: 'Bisley' });
    const before = await title.boundingBox();
    await anna.getByText('Dealing…').waitFor();
    expect(await title.boundingBox()).toEqual(before);
    await leave([anna, ben]);
    await late.close();
  });

  it('P6: two tabs of one person are one seat, and that person is away only when both are gone', async () => {
    const [anna, ben] = await lobbyOfTwo();
    const bensOther = await ben.context().newPage();
    await bensOther.goto(anna.url());
    await ready(bensOther).click();
    await expect.poll(() => ready(ben).getAttribute('aria-pressed')).toBe('true');
    expect(await seats(anna).count()).toBe(2);

    await ben.close();
    await anna.getByRole('combobox', { name: 'Time limit' }).selectOption('60');
    await expect.poll(() => setting(bensOther, 'Time limit')).toBe('60 minutes');
    expect(await seatOf(anna, 'Ben').getByText('Away').count()).toBe(0);
    await bensOther.close();
    await seatOf(anna, 'Ben').getByText('Away').waitFor();
    await leave([anna, bensOther]);
  });

  it('P11: a race that its host lists is found on the start page by anyone, to watch', async () => {
    const [anna, ben] = await lobbyOfTwo();
    const wanda = await openBrowser(browser, service.url, phone);
    await wanda.getByRole('button', { name: 'Races to watch' }).click();
    await wanda.getByText('No open races just now.').waitFor();
    await anna.getByRole('combobox', { name: 'List of races' }).selectOption('listed');
    await ben.getByText('Listed: anyone can find this race and watch it.').waitFor();
    await startRace(anna, [ben], service);
    await wanda.reload();
    await wanda.getByRole('button', { name: 'Races to watch' }).press('Enter');
    await wanda.getByText('and 1 other').waitFor();
    await wanda.getByText('Bisley, 13 columns · racing for').waitFor();
    await wanda.getByRole('link', { name: 'Watch', exact: false }).click();
    await wanda.waitForURL(anna.url());
    await wanda.getByRole('heading', { name: 'Standings' }).waitFor();
    await leave([anna, ben, wanda]);
  });
});
