/** P11: at 400 % zoom, in forced colours, with two fingers, and with a thumb. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { raceOfTwo } from './support/race.ts';
import { pile, playMoves } from './support/table.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

/** A window of 1280 × 1024 at 400 %. */
const zoomed = { viewport: { width: 320, height: 256 } };

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** By day a table of columns and one of rows; each night every game’s. */
const tables = scaled(
  ['bisley/thirteen', 'sly-fox/standard'],
  wonGames.map(({ variant }) => variant),
);

describe('P11: at 400 % zoom', () => {
  it.each(tables)(
    '%s: nothing is to be scrolled sideways, cards lie on the felt, and every control can be reached',
    async (variant) => {
      const page = await openBrowser(browser, service.url, zoomed);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      await practise(page, variant);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      const beyondFelt = await page.evaluate(() => {
        const felt = document.querySelector('.felt')!.getBoundingClientRect();
        return [...document.querySelectorAll('.card, .place')].filter((one) => {
          const { left, right, bottom } = one.getBoundingClientRect();
          return left < felt.left || right > felt.right || bottom > felt.bottom;
        }).length;
      });
      expect(beyondFelt).toBe(0);
      for (const name of ['Undo', 'Collect', 'Give up', 'Help']) {
        const control = page.getByRole('button', { name, exact: true });
        await control.scrollIntoViewIfNeeded();
        const box = await control.boundingBox();
        expect(box?.x, name).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(320);
      }
      // Whoever has no keyboard scrolls there.
      const first = await page.getByRole('button', { name: 'Give up', exact: true }).boundingBox();
      await page.mouse.move((first?.x ?? 0) + 10, 128);
      await page.mouse.wheel(0, -600);
      await page.mouse.wheel(0, 600);
      const help = page.getByRole('button', { name: 'Help', exact: true });
      await expect
        .poll(async () => {
          const box = await help.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 0);
        })
        .toBeLessThanOrEqual(256);
      await help.click();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.context().close();
    },
  );
});

it('P11: on a phone with text of twice the size no bar’s words overlap or are cut off', async () => {
  const page = await openBrowser(browser, service.url, phone);
  /** What is cut off by its bar or the screen, or lies under what is beside it. */
  const crowded = (within: string) =>
    page.locator(within).evaluateAll((all) => {
      const boxes = all.map((one) => ({ one, box: one.getBoundingClientRect() }));
      return boxes.flatMap(({ one, box }, n) => {
        const next = boxes[n + 1]?.box ?? { left: innerWidth, top: box.top };
        const isBeside = Math.abs(next.top - box.top) < box.height / 2;
        const isFree = box.left >= 0 && (!isBeside || box.right <= next.left + 1);
        return isFree && box.right <= innerWidth ? [] : [one.textContent.trim()];
      });
    });
  const enlarge = () =>
    page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await enlarge();
  await expect.poll(() => crowded('nav[aria-label="Pages"] a, header a span')).toEqual([]);
  await practise(page, 'bisley/thirteen');
  await enlarge();
  await expect.poll(() => crowded('.control span')).toEqual([]);
  await expect.poll(() => crowded('.figures > div, .actions .on-bar:visible')).toEqual([]);
  // Nor what is written on a pile, which is no wider than its cards.
  await page.goto(service.url);
  await practise(page, 'alhambra/standard');
  await enlarge();
  const overPile = () =>
    page
      .locator('[data-pile="s"] .note')
      .evaluate((note) => note.clientWidth - (note.parentElement?.clientWidth ?? 0));
  await expect.poll(overPile).toBeLessThanOrEqual(0);
  await page.context().close();
});

it('P11: on a wide screen with text of twice the size what is said takes no room from the cards', async () => {
  const laptop = { viewport: { width: 1280, height: 815 } };
  const page = await openBrowser(browser, service.url, laptop, { isFirstTime: true });
  await practise(page, 'bisley/thirteen');
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await page.locator('.messages .hint').waitFor();
  const heightOf = async (selector: string) =>
    (await page.locator(selector).boundingBox())?.height ?? 0;
  await expect.poll(() => heightOf('.felt')).toBeGreaterThan(815 / 2);
  expect(await heightOf('.messages')).toBeLessThanOrEqual(3.25 * 32);
  await page.context().close();
});

