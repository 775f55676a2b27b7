/** A circle at a phone's size: made on one device, joined by its link on another; results once one has played; leaving. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { expectAccessible } from './support/a11y.ts';
import { openBrowser, phone } from './support/browser.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

/** Gives up today's Bisley on another device of the same person. */
async function playDaily(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const device = await openTab(service.url, cookie);
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  const { playId } = await device.ask('daily:start', { day, game: 'bisley' });
  await device.ask('play:open', { playId });
  await device.ask('play:concede', { playId, expected: 1 });
  device.close();
}

it('P2, P11, P12: two guests in a circle: the link, who has finished, points once both have played, and leaving', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await anna.goto(`${service.url}/circles`);
  await anna.getByRole('textbox', { name: 'Name of the circle' }).fill('Ours');
  await anna.getByRole('button', { name: 'Start a circle' }).click();
  await anna.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();
  const link = await anna.getByRole('textbox', { name: 'Link to this circle' }).inputValue();

  const ben = await openBrowser(browser, service.url, phone);
  await ben.goto(service.url + new URL(link).pathname);
  await ben.getByRole('heading', { name: 'Join “Ours”?' }).waitFor();
  await ben.getByRole('button', { name: 'Join' }).click();
  await ben.getByRole('textbox', { name: /name/i }).fill('Ben');
  await ben.getByRole('button', { name: 'Join' }).click();
  await ben.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();

  await playDaily(ben);
  await anna.getByText('Finished: Ben').waitFor();
  await expectAccessible(anna, 'a circle');
  await playDaily(anna);
  const row = (page: Page) =>
    page.getByRole('table', { name: 'Points' }).getByRole('row').filter({ hasText: 'Ben' });
  await row(anna).waitFor();
  await ben.getByRole('button', { name: 'Leave', exact: true }).click();
  await ben.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await ben.getByRole('heading', { level: 1, name: 'Circles' }).waitFor();
  await anna.getByText('Ben', { exact: true }).first().waitFor({ state: 'detached' });
  expect(await ben.getByText('No circle yet.').count()).toBe(1);
});
