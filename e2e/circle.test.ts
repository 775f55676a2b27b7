/** Circles at a phone's size: the link, results once one has played, a race made daily, lanes, and leaving. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Player } from '../apps/server/test/support/races.ts';
import { expectAccessible } from './support/a11y.ts';
import { openBrowser, phone } from './support/browser.ts';
import { deviceOf } from './support/person.ts';
import { concede, raceOfTwo } from './support/race.ts';
import { pile, playMoves, waitForAnnouncement } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';

const DAY_MS = 86_400_000;

const { service, browser } = await serviceAndBrowser();
// Before any daily is drawn: tomorrow's is drawn with today's.
service.dealNext('bisley/thirteen', '8');

/** Gives up today's Bisley on another device. */
async function playDaily(page: Page): Promise<void> {
  const device = await deviceOf(page);
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  const { playId } = await device.ask('daily:start', { day, game: 'bisley' });
  await device.ask('play:open', { playId });
  await device.ask('play:concede', { playId, expected: 1 });
  device.close();
}

/** @returns its link */
async function makeCircle(page: Page): Promise<string> {
  await page.goto(`${service.url}/circles`);
  await page.getByRole('textbox', { name: 'Name of the circle' }).fill('Ours');
  await page.getByRole('button', { name: 'Start a circle' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();
  return page.getByRole('textbox', { name: 'Link to this circle' }).inputValue();
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(service.url + new URL(link).pathname);
  await page.getByRole('heading', { name: 'Join “Ours”?' }).waitFor();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('textbox', { name: /name/i }).fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();
}

it('P2, P11, P12: two guests in a circle: the link, who has finished, points once both have played, and leaving', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  const link = await makeCircle(anna);
  const circle = anna.url();

  const ben = await openBrowser(browser, service.url, phone);
  await join(ben, link, 'Ben');

  await playDaily(ben);
  await anna.getByText('Finished: Ben').waitFor();
  await expectAccessible(anna, 'a circle');
  await playDaily(anna);
  const row = (page: Page) =>
    page.getByRole('table', { name: 'Points' }).getByRole('row').filter({ hasText: 'Ben' });
  await row(anna).waitFor();
  // Who shares a circle is no stranger, without any race.
  await anna.getByRole('link', { name: 'Ben', exact: true }).click();
  await anna.getByText('You haven’t raced each other yet.').waitFor();
  await anna.getByRole('checkbox', { name: 'Tell me when Ben has played' }).check();
  await anna.getByText('You’ll be told when Ben has played a daily.').first().waitFor();
  await anna.getByRole('button', { name: 'Report name Ben' }).click();
  await anna.getByText('A moderator will look at the name.').first().waitFor();
  await anna.getByRole('button', { name: 'Block Ben' }).waitFor();
  await anna.goBack();
  await row(anna).waitFor();
  // A race now: whoever is here is invited.
  await anna.getByRole('button', { name: 'Race now' }).click();
  await anna.waitForURL(/\/race\//);
  await ben.getByRole('link', { name: /^Join the race of / }).click();
  await ben.waitForURL(anna.url());
  for (const page of [anna, ben]) await page.goto(circle);
  await row(anna).waitFor();
  await ben.getByRole('button', { name: 'Leave', exact: true }).click();
  await ben.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await ben.getByRole('heading', { level: 1, name: 'Circles' }).waitFor();
  await anna.getByText('Ben', { exact: true }).first().waitFor({ state: 'detached' });
  await ben.getByText('No circle yet.').waitFor();
  // On the start page circles come first, and leave the ways to play on a phone's first screen.
  await anna.goto(service.url);
  const first = anna.getByRole('navigation', { name: 'Circles' }).getByRole('link');
  await first.waitFor();
  const yOf = async (one: Locator) => (await one.boundingBox())?.y ?? NaN;
  const solo = await yOf(anna.getByRole('button', { name: 'Play solo' }));
  expect(await yOf(first)).toBeLessThan(await yOf(anna.getByRole('radio', { name: 'Bisley' })));
  expect(solo).toBeLessThan(844);
  await first.click();
  await anna.waitForURL(circle);
});

it('P11, P12: a race at eight: who comes, a lobby ten minutes before, and who is late watches and races its ghosts', async () => {
  const MINUTE = 60_000;
  const anna = await openBrowser(browser, service.url, phone);
  const link = await makeCircle(anna);
  const ben = await openBrowser(browser, service.url, phone);
  await join(ben, link, 'Ben');
  const cleo = await openBrowser(browser, service.url, phone);
  await join(cleo, link, 'Cleo');

  await anna.getByRole('button', { name: 'Arrange a race' }).click();
  // In an hour, by the browser's clock.
  const at = await anna.evaluate(() => {
    const now = new Date();
    const here = now.getTime() + 3_600_000 - now.getTimezoneOffset() * 60_000;
    return new Date(here).toISOString().slice(0, 16);
  });
  const when = anna.getByLabel('Day and time, by your clock');
  await when.fill(new Date(Date.now() + 70 * 24 * 60 * MINUTE).toISOString().slice(0, 16));
  await anna.getByRole('button', { name: 'Arrange', exact: true }).click();
  await anna.getByText('Choose a time in the next 60 days.').waitFor();
  // What time it is, the service knows: this device's clock is two hours fast.
  await anna.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 7_200_000;
  });
  await when.fill(at);
  await anna.getByRole('button', { name: 'Arrange', exact: true }).click();
  for (const page of [ben, cleo]) await page.getByRole('button', { name: /^I’ll come, / }).click();
  await anna.getByText(/^Coming: .*Ben.*Cleo/).waitFor();
  await expectAccessible(anna, 'a circle with a race at eight');

  await service.clock.skip(55 * MINUTE);
  await anna.reload();
  await anna.getByRole('button', { name: 'To the lobby' }).click();
  await anna.waitForURL(/\/race\//);
  const code = new URL(anna.url()).pathname.split('/').at(-1)!;
  await ben.reload();
  await ben.getByRole('button', { name: 'To the lobby' }).click();
  await ben.waitForURL(anna.url());
  const [annas, bens] = [await deviceOf(anna), await deviceOf(ben)];
  for (const device of [annas, bens]) await device.ask('race:join', { code });
  await bens.ask('race:ready', { code, ready: true });
  await annas.ask('race:start', { code });
  await service.clock.skip(6_000);
  for (const device of [annas, bens]) {
    const table = await device.news('play:opened', ({ raceCode }) => raceCode === code);
    await new Player(device, table).move();
  }

  await service.clock.skip(10 * MINUTE);
  await cleo.reload();
  await cleo.getByRole('button', { name: 'To the lobby' }).click();
  await cleo.waitForURL(anna.url());
  await cleo.getByRole('heading', { name: 'Standings' }).first().waitFor();
  for (const device of [annas, bens]) await device.ask('race:leave', { code });
  await cleo.getByRole('link', { name: 'Race their ghosts' }).click();
  await cleo.waitForURL(`${anna.url()}/ghosts`);
  await cleo.getByRole('button', { name: 'Set up the race' }).click();
  await cleo.getByRole('button', { name: 'Start the race' }).waitFor();
  for (const device of [annas, bens]) device.close();
});

/** Begins today's Bisley from the circle's page. */
async function beginDaily(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play today’s Bisley' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin', exact: true }).click();
  await page.waitForURL(/\/play\//);
}

