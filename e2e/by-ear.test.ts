/** P11: by ear and keyboard alone: roles, names and what is said, and nothing that only eyes find. */
import { gameList } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { allOf, Listener, treeOf } from './support/by-ear.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { playMoves, tableInWords } from './support/table.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const bisley = 'bisley/thirteen';
const won = wonGames.find(({ variant }) => variant === bisley);
const line = won?.moves.split(' ') ?? [];

const { service, browser } = await serviceAndBrowser();

describe('P11: what a screen reader is given of a table', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openBrowser(browser, service.url, phone);
  });

  it.each(wonGames.map((game) => [game.variant, game] as const))(
    '%s: each pile once and by name, and no fragments of cards',
    async (variant, { deal, moves }) => {
      await page.goto(service.url);
      await practise(page, variant, deal);
      await playMoves(page, moves.split(' ').slice(0, 2));
      const [board, ...others] = allOf(await treeOf(page), 'application');
      expect(others).toEqual([]);
      expect(board?.name).toMatch(/, the table$/);
      const game = gameList.flatMap(({ variants }) => variants).find(({ id }) => id === variant);
      const piles = board?.parts ?? [];
      expect(piles).toHaveLength(game?.piles.length ?? 0);
      for (const { role, name, parts } of piles) {
        expect(role).toBe('button');
        expect(name).toMatch(/^[A-Z][\w ]+: (empty|\d+ cards?|(\w+|10) of \w+, \d+ cards?)/);
        expect(parts).toEqual([]);
      }
      expect(new Set(piles.map(({ name }) => name)).size).toBe(piles.length);
    },
  );
});

describe('P11: no key is taken from whoever needs it for something else', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

  it('letters at the page or at a heading do nothing, and at the cards only while they are on', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    const listener = new Listener(page);
    await practise(page, bisley, won?.deal ?? '');
    await playMoves(page, line.slice(0, 2));
    const before = await tableInWords(page);
    const said = () => page.locator('[aria-live="polite"]').last().textContent();
    await expect.poll(said).toMatch(/^King of clubs to its foundation/);
    const saidBefore = await said();
    const headings = await page.getByRole('heading').all();
    for (const place of [page.locator('body'), page.locator('main'), ...headings]) {
      await place.evaluate((one: HTMLElement) => {
        (document.activeElement as HTMLElement | null)?.blur();
        if (one.tabIndex < 0) one.tabIndex = -1;
        one.focus();
      });
      for (const letter of letters) await page.keyboard.press(letter);
    }
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await tableInWords(page)).toEqual(before);
    expect(await said()).toBe(saidBefore);

    await listener.tabTo(/^button "(Column|Clubs)/);
    await listener.next();
    expect(await listener.press('z')).toMatch(/^Taken back/);
    expect(await listener.press('y')).toMatch(/to its foundation/);
    await page.keyboard.press('F1');
    await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.reload();
    await listener.tabTo(/^button "(Column|Clubs)/);
    const kept = await tableInWords(page);
    for (const letter of letters) await page.keyboard.press(letter);
    expect(await tableInWords(page)).toEqual(kept);
    await page.context().close();
  });
});

// Bisley is played to its end in the race below; each night the long games are, too.
const others = scaled(
  [],
  wonGames.filter(({ variant }) => variant !== bisley),
);
it.each(others.map((game) => [game.variant, game] as const))(
  'P11: a game by ear: %s, dealt, played and won by what is said and by keys',
  async (variant, { deal, moves }) => {
    const page = await openTable(browser, service.url, { variant, deal });
    const listener = new Listener(page);
    await listener.tabTo(/^button "(Clubs|Pile|Reserve)/);
    await listener.next('start');
    for (const [index, move] of moves.split(' ').entries()) {
      const said = await listener.play(variant, move);
      expect(said, `${index}: ${move}`).toMatch(
        / to (its foundation|the waste|pile|reserve)|^Dealt\.|^The waste is turned over\.|^Won!/,
      );
    }
    expect(listener.transcript.at(-1)).toMatch(/Won!/);
    await page.getByRole('heading', { name: 'Won!' }).waitFor();
    await page.context().close();
  },
);

/** What is said further of what has the focus. */
const descriptionAt = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-describedby');
    return id && document.getElementById(id)?.textContent;
  });

/** Counts how often the page says to whoever listens that somebody has won. */
function countWinsSaid(): void {
  Object.assign(window, { winsSaid: 0 });
  const counter = window as unknown as { winsSaid: number };
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const isWin = (node: Node) =>
      !!node.parentElement?.closest('[aria-live="polite"]') &&
      !!node.textContent?.includes('brought all cards home');
    counter.winsSaid += added.filter(isWin).length;
  }).observe(document, { subtree: true, childList: true });
}