it('P11: where a browser makes text alone larger cards are as large as their piles', async () => {
  const page = await openTable(browser, service.url, { variant: 'bisley/thirteen' });
  // What it makes of any size in pixels; em are of what it has made of it.
  await page.addStyleTag({
    content: '.board { font-size: 200px !important; } .board .card { zoom: 2; }',
  });
  await page.setViewportSize({ width: 1200, height: 800 });
  const widthOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.width ?? 0;
  await expect
    .poll(async () => (await widthOf('.board .card')) - (await widthOf('.board .mark')))
    .toBeCloseTo(0, 0);
  await page.context().close();
});

it('P11: the suits on the cards are our own signs, on every device', async () => {
  const page = await openTable(browser, service.url, { variant: 'bisley/thirteen' });
  const faces = await page.evaluate(
    async () => (await document.fonts.load('16px Cards', 'AQ♣♠♥♦')).length,
  );
  expect(faces).toBe(1);
  const widths = await page
    .locator('.card .suit.small:visible')
    .evaluateAll((signs) =>
      signs.map(
        (sign) => sign.getBoundingClientRect().width / parseFloat(getComputedStyle(sign).fontSize),
      ),
    );
  // Each as wide as it is high, which those of other fonts are not.
  expect(widths.length).toBeGreaterThan(40);
  for (const width of widths) expect(width).toBeCloseTo(1, 1);
  await page.context().close();
});

describe('P11: in forced colours', () => {
  it('empty piles, what is selected and where it can go have lines of their own', async () => {
    const page = await openBrowser(browser, service.url, { ...desktop, forcedColors: 'active' });
    const { deal, moves } = wonGames[0]!;
    await practise(page, 'bisley/thirteen', deal);
    const [from = '', to = ''] = (moves.split(' ')[0] ?? '').split('>');
    await pile(page, from).click();
    const line = (selector: string, side: 'border' | 'outline') =>
      page
        .locator(selector)
        .first()
        .evaluate((one, kind) => {
          const style = getComputedStyle(one);
          return `${style[`${kind}TopStyle` as 'borderTopStyle'] || style.outlineStyle}`;
        }, side);
    await expect.poll(() => line('.place.foundation', 'border')).toBe('solid');
    await expect.poll(() => line('.card.selected', 'outline')).toBe('solid');
    await expect.poll(() => line(`[data-pile="${to}"].target .mark`, 'border')).toBe('dashed');
    await page.context().close();
  });
});

describe('P11: with fingers', () => {
  it('two may zoom in over the cards, two quick taps do not', async () => {
    const page = await openTable(browser, service.url, { variant: 'bisley/thirteen' }, phone);
    const actions = await page
      .locator('[data-pile]')
      .evaluateAll((piles) => piles.map((one) => getComputedStyle(one).touchAction));
    expect(new Set(actions)).toEqual(new Set(['pinch-zoom']));
    const viewport = await page.locator('meta[name="viewport"]').getAttribute('content');
    expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
    await page.context().close();
  });

  it('everything beside the cards is at least 44 pixels high and wide', async () => {
    const [anna, ben] = await raceOfTwo(browser, service, 'bisley/thirteen', [phone, phone]);
    const small = () =>
      anna.locator('button:not([data-pile]):visible').evaluateAll((buttons) =>
        buttons
          .map((one) => ({ text: one.textContent.trim(), ...one.getBoundingClientRect().toJSON() }))
          .filter(({ width, height }) => width < 44 || height < 44)
          .map(({ text, width, height }) => `${text}: ${width} × ${height}`),
      );
    await expect.poll(small).toEqual([]);
    await anna.getByRole('button', { name: 'Show the standings' }).click();
    await expect.poll(small).toEqual([]);
    await anna.context().close();
    await ben.context().close();
  });
});

it('P11: a pile that is pinched keeps its card', async () => {
  const page = await openBrowser(browser, service.url, phone);
  const { deal, moves } = wonGames[0]!;
  await practise(page, 'bisley/thirteen', deal);
  const box = await pile(page, 't4').boundingBox();
  const x = (box?.x ?? 0) + 10;
  const y = (box?.y ?? 0) + 20;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 1.5 });
  await expect
    .poll(() => page.evaluate(() => window.visualViewport?.scale ?? 1))
    .toBeGreaterThan(1.2);
  await devTools.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 0.4 });
  await playMoves(page, moves.split(' ').slice(0, 1));
  await page.context().close();
});
