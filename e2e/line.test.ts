/** Lines that go and services that stop, in the middle of a race between two browsers. */
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { ownPlayId, playAhead, playIdOf, recordOf } from './support/person.ts';
import { concede, raceOfTwo } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, pile, playMoves, tableInWords, tapMove } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const variant = 'bisley/thirteen';
const won = wonGames.find((game) => game.variant === variant);
const line = won?.moves.split(' ') ?? [];
const entries = line.map((text) => encodeEntry(parseMove(variant, text) ?? 'undo'));

const { service, browser } = await serviceAndBrowser();
service.dealNext(variant, won?.deal ?? '');

const bensRow = (page: Page) =>
  page.getByRole('list', { name: 'Standings' }).getByRole('listitem').filter({ hasText: 'Ben' });
const lostLine = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline.' });
const logged = async (page: Page, playId: string) =>
  (await recordOf(page, playId)).log.map(({ entry }) => entry);

it('where web sockets are not let through, moves go by long polling', async () => {
  const page = await openBrowser(browser, 'about:blank', phone);
  // Their handshake is refused, as by a proxy that knows none.
  await page.addInitScript(() => {
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(address: string | URL) {
        super(String(address).replace('/socket.io/', '/nowhere/'));
      }
    };
  });
  await page.goto(service.url);
  await practise(page, variant, won?.deal);
  await playMoves(page, line.slice(0, 2));
  await expect.poll(() => logged(page, playIdOf(page))).toEqual(entries.slice(0, 2));
  // Whoever has been here before has a line from the HTML, which comes to nothing either.
  await page.reload();
  await tableInWords(page);
  await playMoves(page, line.slice(2, 3));
  await expect.poll(() => logged(page, playIdOf(page))).toEqual(entries.slice(0, 3));
  await page.context().close();
});

