/** Must hold: two strangers race by one tap each; whoever waits may play meanwhile and is taken along at the start. */
import { COUNTDOWN_MS } from '@same-deal/protocol';
import { expect, it } from 'vitest';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { choose } from './support/home.ts';
import { concede } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const won = wonGames.find((game) => game.variant === 'bisley/thirteen');
const line = won?.moves.split(' ') ?? [];
const { service, browser } = await serviceAndBrowser();

it('P1 P7: two strangers tap, one plays meanwhile, and both have the same cards', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await choose(anna, 'bisley/thirteen');
  await anna.getByRole('button', { name: 'Quick match' }).click();
  await anna.getByText('Looking for someone').waitFor();
  // What is said in the middle of the felt has no last line of one word.
  const shares = await anna.locator('.stage .hint').evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const widths = [...range.getClientRects()].map(({ width }) => width);
      return (widths.at(-1) ?? 0) / Math.max(...widths);
    }),
  );
  expect(shares.length).toBeGreaterThan(0);
  expect(Math.min(...shares)).toBeGreaterThan(0.5);
  await anna.getByRole('button', { name: 'Play while you wait' }).click();
  await anna.locator('[data-pile]').first().waitFor();
  const own = await tableInWords(anna);

  const ben = await openBrowser(browser, service.url, desktop);
  await choose(ben, 'bisley/thirteen');
  await ben.getByRole('button', { name: 'Quick match' }).click();
  await ben.getByRole('timer').waitFor();
  await anna.getByText('the race starts in seconds').first().waitFor();
  await service.clock.skip(10_000);
  await anna.getByText('The race starts in', { exact: true }).waitFor();
  await ben.getByText('The race starts in', { exact: true }).waitFor();
  await service.clock.skip(COUNTDOWN_MS);
  await Promise.all([anna, ben].map((page) => page.locator('[data-pile]').first().waitFor()));
  const hers = await tableInWords(anna);
  await expect.poll(() => tableInWords(ben)).toEqual(hers);
  expect(hers).not.toEqual(own);
  expect(new URL(ben.url()).pathname).toBe(new URL(anna.url()).pathname);
  await Promise.all([anna, ben].map((page) => page.context().close()));
});

it('P10 P12: alone on a phone, a sparring partner is offered, marked, and races along', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await choose(anna, 'bisley/thirteen');
  await anna.getByRole('button', { name: 'Quick match' }).click();
  await anna.getByText('Nobody here yet').waitFor();
  await anna.getByRole('button', { name: 'Add the easygoing sparring partner' }).click();
  await anna.getByText('Computer', { exact: true }).first().waitFor();
  await anna.getByRole('timer').waitFor();
  await service.clock.skip(10_000);
  await anna.getByText('The race starts in', { exact: true }).waitFor();
  await service.clock.skip(COUNTDOWN_MS);
  await anna.locator('[data-pile]').first().waitFor();
  await anna.getByRole('button', { name: 'Show the standings' }).click();
  const partner = anna.getByRole('listitem').filter({ hasText: 'Computer' });
  // Its moves are seen as anybody's are.
  await expect
    .poll(async () => {
      await service.clock.skip(2_000);
      return partner.innerText();
    })
    .toMatch(/[1-9]\d* moves?/);
  await anna.getByRole('button', { name: 'See my table' }).click();
  await concede(anna);
  await anna.getByText('it doesn’t count').waitFor();

  // Once more by one press.
  service.dealNext('bisley/thirteen', won?.deal ?? '');
  await anna.getByRole('button', { name: 'Rematch' }).click();
  await anna.getByText('The race starts in', { exact: true }).waitFor();
  await service.clock.skip(COUNTDOWN_MS);
  await anna.locator('[data-pile]').first().waitFor();
  // Beside the cards, where how far it is behind takes room as well, its name is whole too.
  await anna.setViewportSize({ width: 1440, height: 900 });
  await playMoves(anna, line.slice(0, 3));
  await partner.getByText(/^−\d/).waitFor();
  const name = partner.getByText('Easygoing');
  await expect.poll(() => name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await anna.context().close();
});
