/** P11: by keyboard alone, by finger, and on a narrow screen without sideways scrolling. */
import { gameList } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { tabTo, walkTo } from './support/keys.ts';
import { playAhead, playIdOf, recordOf } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, waitForAnnouncement, pile, playMoves, tableInWords } from './support/table.ts';
import { dragByMouse, dragByTouch } from './support/touch.ts';
import wonGames from './won-games.json' with { type: 'json' };

const bisley = 'bisley/thirteen';
const won = wonGames.find(({ variant }) => variant === bisley);
const deal = won?.deal ?? '';
const line = won?.moves.split(' ') ?? [];

/** So many moves at either end of a won game are made by keys. */
const BY_KEYS = scaled(4, line.length);

const { service, browser } = await serviceAndBrowser();

const moves = (page: Page) => expect.poll(() => figure(page, 'Moves'));

/** Gone altogether: while it goes, clicks and keys are still the dialog's. */
const noDialog = (page: Page) => expect.poll(() => page.locator('dialog').count()).toBe(0);

describe('by keyboard alone', () => {
  it('P11: from the start page to a won game and on to one that is given up, without a mouse', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    const { keyboard } = page;
    const warnings: string[] = [];
    page.on('console', (line) => /svelte/.test(line.text()) && warnings.push(line.text()));
    await page.getByRole('radio', { name: 'Bisley' }).waitFor();

    // The games are one stop of Tab, with the arrow keys between them.
    await tabTo(page, page.getByRole('radio', { name: 'Bisley' }));
    await keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Sly Fox' }).waitFor();
    await keyboard.press('ArrowUp');
    await page.getByRole('region', { name: 'Bisley' }).waitFor();
    await tabTo(page, page.locator('summary'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Deal code or PySolFC number' }));
    await keyboard.type(deal);
    await keyboard.press('Enter');
    await page.waitForURL(/\/play\//);
    await tabTo(page, page.locator('[data-pile]'));
    const opening = await tableInWords(page);

    // Help, and away with it.
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'How to play Bisley' }).waitFor();
    await keyboard.press('Escape');
    await noDialog(page);
    await tabTo(page, page.locator('[data-pile]'));

    // A card that is taken and put back, one that does not go there, undo and redo.
    await walkTo(page, 't0');
    await keyboard.press('Enter');
    await waitForAnnouncement(page, /selected/);
    await keyboard.press('Escape');
    await waitForAnnouncement(page, /put back\.$/);
    await keyboard.press('Space');
    await walkTo(page, 't1');
    await keyboard.press('Space');
    await waitForAnnouncement(page, /^The .* does not (go on|follow) the/);
    await keyboard.press('Escape');
    await expect.poll(() => tableInWords(page)).toEqual(opening);
    await walkTo(page, 't2');
    await keyboard.press('h');
    await moves(page).toBe('1');
    await keyboard.press('z');
    await expect.poll(() => tableInWords(page)).toEqual(opening);
    await keyboard.press('y');
    await moves(page).toBe('2');

    for (const [index, move] of line.entries()) {
      if (index === 0) continue;
      // The middle of it is played on another device; this one follows.
      if (index === BY_KEYS) {
        await playAhead(page, bisley, line.slice(BY_KEYS, -BY_KEYS));
        await moves(page).toBe(String(line.length - BY_KEYS + 1));
      }
      if (index >= BY_KEYS && index < line.length - BY_KEYS) continue;
      const [from = '', to = ''] = move.split('>');
      await walkTo(page, from);
      // Near the end two foundations may want one card: then it is shown where it goes.
      if (to.startsWith('f') && index < 30) {
        await keyboard.press('h');
      } else {
        await keyboard.press('Enter');
        await walkTo(page, to);
        await keyboard.press('Enter');
      }
      await moves(page).toBe(String(index + 2));
    }
    await page.getByRole('heading', { name: 'Won!' }).waitFor();

    // The next game, which is given up after a second thought.
    const last = playIdOf(page);
    await tabTo(page, page.locator('.end').getByRole('button', { name: 'New deal' }));
    await keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith(last));
    await moves(page).toBe('0');
    await tableInWords(page);
    await tabTo(page, page.getByRole('button', { name: 'Give up' }));
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Give up?' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Keep playing' }));
    await keyboard.press('Enter');
    await noDialog(page);
    // The focus is where it was.
    await page.locator('button:focus').filter({ hasText: 'Give up' }).waitFor();
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Give up' }));
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You gave up' }).waitFor();
    await expect.poll(() => recordOf(page)).toMatchObject({ ending: 'conceded' });
    // No dialog was told that it is closed after it had gone.
    expect(warnings).toEqual([]);
    await page.context().close();
  });
});