it('P2, P7: two people race, make it daily and play the next day’s: the second sees the first’s lane, then both the score', async () => {
  const [anna, ben] = await raceOfTwo(browser, service, 'bisley/thirteen', [phone, phone]);
  for (const page of [anna, ben]) await concede(page);
  for (const page of [anna, ben]) {
    await page.getByRole('button', { name: 'Make it daily' }).click();
    await page.waitForURL(/\/circle\//);
  }

  // Six in the morning of the next day: none of it sees midnight.
  const now = service.clock.now();
  await service.clock.skip(DAY_MS - (now % DAY_MS) + DAY_MS / 4);
  await ben.reload();
  await beginDaily(ben);
  await playMoves(ben, ['t4>faC']);
  const circle = anna.url();
  await anna.reload();
  await beginDaily(anna);
  const lanes = anna.getByRole('region', { name: /Your circles/ });
  await anna.locator('[data-pile]').first().waitFor();
  expect(await lanes.count(), 'his try runs').toBe(0);
  await concede(ben);
  await service.clock.skip(10 * 60_000);
  // A page that comes back asks at once.
  await anna.reload();
  const his = lanes.getByRole('listitem').filter({ hasText: 'Ben' });
  await his.filter({ hasText: /1/ }).waitFor();
  await expectAccessible(anna, 'a daily with lanes');
  await pile(anna, 't0').focus();
  await anna.keyboard.press('s');
  await waitForAnnouncement(anna, /: you, 0 of \d+ cards home; Ben, 1 of \d+ cards home\.$/);
  await playMoves(anna, ['t4>faC', 't4>faH']);
  await concede(anna);
  for (const page of [anna, ben]) {
    await page.goto(circle);
    const points = page.getByRole('table', { name: 'Points' });
    await points.getByRole('row').filter({ hasText: 'Ben' }).waitFor();
    expect(await points.getByRole('row').count()).toBe(3);
  }
  const shows = ben.getByRole('checkbox', { name: /as a lane/ });
  const kept = ben.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await shows.uncheck();
  await kept;
  await ben.reload();
  expect(await shows.isChecked()).toBe(false);

  // Another one, by one tap on the start page.
  await anna.goto(service.url);
  await anna.getByRole('button', { name: 'Start a circle' }).click();
  await anna.getByRole('textbox', { name: 'Link to this circle' }).waitFor();
  expect(anna.url()).not.toBe(circle);
});

it('P8: what has changed of my circles, my people and my challenges while the line was lost is there when it is back', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await anna.request.post(`${service.url}/api/me`, { data: {} });
  await anna.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  await anna.reload();
  const circles = await anna.context().newPage();
  await circles.goto(`${service.url}/circles`);
  await circles.getByText('No circle yet.').first().waitFor();
  const asked: string[] = [];
  anna.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await anna.context().setOffline(true);
  await anna.getByText('You’re offline.').first().waitFor();
  const made = await anna.request.post(`${service.url}/api/circles`, { data: { name: 'Ours' } });
  expect(made.ok()).toBe(true);
  asked.length = 0;
  await anna.context().setOffline(false);
  for (const page of [anna, circles]) await page.getByText('Ours').first().waitFor();
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining(['/api/people', '/api/duplicates']));
  await anna.context().close();
});
