/**
 * P11: what can be read of cards that lie under others, by the outlines of their signs: on a sample of positions of every
 * game, and every night on a thousand of each.
 */
import { formatMove, gameList, legalMoves, linearDraw, newGame } from '@same-deal/engine';
import { packOf, playMove, unwrap, findVariant } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../tools/scale.ts';
import { phone } from './support/browser.ts';
import { openTable } from './support/solo.ts';
import { figure } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';

const { service, browser } = await serviceAndBrowser();

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
/** How many positions of each game are looked at by night, of all its variants. */
const BY_NIGHT = 1000;
/** Moves of each random game. */
const MOVES = scaled(12, 60);
/** Moves between two positions: by day they are far apart, as what lies where differs little after one. */
const APART = scaled(4, 1);
const LEAST_CAPITAL = 8;

/** A number below `n`, from a sequence that a seed fixes. */
function numbers(seed: number): (n: number) => number {
  const draw = linearDraw(seed);
  return (n) => draw(n);
}

/** Random moves that make piles high: most go to the highest pile that takes a card. */
function highMoves(variant: string, deal: string, seed: number): string[] {
  const rules = findVariant(variant);
  if (!rules) throw new Error(variant);
  const below = numbers(seed);
  let position: Position = unwrap(newGame(variant, unwrap(packOf(deal, rules.packs))));
  const texts: string[] = [];
  let last: Move | undefined;
  while (texts.length < MOVES) {
    const moves = legalMoves(position).filter(
      ({ from, to }) => !(from === last?.to && to === last.from),
    );
    const heightAt = ({ to }: Move) =>
      rules.piles[to]?.role === 'foundation' ? -1 : (position.piles[to]?.length ?? 0);
    const highest = [...moves].sort((a, b) => heightAt(b) - heightAt(a));
    const move = below(4) === 0 ? moves[below(moves.length)] : highest[0];
    if (!move) break;
    texts.push(formatMove(position.variant, move));
    position = unwrap(playMove(position, move));
    last = move;
  }
  return texts;
}

/** Shows the page at a size, and waits until the board is arranged for it. */
async function showAt(page: Page, size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** What is wrong with the covered cards on the page, in words; none where all can be read. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const pen = document.createElement('canvas').getContext('2d');
    const board = document.querySelector('.board')?.parentElement?.getBoundingClientRect();
    if (!pen || !board) return ['no board'];
    /** The outlines of a sign: its line is as high as its size, of which 0.8 stand above the base. */
    const inkOf = (sign: HTMLElement): Box => {
      const { fontSize, letterSpacing } = getComputedStyle(sign);
      const size = parseFloat(fontSize);
      // At its own size an outline is told in whole pixels, up to one too many.
      const scale = size / 1000;
      pen.font = '1000px Cards';
      pen.letterSpacing = `${(parseFloat(letterSpacing) || 0) / scale}px`;
      const ink = pen.measureText(sign.textContent ?? '');
      const { left, top } = sign.getBoundingClientRect();
      const base = top + 0.8 * size;
      return {
        left: left - scale * ink.actualBoundingBoxLeft,
        right: left + scale * ink.actualBoundingBoxRight,
        top: base - scale * ink.actualBoundingBoxAscent,
        bottom: base + scale * ink.actualBoundingBoxDescent,
      };
    };
    const touch = (a: Box, b: Box) =>
      a.left < b.right - 0.25 &&
      b.left < a.right - 0.25 &&
      a.top < b.bottom - 0.25 &&
      b.top < a.bottom - 0.25;
    const all = [...document.querySelectorAll<HTMLElement>('.board .card')].map((card) => ({
      card,
      box: card.getBoundingClientRect(),
      z: Number(card.style.zIndex),
    }));
    const wrong: string[] = [];
    const chips = [...document.querySelectorAll('.buried')].map((chip) =>
      chip.getBoundingClientRect(),
    );
    for (const chip of chips) {
      const isInside =
        chip.left >= board.left &&
        chip.right <= board.right &&
        chip.top >= board.top &&
        chip.bottom <= board.bottom;
      if (!isInside) wrong.push('a number of hidden cards leaves the felt');
    }
    for (const { card, box } of all) {
      for (const sign of card.querySelectorAll('.index > span')) {
        const isHuge = parseFloat(getComputedStyle(sign).fontSize) > box.width / 2;
        if (isHuge) wrong.push(`${card.textContent?.trim().slice(0, 3)}: a sign is too large`);
      }
    }
    for (const { card, box, z } of all) {
      const isCovered = card.classList.contains('covered');
      if (card.classList.contains('back') || card.classList.contains('under')) continue;
      const over = all.filter(
        (other) => other.card !== card && other.z > z && touch(box, other.box),
      );
      // Under the first card of a fan that is seen: the pile opens, and says how many lie there.
      const isBuried = over.some(
        (other) => Math.hypot(other.box.x - box.x, other.box.y - box.y) < 1,
      );
      if (isBuried) continue;
      const signs = card.querySelectorAll<HTMLElement>('.index:not(.far) > span');
      for (const sign of signs) {
        const ink = inkOf(sign);
        const name = `${card.textContent?.trim().slice(0, 3)} (${sign.className})`;
        if (chips.some((chip) => touch(ink, chip))) wrong.push(`${name} is under a number`);
        if (over.some((other) => touch(ink, other.box))) wrong.push(`${name} is covered`);
        const isInside =
          ink.left >= Math.max(board.left, box.left) - 0.5 &&
          ink.right <= Math.min(board.right, box.right) + 0.5 &&
          ink.top >= Math.max(board.top, box.top) - 0.5 &&
          ink.bottom <= Math.min(board.bottom, box.bottom) + 0.5;
        if (!isInside) wrong.push(`${name} leaves its card or the board`);
        const capital = 0.711 * parseFloat(getComputedStyle(sign).fontSize);
        if (isCovered && sign.classList.contains('sign') && capital < least)
          wrong.push(`${name} has capitals of ${capital.toFixed(1)} px`);
      }
    }
    for (const pile of document.querySelectorAll('.pile:has(.buried)')) {
      const area = pile.getBoundingClientRect();
      const seen = new Set(
        all
          .filter(({ box }) => touch(box, area) && box.x >= area.x - 1 && box.y >= area.y - 1)
          .map(({ box }) => `${Math.round(box.x)} ${Math.round(box.y)}`),
      );
      // On the smallest phones, and there alone, twenty reserve piles have room for two; all the others for four.
      const reserves = document.querySelectorAll('[data-pile^="r"]').length;
      const enough = board.width <= 320 && reserves >= 20 ? 2 : 4;
      if (seen.size < enough)
        wrong.push(`of ${pile.getAttribute('data-pile')} ${seen.size} are seen`);
    }
    return wrong;
  }, LEAST_CAPITAL);

