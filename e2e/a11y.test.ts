/** P11: every page for screen readers, in the light and in the dark, and without motion. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, motionsOf, noteMotion } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { playIdOf } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { pile, playMoves } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const bisley = 'bisley/thirteen';
const won = wonGames.find(({ variant }) => variant === bisley);
const line = won?.moves.split(' ') ?? [];

const { service, browser } = await serviceAndBrowser();
service.dealNext(bisley, won?.deal ?? '');

describe('P11: nothing of serious impact stands in the way of anybody, in the light or in the dark', () => {
  it('on the start page, the hand-over page, a practice table with its help and questions, and a replay', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    await page.getByRole('radio', { name: 'Bisley' }).waitFor();
    await page.getByText('Play a particular deal').click();
    await expectAccessible(page, 'start page');
    await practise(page, 'alhambra/standard');
    await playMoves(page, ['deal']);
    await expectAccessible(page, 'practice table');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'help');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Continue on another device' }).click();
    await page.getByRole('status', { name: 'Hand-over code' }).waitFor();
    await expectAccessible(page, 'hand-over dialog');
    await page.keyboard.press('Escape');
    await concede(page);
    await page.getByRole('heading', { name: 'You gave up' }).waitFor();
    await expectAccessible(page, 'end of a game');
    await page.goto(`${service.url}/replay/${playIdOf(page)}`);
    await page.getByRole('slider', { name: 'Step' }).waitFor();
    await expectAccessible(page, 'replay');
    await page.goto(`${service.url}/continue`);
    await page.getByRole('textbox', { name: 'Code or link' }).waitFor();
    await expectAccessible(page, 'hand-over page');
    await page.goto(service.url);
    await page.getByRole('region', { name: 'Your games' }).waitFor();
    await expectAccessible(page, 'start page with games');
    await page.context().close();
  });

  it('at the tables of the other games, on a phone', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await practise(page, 'sly-fox/standard');
    await expectAccessible(page, 'Sly Fox');
    await page.goto(service.url);
    await practise(page, 'british-square/piles');
    await playMoves(page, ['deal', 'deal']);
    await expectAccessible(page, 'British Square');
    await page.goto(service.url);
    await practise(page, 'alhambra/standard');
    await expectAccessible(page, 'Alhambra');
    await page.context().close();
  });

  it('in the lobby, at the running table with its standings, and on the result, on a desktop and on a phone', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, bisley);
    await anna.getByRole('heading', { name: 'Invite friends' }).waitFor();
    const ben = await openBrowser(browser, anna.url(), phone);
    await ben.getByRole('button', { name: 'Join the race' }).waitFor();
    await expectAccessible(ben, 'lobby before joining');
    await takeSeat(ben, 'Ben');
    await expectAccessible(anna, 'lobby of the host');
    await expectAccessible(ben, 'lobby of a guest');

    await startRace(anna, [ben], service);
    await playMoves(anna, line.slice(0, 3));
    await pile(anna, 't3').click();
    await expectAccessible(anna, 'table on a desktop');
    await pile(ben, 't3').tap();
    await expectAccessible(ben, 'table on a phone');
    await ben.getByRole('button', { name: 'Show the standings' }).click();
    await expectAccessible(ben, 'standings on a phone');
    await ben.getByRole('button', { name: 'See my table' }).click();
    await ben.getByRole('button', { name: 'Show the standings' }).click();
    await ben.getByRole('button', { name: 'See my table' }).waitFor();
    const race = ben.url();
    await ben.goBack();
    await pile(ben, 't3').waitFor();
    expect(ben.url(), 'back leads out of the standings, not out of the race').toBe(race);

    await concede(ben);
    await concede(anna);
    for (const page of [anna, ben]) {
      await page.getByRole('heading', { name: 'Standings' }).waitFor();
      await page.getByText('Reveal the deal').click();
      await expectAccessible(page, 'result');
    }
    await anna.context().close();
    await ben.context().close();
  });
});

describe('P11: without motion', () => {
  async function playALittle(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
    const page = await openBrowser(browser, 'about:blank', { ...desktop, reducedMotion });
    await noteMotion(page.context());
    await page.goto(service.url);
    await practise(page, bisley, won?.deal ?? '');
    await playMoves(page, line.slice(0, 2));
    await pile(page, 't0').click();
    await pile(page, 't1').click();
    await page.getByRole('button', { name: 'Collect' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    return page;
  }

  it('who asks for less of it sees no animation, and who does not sees cards fly', async () => {
    const still = await playALittle('reduce');
    await concede(still);
    await still.getByRole('heading', { name: 'You gave up' }).waitFor();
    expect(await motionsOf(still)).toEqual([]);
    const lively = await playALittle('no-preference');
    await expect.poll(async () => (await motionsOf(lively)).length).toBeGreaterThan(0);
    await still.context().close();
    await lively.context().close();
  });

  it('the countdown of a race stands still too', async () => {
    const anna = await openBrowser(browser, service.url, desktop);
    await noteMotion(anna.context());
    await anna.reload();
    await openRace(anna, bisley);
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    // Not put forward: what is looked at is the countdown itself.
    await startRace(anna, [ben]);
    expect(await motionsOf(anna)).toEqual([]);
    await anna.context().close();
    await ben.context().close();
  });
});
