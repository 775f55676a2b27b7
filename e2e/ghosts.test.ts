/** Must hold: a race against recordings from a link; and watching, with open tables, then a rematch with all. */
import { COUNTDOWN_MS } from '@same-deal/protocol';
import { expect, it } from 'vitest';
import { startRace as raceOf } from '../apps/server/test/support/races.ts';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { expectAccessible } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { ownPlayId, playAhead } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { playMoves } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();
const { variant, deal, moves } = wonGames.find(({ variant }) => variant === 'bisley/thirteen')!;
const line = moves.split(' ');

it('P12: from a link somebody races recordings alone, and is listed as a later one', async () => {
  service.dealNext(variant, deal);
  const anna = await openBrowser(browser, service.url, desktop);
  await openRace(anna, variant);
  const link = anna.url();
  const ben = await openBrowser(browser, link, phone);
  await takeSeat(ben, 'Ben');
  await startRace(anna, [ben], service);
  await service.clock.skip(60_000);
  await playAhead(anna, variant, line, await ownPlayId(anna));
  await concede(ben);
  await anna.getByRole('link', { name: 'Race their ghosts' }).click();
  await anna.getByText('You know these cards already').waitFor();
  const later = anna.url();
  expect(new URL(later).pathname).toBe(`${new URL(link).pathname}/ghosts`);

  const wanda = await openBrowser(browser, later, phone);
  await wanda.getByRole('heading', { name: 'Recordings of race' }).waitFor();
  expect(await wanda.getByText('You know these cards').count()).toBe(0);
  await expectAccessible(wanda, 'whom one may race later');
  // Where a row takes a second line, it keeps off the one below.
  await wanda.setViewportSize({ width: 240, height: 568 });
  const rows = wanda.getByRole('listitem').filter({ hasText: 'Recording' });
  const air = await rows.evaluateAll((all) =>
    all.map((one) => {
      const last = one.lastElementChild?.getBoundingClientRect();
      return one.getBoundingClientRect().bottom - (last?.bottom ?? 0);
    }),
  );
  expect(air).toHaveLength(2);
  expect(Math.min(...air)).toBeGreaterThanOrEqual(4);
  await wanda.setViewportSize(phone.viewport!);
  await wanda.getByRole('button', { name: 'Set up the race' }).click();
  await wanda.getByRole('button', { name: 'Start the race' }).click();
  await wanda.getByRole('timer').first().waitFor();
  await service.clock.skip(COUNTDOWN_MS);
  await wanda.locator('[data-pile]').first().waitFor();
  await wanda.getByRole('button', { name: 'Show the standings' }).click();
  const hers = wanda.getByRole('listitem').filter({ hasText: 'Recording' }).first();
  await hers.getByText('0 moves').waitFor();
  // Nobody moves but the clock.
  await service.clock.skip(75_000);
  await hers.getByText('Won').waitFor();
  await wanda.getByRole('button', { name: 'See my table' }).click();
  await concede(wanda);
  await wanda.getByRole('heading', { name: /You beat \d of 2 recordings/ }).waitFor();

  await anna.goto(link);
  await anna.getByText('Raced later').waitFor();
  await anna.getByText('first look').waitFor();
  await Promise.all([anna, ben, wanda].map((page) => page.context().close()));
});

it('P2: who watches sees open tables, and goes along to the rematch by one tap', async () => {
  const anna = await openBrowser(browser, service.url, desktop);
  await openRace(anna, variant);
  await anna.getByRole('combobox', { name: 'Tables while racing' }).selectOption('open');
  const link = anna.url();
  const ben = await openBrowser(browser, link, phone);
  await ben.getByText('Open tables: watchers and players who are done see all tables.').waitFor();
  await takeSeat(ben, 'Ben');
  const wanda = await openBrowser(browser, link, phone);
  service.dealNext(variant, deal);
  await startRace(anna, [ben], service);

  await wanda.getByRole('heading', { name: 'All tables' }).waitFor();
  const tables = wanda.getByRole('button', { name: 'Enlarge this table' });
  await expect.poll(() => tables.count()).toBe(2);
  await expectAccessible(wanda, 'all tables');
  await playMoves(ben, line.slice(0, 3));
  const his = wanda.getByRole('button', { name: /^Ben .*Enlarge this table/ });
  await his.click();
  await wanda.locator('[data-pile]').first().waitFor();
  // It opens in sight, whatever stands above it.
  const outOfSight = () =>
    wanda.locator('[data-card]').evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          return top < 0 || bottom > innerHeight;
        }).length,
    );
  await expect.poll(outOfSight).toBe(0);
  expect(await ben.getByRole('heading', { name: 'All tables' }).count()).toBe(0);
  await anna.getByText('1 person watching').waitFor();
  await concede(ben);
  await ben.getByRole('button', { name: 'Show the standings' }).click();
  await ben.getByRole('heading', { name: 'All tables' }).waitFor();
  await concede(anna);

  await wanda.getByRole('link', { name: 'All replays together' }).waitFor();
  await anna.getByRole('button', { name: 'Rematch' }).click();
  await anna.getByText('The others have been asked').waitFor();
  await wanda.getByRole('button', { name: 'Go to the rematch' }).click();
  await wanda.waitForURL(anna.url());
  // As it was said: until it begins, there is a seat for whoever watched.
  await wanda.getByRole('button', { name: 'Join the race' }).waitFor();
  await anna.getByText('1 person watching').waitFor();
  // With the settings, that one too.
  await wanda.getByText('Open tables: watchers and players who are done see all tables.').waitFor();
  await ben.getByRole('button', { name: 'Go to the rematch' }).click();
  for (const page of [anna, ben, wanda]) {
    await page.getByText('The race starts in', { exact: true }).waitFor();
  }

  // All or none: a race in which somebody is missing looks like another one.
  const oneOfTwo = '**/api/plays/*';
  await wanda.context().route(oneOfTwo, (route) => route.abort(), { times: 1 });
  await wanda.goto(`${link}/tables`);
  await wanda.getByRole('button', { name: 'Try again' }).click();
  await wanda.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => tables.count()).toBe(2);
  // The clock can be set to the last entry of all, whatever part of a second that came at.
  await wanda.getByRole('slider').press('End');
  const over = wanda.getByRole('button', { name: /Gave up.*Enlarge this table/ });
  await expect.poll(() => over.count()).toBe(2);
  await Promise.all([anna, ben, wanda].map((page) => page.context().close()));
});

it('P2: who watches a race whose tables are not shown is told so', async () => {
  const [anna, ben] = [await openTab(service.url), await openTab(service.url)];
  const { code } = await raceOf([anna, ben], {}, () => service.clock.skip(COUNTDOWN_MS));
  const wanda = await openBrowser(browser, `${service.url}/race/${code}`, phone);
  await wanda.getByText('The tables of this race are not shown to watchers').waitFor();
  expect(await wanda.getByRole('heading', { name: 'All tables' }).count()).toBe(0);
  for (const one of [anna, ben]) one.close();
  await wanda.context().close();
});