/** The game whose night it is; else all. */
const game = process.env['TEST_GAME'];
const cases = gameList
  .filter(({ id }) => game === undefined || id === game)
  .flatMap(({ variants }) =>
    variants.map(({ id }) => ({ variant: id, positions: scaled(4, BY_NIGHT / variants.length) })),
  );

describe.each(cases)('$variant', ({ variant, positions }) => {
  it(
    'P11: rank and suit of every card in a fan stand whole, wherever cards have come to lie',
    async () => {
      const wrong = new Set<string>();
      let seen = 0;
      for (let seed = firstSeed; seen < positions; seed++) {
        const deal = `${1000 + seed}`;
        const moves = highMoves(variant, deal, seed);
        const page = await openTable(browser, service.url, { variant, deal, moves }, phone);
        await expect.poll(() => figure(page, 'Moves')).toBe(String(moves.length));
        for (let left = moves.length; left >= 0; left -= APART) {
          seen++;
          for (const size of SIZES) {
            await showAt(page, size);
            for (const fault of await faults(page)) {
              wrong.add(
                `${size.width}×${size.height}, deal ${deal}, after ${left} moves: ${fault}`,
              );
            }
          }
          await page.setViewportSize(SIZES[1]!);
          for (let back = 0; back < Math.min(left, APART); back++) {
            await page.getByRole('button', { name: 'Undo' }).click();
          }
        }
        await page.context().close();
      }
      expect([...wrong].slice(0, 20)).toEqual([]);
    },
    scaled(240_000, 3_600_000),
  );
});

it('P11: how many cards find no room is said on the felt, also at its upper edge, whichever card it stands at', async () => {
  const moves = Array.from({ length: 40 }, () => 'deal');
  const variant = 'alhambra/standard';
  const page = await openTable(browser, service.url, { variant, deal: '1001', moves }, phone);
  const wrong: string[] = [];
  // Each deal shows another card at the number.
  for (let left = moves.length; left > 20; left--) {
    await expect.poll(() => figure(page, 'Undos')).toBe(String(moves.length - left));
    await page.locator('.buried').first().waitFor();
    for (const size of SIZES.slice(0, 2)) {
      await showAt(page, size);
      wrong.push(...(await faults(page)).map((fault) => `${size.width}, ${left} moves: ${fault}`));
    }
    await page.getByRole('button', { name: 'Undo' }).click();
  }
  expect(wrong).toEqual([]);
  await page.context().close();
});

it('P11: a tap on the covered part of a pile shows the cards that find no room, and takes none up', async () => {
  const [variant, deal] = ['sly-fox/standard', '1001'];
  const moves = highMoves(variant, deal, 3);
  const narrow = { ...phone, viewport: { width: 320, height: 568 } };
  const page = await openTable(browser, service.url, { variant, deal, moves }, narrow);
  await expect.poll(() => figure(page, 'Moves')).toBe(String(moves.length));
  const pile = page.locator('.pile:has(.buried)').first();
  await pile.tap({ position: { x: 12, y: 4 } });
  const opened = page.locator('.peek li');
  await opened.first().waitFor();
  expect(await page.locator('.card.selected').count()).toBe(0);
  const said = Number(/(\d+) cards/.exec((await pile.getAttribute('aria-label')) ?? '')?.[1]);
  expect(await opened.count()).toBe(said);
  await page.context().close();
});
