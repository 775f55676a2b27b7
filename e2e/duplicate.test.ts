/** A duplicate: three people, three deals, each at their own time, and everything open when all have played all. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { choose } from './support/home.ts';
import { deviceOf } from './support/person.ts';
import { concede } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';

const HOUR_MS = 3_600_000;
const { service, browser } = await serviceAndBrowser();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const results = (page: Page, deal: number) =>
  page.getByRole('list', { name: `Results of deal ${deal}` }).getByRole('listitem');
const standing = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Standings' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}\\b`) }) });

async function takePart(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Take part' }).click();
  await page.getByRole('textbox').fill(name);
  await page.getByRole('button', { name: 'Take part' }).click();
  await page.getByRole('button', { name: 'Play deal 1' }).waitFor();
}

/** Begins a deal by the keyboard alone, gives it up, and goes back. */
async function giveUp(page: Page, deal: number): Promise<void> {
  await page.getByRole('button', { name: `Play deal ${deal}` }).press('Enter');
  await page.getByRole('button', { name: 'Play now' }).press('Enter');
  await page.locator('[data-pile]').first().waitFor();
  await concede(page);
  await page.getByRole('link', { name: 'Back to the group' }).click();
  await heading(page).waitFor();
}

/** Gives deals up on another device of the same person. */
async function giveUpElsewhere(page: Page, deals: readonly number[]): Promise<void> {
  const device = await deviceOf(page);
  const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const deal of deals) {
    const { playId } = await device.ask('duplicate:start', { code, deal });
    await device.ask('play:open', { playId });
    await device.ask('play:concede', { playId, expected: 1 });
  }
  device.close();
}

it('P11: on the narrowest phone what is chosen for a challenge breaks between words alone', async () => {
  const page = await openBrowser(browser, service.url, {
    ...phone,
    viewport: { width: 320, height: 568 },
  });
  await page.getByRole('button', { name: 'Play over several days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play over several days' });
  const linesOf = (text: string) =>
    dialog.getByText(text, { exact: true }).evaluateAll((all) =>
      all
        .filter((one) => one.matches('.select'))
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length;
        }),
    );
  await dialog.getByRole('combobox', { name: 'Undo' }).waitFor();
  expect(await linesOf('Allowed')).toEqual([1]);
  await page.context().close();
});

it('P1 P2 P6 P11: three people play three deals at different times, and see no more than they may', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await choose(anna, 'bisley/thirteen');
  await anna.getByRole('button', { name: 'Play over several days' }).click();
  await anna.getByRole('checkbox', { name: 'Sly Fox' }).check();
  await expectAccessible(anna, 'the dialog');
  await anna.getByRole('button', { name: 'Create the challenge' }).click();
  await expect.poll(() => heading(anna).innerText()).toBe('3 deals of Bisley and Sly Fox');
  const url = anna.url();
  await anna.getByRole('button', { name: 'Play deal 1' }).waitFor();

  const ben = await openBrowser(browser, service.url, desktop);
  await takePart(ben, url, 'Ben');
  const cora = await openBrowser(browser, service.url, phone);
  await takePart(cora, url, 'Cora');

  await giveUpElsewhere(anna, [2, 3]);
  await giveUp(anna, 1);
  await expect.poll(() => results(anna, 1).count()).toBe(1);

  await service.clock.skip(24 * HOUR_MS);
  await ben.reload();
  await ben.getByText('played by 1 of 3').first().waitFor();
  expect(await results(ben, 1).count()).toBe(0);
  await giveUp(ben, 1);
  await expect.poll(() => results(ben, 1).count()).toBe(2);
  await expect.poll(() => ben.getByRole('link', { name: /^Replay of deal 1 by/ }).count()).toBe(1);
  await expectAccessible(ben, 'a duplicate under way');
  await giveUpElsewhere(ben, [2, 3]);

  // On the start page it waits for the third.
  await service.clock.skip(24 * HOUR_MS);
  await cora.goto(service.url);
  await cora.getByText('3 deals wait for you').waitFor();
  await cora.getByRole('link', { name: 'Open 3 deals of Bisley and Sly Fox' }).click();
  await cora.getByRole('button', { name: 'Play deal 1' }).waitFor();
  await giveUpElsewhere(cora, [1, 2]);
  await giveUp(cora, 3);

  for (const page of [ben, cora]) {
    await page.reload();
    await page.getByText('It is over').waitFor();
    await expect.poll(() => results(page, 3).count()).toBe(3);
    await expect.poll(() => standing(page, 'Cora').innerText()).toContain('3 of 3');
    await expect.poll(() => standing(page, 'Cora').innerText()).toMatch(/\d+\s?%/);
  }
  await expectAccessible(cora, 'a closed duplicate');
  await ben.getByRole('link', { name: / deal 2 with Cora’s$/ }).click();
  await ben.waitForURL(/\/compare\//);
  await Promise.all([anna, ben, cora].map((page) => page.context().close()));
});