describe('a line that goes', () => {
  it('P10 P4: moves made meanwhile are shown and kept, the others see who is away, and all are sent once when the line is back', async () => {
    const [anna, ben] = await raceOfTwo(browser, service, variant);
    await playMoves(ben, line.slice(0, 2));
    const playId = await ownPlayId(ben);
    await expect.poll(() => logged(ben, playId)).toEqual(entries.slice(0, 2));

    await ben.context().setOffline(true);
    await lostLine(ben).waitFor();
    await bensRow(anna).getByText('Away').waitFor();
    await playMoves(ben, line.slice(2, 6));
    await lostLine(ben).getByText('4 moves waiting to send.').waitFor();
    const table = await tableInWords(ben);
    expect(await logged(ben, playId)).toEqual(entries.slice(0, 2));
    await playMoves(anna, line.slice(0, 3));

    await ben.context().setOffline(false);
    await lostLine(ben).waitFor({ state: 'hidden' });
    await expect.poll(() => logged(ben, playId)).toEqual(entries.slice(0, 6));
    await bensRow(anna).getByText('6 moves').waitFor();
    await bensRow(anna).getByText('Away').waitFor({ state: 'hidden' });
    await expect.poll(() => tableInWords(ben)).toEqual(table);

    // What he sees is what the service has: a reload changes nothing, and he goes on.
    await ben.reload();
    await expect.poll(() => tableInWords(ben)).toEqual(table);
    await playMoves(ben, line.slice(6, 8));
    await expect.poll(() => logged(ben, playId)).toEqual(entries.slice(0, 8));

    // Given up without a line, that is what waits, by eye and by ear, and nothing of it is left when it is sent.
    await ben.getByRole('button', { name: 'Give up' }).click();
    const asked = ben.getByRole('dialog').or(ben.getByRole('alertdialog'));
    await asked.getByRole('button', { name: 'Keep playing' }).click();
    await ben.context().setOffline(true);
    await lostLine(ben).waitFor();
    await concede(ben);
    const gaveUp = 'You gave up. This is sent as soon as you’re online.';
    await ben.getByRole('status').filter({ hasText: gaveUp }).waitFor();
    const heard = () => ben.locator('[aria-live="polite"]').last().textContent();
    await expect.poll(heard).toContain(gaveUp);
    expect(await lostLine(ben).count()).toBe(0);
    await ben.context().setOffline(false);
    await bensRow(anna).getByText('Gave up').waitFor();
    await expect.poll(heard).not.toContain(gaveUp);
    await anna.context().close();
    await ben.context().close();
  });

  it('P10 P4: moves made without a line are sent when it is back though their table was left, and that is said', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await practise(page, variant, won?.deal);
    await playMoves(page, line.slice(0, 2));
    const playId = playIdOf(page);
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 2));
    await page.context().setOffline(true);
    await lostLine(page).waitFor();
    await playMoves(page, line.slice(2, 5));
    await lostLine(page).getByText('3 moves waiting to send.').waitFor();
    await page.goBack();
    await page
      .getByRole('heading', { name: 'Today’s dailies' })
      .or(page.locator('.begin'))
      .first()
      .waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => logged(page, playId), { timeout: 20_000 }).toEqual(entries.slice(0, 5));
    // On the page, and, a moment later, aloud.
    await page.getByText('What you played without a connection has been sent.').first().waitFor();
    await page.context().close();
  });

  it('P4: of one table in two tabs, what one has played without a line is shown in the other before it plays on, and all is sent', async () => {
    const one = await openBrowser(browser, service.url, phone);
    await practise(one, variant, won?.deal);
    await playMoves(one, line.slice(0, 2));
    const playId = playIdOf(one);
    await expect.poll(() => logged(one, playId)).toEqual(entries.slice(0, 2));
    const other = await one.context().newPage();
    await other.goto(one.url());
    await tableInWords(other);

    await one.context().setOffline(true);
    for (const page of [one, other]) await lostLine(page).waitFor();
    await playMoves(one, line.slice(2, 4));
    await lostLine(one).getByText('2 moves waiting to send.').waitFor();
    // The first tab's moves take the place of the move that was meant for another table.
    await tapMove(other, line[2] ?? '');
    await expect.poll(() => figure(other, 'Moves')).toBe('4');
    await expect.poll(() => tableInWords(other)).toEqual(await tableInWords(one));
    await playMoves(other, line.slice(4, 6));

    await one.context().setOffline(false);
    await expect.poll(() => logged(one, playId)).toEqual(entries.slice(0, 6));
    for (const page of [one, other]) {
      await page.reload();
      await expect.poll(() => figure(page, 'Moves')).toBe('6');
    }
    await one.context().close();
  });

  it('a race asked for without a line says so beside the button, and not that it is on its way', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await practise(page, variant);
    await page.goto(service.url);
    const race = page.getByRole('button', { name: 'Race a friend' });
    await race.waitFor();
    await page.context().setOffline(true);
    await page.getByText('Races wait until you are online.').waitFor();
    await race.tap();
    const word = page.locator('.ways .waits', { hasText: 'You’re offline.' });
    await word.waitFor();
    // Both at one moment: notes above them come and go.
    const below = await word.evaluate((said) => {
      const button = said.parentElement?.querySelector('button');
      return said.getBoundingClientRect().top - (button?.getBoundingClientRect().bottom ?? 0);
    });
    expect(below).toBeGreaterThanOrEqual(0);
    expect(below).toBeLessThan(24);
    expect(await page.getByText('on its way').count()).toBe(0);
    await page.context().close();
  });

  it('a tap on a card that a slow line has not shown yet is kept, and takes it up when it is there', async () => {
    const page = await openBrowser(browser, 'about:blank', phone);
    let delayMs = 0;
    await page.routeWebSocket(/socket\.io/, (near) => {
      const far = near.connectToServer();
      near.onMessage((message) => far.send(message));
      far.onMessage((message) => void setTimeout(() => near.send(message), delayMs));
    });
    await page.goto(service.url);
    await practise(page, 'sly-fox/standard', '3');
    delayMs = 1_200;
    await tapMove(page, 's>r0');
    await expect.poll(() => figure(page, 'Moves')).toBe('1');
    expect(await pile(page, 's').getAttribute('aria-label')).not.toContain(', top ');
    await pile(page, 's').tap();
    await page.locator('[data-pile="s"][aria-label*=", selected"]').waitFor();
    await page.context().close();
  });

  it('P10: a line that died while the phone slept is noticed when it wakes, not when it should have been heard from', async () => {
    const page = await openBrowser(browser, 'about:blank', phone);
    // Time stands still at the right moment: nothing but the waking can notice it then.
    await page.clock.install();
    const lines: { isDead: boolean }[] = [];
    // A slow machine may notice it before time stands still: what is opened then is dead as well.
    let isDown = false;
    await page.routeWebSocket(/socket\.io/, (near) => {
      const state = { isDead: isDown };
      lines.push(state);
      const far = near.connectToServer();
      near.onMessage((message) => state.isDead || far.send(message));
      far.onMessage((message) => state.isDead || near.send(message));
      far.onClose(() => state.isDead || void near.close());
    });
    await page.goto(service.url);
    await practise(page, variant, won?.deal);
    await playMoves(page, line.slice(0, 2));
    const playId = playIdOf(page);
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 2));

    isDown = true;
    for (const one of lines) one.isDead = true;
    const opened = lines.length;
    await playMoves(page, line.slice(2, 3));
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
    isDown = false;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.clock.runFor(1_500);
    await lostLine(page).waitFor();
    await page.clock.resume();
    await lostLine(page).waitFor({ state: 'hidden' });
    expect(lines.length).toBeGreaterThan(opened);
    await expect.poll(() => logged(page, playId)).toEqual(entries.slice(0, 3));
    await page.context().close();
  });

  it('P4 P7 P10: the service is stopped and started again: both pages come back by themselves, nothing is lost or counted twice', async () => {
    const [anna, ben] = await raceOfTwo(browser, service, variant);
    await playMoves(anna, line.slice(0, 4));
    await playMoves(ben, line.slice(0, 3));
    const [annas, bens] = [await ownPlayId(anna), await ownPlayId(ben)];
    await expect.poll(() => logged(anna, annas)).toHaveLength(4);
    await expect.poll(() => logged(ben, bens)).toHaveLength(3);
    const seconds = async (page: Page) => {
      const [minutes = 0, rest = 0] = (await figure(page, 'Time')).split(':').map(Number);
      return 60 * minutes + rest;
    };
    const before = await seconds(anna);

    await service.restart(async () => {
      await Promise.all([lostLine(anna).waitFor(), lostLine(ben).waitFor()]);
      await playMoves(ben, line.slice(3, 5));
    });

    await Promise.all([anna, ben].map((page) => lostLine(page).waitFor({ state: 'hidden' })));
    await playMoves(anna, line.slice(4, 6));
    await expect.poll(() => logged(anna, annas)).toEqual(entries.slice(0, 6));
    await expect.poll(() => logged(ben, bens)).toEqual(entries.slice(0, 5));
    await bensRow(anna).getByText('5 moves').waitFor();
    expect(await seconds(anna)).toBeGreaterThanOrEqual(before);

    await concede(ben);
    await playAhead(anna, variant, line.slice(6, -2), annas);
    await expect.poll(() => figure(anna, 'Moves')).toBe(String(line.length - 2));
    await playMoves(anna, line.slice(-2, -1));
    await tapMove(anna, line.at(-1) ?? '');
    await anna.getByRole('heading', { name: 'You won!' }).waitFor();
    const rows = ben.getByRole('row').filter({ has: ben.getByRole('rowheader') });
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/Ben[\s\S]*Gave up/);
    await anna.context().close();
    await ben.context().close();
  });
});