describe('by mouse and keyboard in turn', () => {
  it('P11: the keys work as soon as the table is there, and after a click beside the cards', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    const { keyboard } = page;
    await practise(page, bisley, deal);
    const help = page.getByRole('dialog', { name: 'How to play Bisley' });
    const closeHelp = async () => {
      await keyboard.press('Escape');
      await noDialog(page);
    };
    await keyboard.press('?');
    await help.waitFor();
    await closeHelp();
    await page.mouse.click(5, 600);
    await keyboard.press('?');
    await help.waitFor();
    await closeHelp();
    // Where Tab leaves buttons out, as it does in Safari, an arrow key leads to the cards.
    await page.mouse.click(5, 600);
    await keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('[data-pile]:focus').count()).toBe(1);
    await page.context().close();
  });

  it('P11: arrow keys go on from a clicked card, also where a click gives buttons no focus, as in Safari', async () => {
    const page = await openTable(browser, service.url, { variant: bisley, deal });
    await page.evaluate(() =>
      addEventListener('mousedown', (event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }),
    );
    await pile(page, 't2').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, /^The .* does not (go on|follow) the/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-pile')))
      .toBe('t3');
    await page.context().close();
  });
});

describe('from phase to phase of a race', () => {
  const focused = (page: Page) =>
    expect.poll(() =>
      page.evaluate(() => {
        const { activeElement } = document;
        return `${activeElement?.localName ?? ''}: ${activeElement?.textContent.trim() ?? ''}`;
      }),
    );

  it('P11: the focus goes on at the cards, or the heading, of what has come, and stays where it still is', async () => {
    service.dealNext(bisley, deal);
    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, bisley);
    const ben = await openBrowser(browser, anna.url(), desktop);
    await takeSeat(ben, 'Ben');
    await ben.getByRole('button', { name: 'Say something' }).press('Enter');
    await focused(ben).toBe('summary: Say something');
    await tabTo(ben, ben.getByRole('button', { name: 'I am ready' }));
    await ben.keyboard.press('Enter');
    await anna.getByText('Everyone is ready.').waitFor();
    await tabTo(anna, anna.getByRole('button', { name: 'Start the race' }));
    await anna.keyboard.press('Enter');
    const started = 'h1: Bisley, 13 columns';
    await Promise.all([focused(anna).toBe(started), focused(ben).toBe(started)]);
    await anna.locator('[data-pile]').first().waitFor();
    // As in practice: letters and arrow keys act from the first moment.
    await expect.poll(() => anna.locator('[data-pile]:focus').count()).toBe(1);

    await concede(ben);
    await tabTo(anna, anna.getByRole('button', { name: 'Give up' }));
    await anna.keyboard.press('Enter');
    await tabTo(anna, anna.getByRole('dialog').getByRole('button', { name: 'Give up' }));
    await anna.keyboard.press('Enter');
    const over = 'h1: No winner: no cards home';
    await Promise.all([focused(anna).toBe(over), focused(ben).toBe(over)]);
    await anna.context().close();
    await ben.context().close();
  });
});

