/** Must hold: a race is said to be rated beforehand, tells what it did to whom, and the statistics draw how one came there. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { ownPlayId, playAhead } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();
const bisley = 'bisley/thirteen';

/** Makes the guest of a browser an account. */
async function claim(page: Page, username: string): Promise<void> {
  await page.request.post(`${service.url}/api/me`, { data: {} });
  const password = 'four words and a card';
  const answer = await page.request.post(`${service.url}/api/account/password`, {
    data: { username, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.reload();
}

it('P12: two with an account and a guest race for ratings', async () => {
  const won = wonGames.find(({ variant }) => variant === bisley);
  const line = won?.moves.split(' ') ?? [];
  service.dealNext(bisley, won?.deal ?? '');
  const anna = await openBrowser(browser, service.url, desktop);
  await claim(anna, 'anna');
  await openRace(anna, bisley);
  await anna.getByLabel('Ratings').selectOption('rated');
  const ben = await openBrowser(browser, service.url, phone);
  await claim(ben, 'ben');
  const guest = await openBrowser(browser, anna.url(), phone);
  await ben.goto(anna.url());
  await takeSeat(ben, 'Ben');
  await takeSeat(guest, 'Gast');
  await guest.getByText('This race is rated').waitFor();
  await startRace(anna, [ben, guest], service);

  await playAhead(anna, bisley, line.slice(0, 4), await ownPlayId(anna));
  await concede(anna);
  for (const page of [ben, guest]) await concede(page);
  const rows = anna.getByRole('table').getByRole('row');
  await rows.filter({ hasText: 'Ben' }).waitFor();
  await anna.getByText('Your rating:').waitFor();
  await expect.poll(() => anna.getByText('Your rating:').innerText()).toMatch(/: 15\d\d \(\+\d+\)/);
  await expect.poll(() => rows.filter({ hasText: 'Ben' }).innerText()).toMatch(/14\d\d \(−\d+\)/);
  expect(await rows.filter({ hasText: 'Gast' }).innerText()).not.toMatch(/1[45]\d\d/);

  await anna.goto(`${service.url}/stats`);
  await anna.getByRole('heading', { name: 'Rating' }).waitFor();
  await anna.getByText(/15\d\d ± \d+/).waitFor();
  await anna.getByText('After 1 rated race.').waitFor();
  await Promise.all([anna, ben, guest].map((page) => page.context().close()));
});
