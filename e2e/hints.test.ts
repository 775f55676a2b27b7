/** Hints in practice: whether a table can still be won, by which move, and how far back it could be. */
import {
  formatMove,
  legalMoves,
  newGame,
  packOf,
  parseMove,
  playMove,
  variantOf,
  unwrap,
} from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { ownPlayId, recordOf } from './support/person.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, pile, playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

const gameWon = (variant: string) => {
  const game = wonGames.find((one) => one.variant === variant);
  if (!game) throw new Error(`no won game of ${variant}`);
  return { deal: game.deal, line: game.moves.split(' ') };
};

/** The tables of a won game, from the deal to the win. */
function tablesOf(variant: string, deal: string, line: readonly string[]): Position[] {
  const pack = packOf(deal, variantOf(variant).packs);
  if (!pack.ok) throw new Error('no such deal');
  const tables = [unwrap(newGame(variant, pack.value))];
  for (const text of line) {
    const next = playMove(tables.at(-1)!, parseMove(variant, text)!);
    if (next.ok) tables.push(next.value);
  }
  return tables;
}

/** Lost, and quickly found to be. */
function isLostForSure(table: Position): boolean {
  let asked = 0;
  return unwrap(solve(table, { shouldStop: () => ++asked > 2 })).verdict === 'lost';
}

/** The last place in a won game where a wrong move loses it. */
function lastMistake(tables: readonly Position[]): { at: number; move: Move } {
  for (let at = tables.length - 2; at >= 0; at--) {
    for (const move of legalMoves(tables[at]!)) {
      const next = playMove(tables[at]!, move);
      if (next.ok && isLostForSure(next.value)) return { at, move };
    }
  }
  throw new Error('this game cannot be lost');
}

const moves = (page: Page) => expect.poll(() => figure(page, 'Moves'));
const advice = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words });

describe('hints', () => {
  // By day the one whose search is quick; that a stock is no hindrance is seen below.
  it.each(scaled(['bisley/thirteen'], ['bisley/thirteen', 'alhambra/standard']))(
    '%s: a way home is shown move by move, played by a tap or by hand, and marked in the play',
    async (variant) => {
      const { deal, line } = gameWon(variant);
      const opening = { variant, deal, moves: line.slice(0, -4) };
      const page = await openTable(browser, service.url, opening, phone);
      const before = line.length - 4;
      await moves(page).toBe(String(before));
      await page.getByRole('button', { name: 'Hint', exact: true }).tap();
      const told = await advice(page, /^Win in/).innerText();
      const left = Number(/in (\d+) moves/.exec(told)?.[1]);
      // The card meant is pointed at, and so is the place it goes to.
      await expect.poll(() => page.locator('.pointed').count()).toBe(1);
      await expect.poll(() => page.locator('.pile.target').count()).toBe(1);
      await page.getByRole('button', { name: 'Play it' }).tap();
      await moves(page).toBe(String(before + 1));
      await expect.poll(() => page.locator('.pointed').count()).toBe(0);
      for (let n = 1; n < left; n++) {
        await page.getByRole('button', { name: 'Hint', exact: true }).tap();
        await page.getByRole('button', { name: 'Play it' }).tap();
      }
      await page.getByRole('heading', { name: 'Won!' }).waitFor();
      const { hints } = await recordOf(page, await ownPlayId(page));
      expect(hints).toBe(left);
      await page.context().close();
    },
  );

  it('a table that is lost is said to be, and the way back to the last one that was not is one press', async () => {
    const variant = 'alhambra/standard';
    const { deal, line } = gameWon(variant);
    const tables = tablesOf(variant, deal, line);
    const { at, move } = lastMistake(tables);
    const opening = { variant, deal, moves: line.slice(0, at) };
    const page = await openTable(browser, service.url, opening);
    await moves(page).toBe(String(at));
    const good = await tableInWords(page);
    await playMoves(page, [formatMove(variant, move)]);
    // By keyboard alone.
    await page.keyboard.press('n');
    await advice(page, 'This game can’t be won from here').waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Find the way back' }).press('Enter');
    await advice(page, 'It could still be won 1 move ago.').waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Take back 1 move' }).press('Enter');
    await expect.poll(() => tableInWords(page)).toEqual(good);
    await page.getByText('· 1 hint').waitFor();
    await page.context().close();
  });

  it('a tap on what the hint names plays it, whatever was selected; a refused tap leaves the hint', async () => {
    const page = await openBrowser(browser, service.url, phone);
    const { deal } = gameWon('sly-fox/standard');
    await practise(page, 'sly-fox/standard', deal);
    // The stock's card goes on any pile, so that it would go on the card that the hint names.
    await pile(page, 's').tap();
    expect(await tableInWords(page)).toContainEqual(expect.stringMatching(/^Stock.*selected$/));
    await page.getByRole('button', { name: 'Hint', exact: true }).tap();
    const told = await advice(page, /^Win in/).innerText();
    const [, card = '', suit = '', place = ''] =
      /Next: (.* of (.*)) to its (.*)\.$/.exec(told) ?? [];
    const words = await tableInWords(page);
    expect(words.filter((name) => name.endsWith('selected'))).toEqual([]);
    // Two reserve piles: nothing goes from one to the other.
    await pile(page, 'r3').tap();
    await pile(page, 'r4').tap();
    await page.locator('.toast').waitFor();
    await advice(page, /^Win in/).waitFor();
    const nameOf = (wanted: RegExp) => (name: string) => wanted.test(name);
    const named = words.findIndex(nameOf(new RegExp(`^Reserve.*: ${card}`, 'i')));
    await page.locator('[data-pile]').nth(named).tap();
    await moves(page).toBe('1');
    await advice(page, /^Win in/).waitFor({ state: 'detached' });
    const target = (await tableInWords(page)).find(nameOf(new RegExp(`^${suit} ${place}`, 'i')));
    expect(target?.toLowerCase()).toContain(`: ${card.toLowerCase()}`);
    await page.context().close();
  });

  it('what a hint says stays, when it is asked for just as the page fetches the hints by itself', async () => {
    const { deal, line } = gameWon('bisley/thirteen');
    const page = await openBrowser(browser, 'about:blank', phone);
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await page.route(/\/assets\/hints-[^/]+\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(service.url);
    await practise(page, 'bisley/thirteen', deal);
    await playMoves(page, line.slice(0, 1));
    const fetching = page.waitForRequest(/\/assets\/hints-/);
    await page.getByRole('button', { name: 'Hint', exact: true }).tap();
    await fetching;
    // By now the page would have fetched them unasked.
    await page.clock.runFor(3_100);
    release();
    await advice(page, /^Win in/).waitFor();
    await page.clock.runFor(100);
    await advice(page, /^Win in/).waitFor();
    await page.context().close();
  });
});