describe('by drag', () => {
  it.each([
    { with: 'a finger', options: phone, drag: dragByTouch },
    { with: 'the mouse', options: desktop, drag: dragByMouse },
  ])('P11: with $with onto a legal place, and back from another', async ({ options, drag }) => {
    const page = await openTable(browser, service.url, { variant: bisley, deal }, options);
    const opening = await tableInWords(page);
    const cardsLie = () =>
      page
        .locator('[data-card]')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('style')));
    const lie = await cardsLie();
    await drag(page, pile(page, 't0'), pile(page, 't1'));
    await waitForAnnouncement(page, /^The .* does not (go on|follow) the/);
    await expect.poll(() => tableInWords(page)).toEqual(opening);
    await expect.poll(cardsLie).toEqual(lie);
    expect(await figure(page, 'Moves')).toBe('0');

    // The places that take the card are shown while it hangs.
    const lit: string[] = [];
    await drag(page, pile(page, 't8'), pile(page, 't11'), async () => {
      lit.push(
        ...(await page
          .locator('[data-pile][aria-label*="can go here"]')
          .evaluateAll((piles) => piles.map((one) => one.getAttribute('data-pile') ?? ''))),
      );
    });
    await moves(page).toBe('1');
    expect(lit.sort()).toEqual(['fkC', 't11']);
    await expect.poll(async () => (await recordOf(page)).log.length).toBe(1);
    await page.context().close();
  });
});

describe('on a phone', () => {
  /** Nothing reaches beyond the screen's sides. */
  async function fits(page: Page): Promise<void> {
    const widths = await page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      return { scrollWidth, innerWidth, scale: visualViewport?.scale };
    });
    expect(widths, page.url()).toEqual({ scrollWidth: 390, innerWidth: 390, scale: 1 });
  }
  async function tableFits(page: Page): Promise<void> {
    await fits(page);
    const sides = await page.locator('[data-pile]').evaluateAll((piles) => {
      const boxes = piles.map((one) => one.getBoundingClientRect());
      return {
        left: Math.min(...boxes.map(({ left }) => left)),
        right: Math.max(...boxes.map(({ right }) => right)),
      };
    });
    expect(sides.left).toBeGreaterThanOrEqual(0);
    expect(sides.right).toBeLessThanOrEqual(390);
  }

  const variants = gameList.flatMap((game) =>
    game.variants.slice(0, scaled(1, 99)).map(({ id }) => id),
  );
  it('P11: start page, every game’s table (by night every variant’s) and its replay fit 390 × 844 without sideways scrolling', async () => {
    const page = await openBrowser(browser, service.url, phone);
    for (const variant of variants) {
      await practise(page, variant);
      await tableFits(page);
      const id = playIdOf(page);
      await page.goto(`${service.url}/replay/${id}`);
      await page.getByRole('slider', { name: 'Step' }).waitFor();
      await tableFits(page);
      await page.goto(service.url);
      await page.getByRole('region', { name: 'Your games' }).waitFor();
      await fits(page);
    }
    await page.context().close();
  });

  // By day every-page.test sees to these pages, under shorter names.
  it.each(scaled([], ['P11']))(
    '%s: lobby, running race and standings fit 390 × 844 without sideways scrolling, under the longest name',
    async () => {
      service.dealNext(bisley, deal);
      const anna = await openBrowser(browser, service.url, phone);
      await openRace(anna, bisley);
      await anna.getByRole('img', { name: 'QR code of the link' }).waitFor();
      await fits(anna);
      const ben = await openBrowser(browser, anna.url(), phone);
      await ben.getByRole('button', { name: 'Join the race' }).waitFor();
      await fits(ben);
      // The longest name there is, without a place to break it.
      await takeSeat(ben, 'W'.repeat(24));
      await fits(ben);
      await fits(anna);
      await startRace(anna, [ben], service);
      await playMoves(anna, line.slice(0, 2));
      await tableFits(anna);
      await anna.getByRole('button', { name: 'Show the standings' }).click();
      await fits(anna);
      await anna.getByRole('button', { name: 'See my table' }).click();
      await concede(anna);
      await concede(ben);
      await ben.getByRole('heading', { name: 'Standings' }).waitFor();
      await fits(ben);
      await ben.getByText('Reveal the deal').click();
      await fits(ben);
      await anna.context().close();
      await ben.context().close();
    },
  );
});
