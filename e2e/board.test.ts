/** Cards in the hand, by real pointer events and with everything in motion. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openBrowser } from './support/browser.ts';
import { practise } from './support/home.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, pile } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const variant = 'bisley/thirteen';
const won = wonGames.find((game) => game.variant === variant);
const line = won?.moves.split(' ') ?? [];
/** From there on Collect brings more than twenty cards home, a card every ninety milliseconds. */
const LONG_COLLECT_AT = 29;

const moving: BrowserContextOptions = { ...desktop, reducedMotion: 'no-preference' };
const { service, browser } = await serviceAndBrowser();

/** On the won deal after so many moves. */
async function tableAfter(count: number): Promise<Page> {
  const opening = { variant, deal: won?.deal, moves: line.slice(0, count) };
  const page = await openTable(browser, service.url, opening, moving);
  await expect.poll(() => figure(page, 'Moves')).toBe(String(count));
  return page;
}

/** The middle of the top card of a pile. */
async function gripOf(page: Page, name: string) {
  const box = await pile(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height - 20 };
}
const lifted = (page: Page) =>
  page
    .locator('.card.lifted')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));

describe('P11: a card in the hand', () => {
  it('is the one that was grasped, also while Collect runs, which stops at the first touch', async () => {
    const page = await tableAfter(LONG_COLLECT_AT);
    const label = (name: string) => pile(page, name).getAttribute('aria-label');
    const columns = Array.from({ length: 13 }, (_, n) => `t${n}`);
    const labels = await Promise.all(columns.map(label));
    const name = columns.find((_, n) => /\d cards/.test(labels[n] ?? '')) ?? 't0';
    const { x, y } = await gripOf(page, name);
    await page.mouse.move(x, y);
    await page.keyboard.press('a');
    await page.mouse.down();
    await page.mouse.move(x + 30, y - 60, { steps: 4 });
    const moves = await figure(page, 'Moves');
    expect(Number(moves)).toBeLessThan(LONG_COLLECT_AT + 21);
    await expect.poll(() => lifted(page)).toHaveLength(1);
    const [grasped] = await lifted(page);
    for (let step = 0; step < 12; step++) {
      await page.mouse.move(x + 30 + step, y - 60);
      await page.waitForTimeout(60);
      expect(await lifted(page)).toEqual([grasped]);
    }
    // Off and back is no move.
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => lifted(page)).toEqual([]);
    expect(await figure(page, 'Moves')).toBe(moves);
    await page.context().close();
  });

  it('is selected on press, and a slip within it is a tap', async () => {
    const page = await tableAfter(0);
    const { x, y } = await gripOf(page, 't0');
    const selected = pile(page, 't0').and(page.locator('[aria-label*=", selected"]'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await selected.waitFor();
    await page.mouse.move(x + 9, y + 6, { steps: 3 });
    await page.mouse.up();
    await selected.waitFor();
    expect(await figure(page, 'Moves')).toBe('0');
    await page.context().close();
  });

  it('that is refused leaves the reason to be read, though the place it was sent to has a card to move itself', async () => {
    const page = await tableAfter(0);
    const canMove = async (name: string) => {
      await pile(page, name).click();
      const lit = await page.locator('[data-pile][aria-label*="can go here"]').count();
      await page.keyboard.press('Escape');
      return lit > 0;
    };
    const movable: string[] = [];
    for (let n = 0; n < 13 && movable.length < 2; n++) {
      if (await canMove(`t${n}`)) movable.push(`t${n}`);
    }
    const [one = '', other = ''] = movable;
    await pile(page, one).click();
    const goes = await pile(page, other).getAttribute('aria-label');
    expect(goes).not.toContain('can go here');
    await pile(page, other).click();
    await page.locator('.toast').waitFor();
    await pile(page, other).and(page.locator('[aria-label*=", selected"]')).waitFor();
    await page.waitForTimeout(500);
    expect(await page.locator('.toast').innerText()).toMatch(/\.$/);
    await page.context().close();
  });
});

it('P4: moves played on a line that has frozen unnoticed survive a reload, and are said to be waiting after a second', async () => {
  const page = await openBrowser(browser, 'about:blank', desktop);
  const lines: { isDead: boolean }[] = [];
  await page.routeWebSocket(/socket\.io/, (near) => {
    const state = { isDead: false };
    lines.push(state);
    const far = near.connectToServer();
    near.onMessage((message) => state.isDead || far.send(message));
    far.onMessage((message) => state.isDead || near.send(message));
    far.onClose(() => state.isDead || void near.close());
  });
  await page.goto(service.url);
  await practise(page, variant, won?.deal);
  for (const one of lines) one.isDead = true;
  for (const move of line.slice(0, 3)) {
    for (const name of move.split('>')) await pile(page, name).click();
  }
  await expect.poll(() => figure(page, 'Moves')).toBe('3');
  await page.getByText('3 moves are not stored yet.').first().waitFor();
  await page.reload();
  await expect.poll(() => figure(page, 'Moves')).toBe('3');
  await page.getByText('not stored yet').waitFor({ state: 'hidden' });
  await page.context().close();
});

it('P11: a win is a moment in which every card flies, a few more each frame, and which a press ends', async () => {
  const page = await tableAfter(line.length - 1);
  const flying = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => {
          const isOfCard = (effect as KeyframeEffect).target?.matches('.card');
          return isOfCard && Number(effect?.getTiming().duration) > 1_000;
        }).length,
    );
  await page.evaluate(() => {
    // How many set out in each frame.
    const setOut: number[] = [];
    const begin = Element.prototype.animate;
    let now = 0;
    Element.prototype.animate = function (...how) {
      if (now++ === 0)
        requestAnimationFrame(() => {
          setOut.push(now);
          now = 0;
        });
      return begin.apply(this, how);
    };
    Object.assign(window, { setOut });
  });
  for (const name of line.at(-1)?.split('>') ?? []) await pile(page, name).click();
  const cards = await page.locator('.card').count();
  await expect.poll(flying).toBe(cards);
  await page.mouse.down();
  expect(await flying()).toBe(0);
  await page.mouse.up();
  await page.getByRole('heading', { name: 'Won!' }).waitFor();
  const setOut = await page.evaluate(() => (window as unknown as { setOut: number[] }).setOut);
  // The last card home flies as well.
  expect(Math.max(...setOut)).toBeLessThanOrEqual(9);
  await page.context().close();
});

describe('a new table', () => {
  /** How many cards came with each change of the page. */
  const countComing = (): number[] => {
    const counts: number[] = [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const parts = added.filter((node) => node instanceof Element);
      const cards = parts.flatMap((part) => [part, ...part.querySelectorAll('.card')]);
      const { size } = new Set(cards.filter((part) => part.matches('.card')));
      if (size > 0) counts.push(size);
    }).observe(document, { subtree: true, childList: true });
    return Object.assign(window, { counts }).counts;
  };
  async function dealtIn(options: BrowserContextOptions): Promise<readonly number[]> {
    const page = await openTable(browser, service.url, { variant, moves: [] }, options);
    await page.addInitScript(countComing);
    await page.reload();
    await expect.poll(() => page.locator('.card').count()).toBe(52);
    return page.evaluate(() => (window as unknown as { counts: number[] }).counts);
  }

  it('is dealt a few cards a frame, so that none holds up a frame', async () => {
    const counts = await dealtIn(moving);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(52);
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  });

  it('has its cards at once without motion', async () => {
    expect(await dealtIn(desktop)).toEqual([52]);
  });
});