describe('P11: a race by ear', () => {
  it('from the invitation to the standings, one game of it to its end', async () => {
    service.dealNext(bisley, won?.deal ?? '');
    const anna = new Listener(await openBrowser(browser, service.url, desktop));
    await anna.tabTo(/^radio "Bisley"/);
    await anna.tabTo(/^button "Race a friend"/);
    await anna.page.keyboard.press('Enter');
    await anna.page.getByRole('heading', { name: 'Invite friends' }).waitFor();
    await anna.page.waitForURL(/\/race\//);

    const ben = new Listener(await openBrowser(browser, anna.page.url(), desktop));
    await ben.page.getByRole('textbox', { name: 'Your name' }).waitFor();
    await ben.tabTo(/^textbox "Your name"/);
    await ben.page.keyboard.type('Ben');
    await ben.page.keyboard.press('Enter');
    // Where the form was, there is nothing now: the focus has gone on, and stays while an answer is awaited.
    await expect.poll(() => ben.at()).toMatch(/^button "I am ready"/);
    await ben.page.keyboard.press('Enter');
    await anna.page.getByText('Everyone is ready.').waitFor();
    expect(await ben.at()).toMatch(/^button "I am ready"/);
    await anna.tabTo(/^button "Start the race"/);
    await anna.page.keyboard.press('Enter');
    for (const { page } of [anna, ben]) await page.getByRole('application').waitFor();

    // Ben brings a card home and looks around.
    await ben.tabTo(/^button "(Column|Clubs)/);
    await ben.next('start');
    expect(await ben.play(bisley, line[0] ?? '')).toMatch(/ to its foundation/);
    expect(await ben.press('m')).toMatch(/cards can move\. .* from column \d+ to /);
    expect(await ben.press('t')).toMatch(/can go to|No place takes/);
    expect(await ben.press('l')).toMatch(/ to its foundation/);
    expect(await ben.press('c')).toMatch(/played, .* left; 1 of 48 cards home\.$/);
    expect(await ben.press('w')).toMatch(/^Clubs foundation .*Column 13: /);
    // Orca drops what it takes for a repeat: the same words come in another element.
    const words = await ben.page.locator('[aria-live="polite"] > span').last().elementHandle();
    expect(await ben.press('o')).toMatch(/^Clubs foundation .*Column 13: /);
    expect(await words?.evaluate((one) => one.isConnected)).toBe(false);
    expect(await ben.press('Shift+F6')).toBe('Foundations.');
    expect(await ben.press('F6')).toBe('Tableau.');
    expect(await ben.press('F6')).toMatch(/^\d: .*you, 1 home/);
    expect(await ben.at()).toMatch(/^heading "Standings"/);
    expect(await ben.press('F6')).toBe('Foundations.');

    // Anna plays her game to its end.
    await ben.page.evaluate(countWinsSaid);
    await anna.tabTo(/^button "(Column|Clubs)/);
    await anna.next('start');
    for (const [index, move] of line.entries()) {
      const said = await anna.play(bisley, move);
      // On a slow machine the news that follows a move has been said by the time it is listened to.
      expect(said, `${index}: ${move}`).toMatch(
        / to (its foundation|column)|^Won!|^First suit home/,
      );
      if (index === 0) expect(await anna.press('s')).toMatch(/^\d: .*you, 1 home/);
    }
    await anna.page.getByRole('heading', { name: 'Won!' }).waitFor();

    // Of the other, Ben has heard the half and the end, and gives up.
    await expect
      .poll(() => ben.page.locator('[aria-live="polite"]').last().textContent())
      .toMatch(/brought all cards home/);
    await ben.tabTo(/^button "Give up"/);
    await ben.page.keyboard.press('Enter');
    expect(await ben.page.evaluate('winsSaid')).toBe(1);
    await ben.page.getByRole('alertdialog').or(ben.page.getByRole('dialog')).waitFor();
    await expect.poll(() => descriptionAt(ben.page)).toBe('The game ends here, for good.');
    await ben.tabTo(/^button "Give up"/);
    await ben.page.keyboard.press('Enter');
    for (const { page } of [anna, ben]) {
      await page.getByRole('heading', { name: 'Standings' }).waitFor();
      const [first] = await page
        .getByRole('list', { name: 'Standings' })
        .getByRole('listitem')
        .all();
      expect(await first?.textContent()).toMatch(/Won/);
      await page.context().close();
    }
  });
});
