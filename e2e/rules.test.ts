/** The rules where one stands: played through on little tables, and never more than one tap away. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { choose, practise } from './support/home.ts';
import { concede, openRace, takeSeat } from './support/race.ts';
import { waitForAnnouncement, pile, tapMove } from './support/table.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

const step = (page: Page, title: string) => page.getByRole('heading', { name: title });

it('the line that follows a page’s heading looks alike on every page', async () => {
  const page = await openBrowser(browser, service.url, phone);
  const looks = [];
  for (const path of ['/daily', '/puzzles', '/circles', '/sign-in', '/rules/bisley']) {
    await page.goto(service.url + path);
    looks.push(
      await page.locator('main h1 + p').evaluate((line) => {
        const below = line.previousElementSibling!.getBoundingClientRect().bottom;
        const { fontSize, color } = getComputedStyle(line);
        return `${line.getBoundingClientRect().top - below}px, ${fontSize}, ${color}`;
      }),
    );
  }
  expect(new Set(looks).size, looks.join('; ')).toBe(1);
  await page.context().close();
});

describe('the rules of a game', () => {
  it('P11: are five steps on little tables, each done by doing what it shows', async () => {
    const page = await openBrowser(browser, `${service.url}/rules/bisley`, phone);
    await step(page, 'Home from both ends').waitFor();
    await expectAccessible(page, 'rules');
    await tapMove(page, 't0>faS');
    await tapMove(page, 't1>fkS');
    await page.getByText('That’s it!').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await step(page, 'Building on columns').waitFor();
    expect(new URL(page.url()).pathname).toBe('/rules/bisley/2');

    // What is refused says why, and can be begun anew.
    await tapMove(page, 't1>t2');
    await page.getByText('the suits must match').waitFor();
    await tapMove(page, 't1>t0');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => pile(page, 't1').getAttribute('aria-label')).toContain('7 of hearts');

    await page.getByRole('button', { name: 'Skip' }).click();
    await step(page, 'One top card at a time').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await step(page, 'Building on columns').waitFor();
    await page.context().close();
  });

  it('P11: on paper nothing that leads elsewhere lies over the rules', async () => {
    const page = await openBrowser(browser, `${service.url}/rules/bisley/1`, phone);
    const places = page.getByRole('navigation', { name: 'Main' });
    await places.waitFor();
    await page.emulateMedia({ media: 'print' });
    await places.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('P11: by ear and by keys: what was done and what comes is said, and no card that lies face down', async () => {
    const page = await openBrowser(browser, `${service.url}/rules/british-square/4`, desktop);
    await step(page, 'Spaces and the stock').waitFor();
    const stock = page.getByRole('button', { name: /^Stock: / });
    expect(await stock.getAttribute('aria-label')).toBe('Stock: 2 cards');
    const said = (words: string) =>
      page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });
    await pile(page, 'w').press('Enter');
    await said('9 of diamonds selected');
    await pile(page, 't0').press('Enter');
    await said('9 of diamonds to pile 1');
    await stock.press('Enter');
    await said('Dealt. King of diamonds turned up.');
    await page.getByText('That’s it!').waitFor();
    await page.getByRole('button', { name: /^Step 4 of 5: .*, done$/ }).waitFor();

    // The same refusal again is heard again.
    await pile(page, 't1').press('Enter');
    await pile(page, 't2').press('Enter');
    const refusal = page.getByText('the suits must match');
    const first = await refusal.elementHandle();
    await pile(page, 't1').press('Enter');
    await pile(page, 't2').press('Enter');
    await expect.poll(() => first?.evaluate((one) => one.isConnected)).toBe(false);
    await refusal.waitFor();

    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await said('Once through the stock. Try it:');
    await page.context().close();
  });

  it('open at a step by its link, and lead to the other games', async () => {
    const page = await openBrowser(browser, `${service.url}/rules/british-square/3`, desktop);
    await step(page, 'One direction per pile').waitFor();
    await page.getByRole('link', { name: 'Rules of Sly Fox' }).click();
    await page.getByRole('heading', { name: 'Rules of Sly Fox' }).waitFor();
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/\/play\//);
    await page.context().close();
  });
});

describe('one tap away', () => {
  it('from the start page, and from the table by Help', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await choose(page, 'alhambra/standard');
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('heading', { name: 'Rules of Alhambra' }).waitFor();

    await page.goto(service.url);
    await practise(page, 'alhambra/standard');
    await page.getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('dialog', { name: 'How to play Alhambra' });
    await help.getByRole('heading', { name: 'Home from both ends' }).waitFor();
    // What is for keys is folded on a phone; the table can still be asked by touch.
    const asked = help.getByRole('button', { name: 'what can move' });
    expect(await asked.isVisible()).toBe(false);
    expect(await help.getByRole('checkbox', { name: 'Keyboard shortcuts' }).isVisible()).toBe(
      false,
    );
    await help.getByText('Ask the table', { exact: true }).tap();
    await asked.tap();
    // Of some deals no card goes anywhere: one can be dealt.
    await help
      .getByRole('status')
      .filter({ hasText: /can (move|deal)/ })
      .waitFor();
    await page.context().close();
  });

  it('P11: on a phone on its side a step and its little table stand side by side', async () => {
    const page = await openTable(browser, service.url, { variant: 'bisley/thirteen' }, phone);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole('button', { name: 'Help' }).tap();
    const help = page.getByRole('dialog', { name: 'How to play Bisley' });
    const title = await help.getByRole('heading', { name: 'Home from both ends' }).boundingBox();
    const table = await help.locator('[data-pile]').first().boundingBox();
    expect(table!.x).toBeGreaterThan(title!.x + title!.width);
    expect(table!.y).toBeLessThan(title!.y);
    // On and out share a row: what there is to read has the rest.
    const box = (name: string) => help.getByRole('button', { name, exact: true }).boundingBox();
    const [dialog, skip, close] = [await help.boundingBox(), await box('Skip'), await box('Close')];
    expect(skip!.y).toBeCloseTo(close!.y, 0);
    expect(skip!.x + skip!.width).toBeLessThan(close!.x);
    expect(skip!.y - dialog!.y).toBeGreaterThan(0.7 * dialog!.height);
    const scrolled = await help.evaluate((one) => {
      one.scrollTop = one.scrollHeight;
      return one.scrollTop;
    });
    expect(scrolled).toBeGreaterThan(0);
    expect((await box('Close'))!.y).toBeCloseTo(close!.y, 0);
    await page.context().close();
  });

  it('a refusal at the table names its rule, and opens it at that step', async () => {
    const page = await openTable(browser, service.url, { variant: 'alhambra/standard' }, phone);
    // The waste is not turned over while the stock has cards; a reserve takes no card.
    await tapMove(page, 'r0>r1');
    await page.getByRole('button', { name: 'Rule: Reserves only give' }).click();
    const help = page.getByRole('dialog', { name: 'How to play Alhambra' });
    await help.getByRole('heading', { name: 'Reserves only give' }).waitFor();
    await page.context().close();
  });

  it('P11: where the narrowest page has room for the refusal alone, a finger on its words opens the rule', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await practise(page, 'alhambra/standard');
    await page.setViewportSize({ width: 320, height: 568 });
    await tapMove(page, 'r0>r1');
    // The rule is fetched after the words are there.
    await page.getByRole('button', { name: 'Rule: Reserves only give' }).waitFor();
    const words = await page.locator('.toast').boundingBox();
    await page.touchscreen.tap(words!.x + words!.width / 2, words!.y + words!.height / 2);
    const help = page.getByRole('dialog', { name: 'How to play Alhambra' });
    await help.getByRole('heading', { name: 'Reserves only give' }).waitFor();
    await page.context().close();
  });

  it('from the lobby, where “Try it” keeps the seat and the countdown ends it; and from the result', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, 'bisley/thirteen');
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    await ben.getByRole('button', { name: 'Rules', exact: true }).click();
    await ben.getByRole('dialog', { name: 'How to play Bisley' }).waitFor();
    await ben.keyboard.press('Escape');

    await ben.getByRole('button', { name: 'I am ready' }).click();
    await ben.getByRole('button', { name: 'Try it' }).click();
    await pile(ben, 't0').waitFor();
    expect(ben.url()).toBe(anna.url());
    await ben.getByRole('button', { name: 'Lobby' }).click();
    await ben.getByRole('button', { name: 'Try it' }).click();
    await pile(ben, 't0').waitFor();
    await anna.getByRole('button', { name: 'Start the race' }).click();
    await ben.getByText('The race starts in', { exact: true }).waitFor();
    for (const page of [anna, ben]) await page.locator('[data-pile]').first().waitFor();

    await concede(anna);
    await concede(ben);
    await anna.getByRole('link', { name: 'Rules of Bisley' }).click();
    await anna.getByRole('heading', { name: 'Rules of Bisley' }).waitFor();
    await Promise.all([anna.context().close(), ben.context().close()]);
  });
});

describe('a first table', () => {
  it('says the key rule and points out what can be done, and never again', async () => {
    const page = await openBrowser(browser, service.url, phone, { isFirstTime: true });
    await practise(page, 'alhambra/standard', '3');
    const gotIt = page.getByRole('button', { name: 'Got it' });
    await gotIt.waitFor();
    // Nothing has been done yet, and nothing is lost by loading the page anew.
    await page.reload();
    await gotIt.waitFor();
    // What is done before it is pointed out takes its hint away; the key rule stays until it is put away, the first of four.
    await page.getByText('1/4').waitFor();
    await tapMove(page, 'deal');
    await waitForAnnouncement(page, 'turned up');
    await page.getByText('1/4').waitFor();
    for (let n = 0; n < 3 && (await gotIt.isVisible()); n++) await gotIt.click();
    await expect.poll(() => gotIt.count()).toBe(0);
    await page.reload();
    await pile(page, 'r0').waitFor();
    await tapMove(page, 'deal');
    await waitForAnnouncement(page, 'turned up');
    expect(await gotIt.count()).toBe(0);
    await page.context().close();
  });
});
