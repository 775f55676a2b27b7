/** The start page, operated by visible names as users do. */
import { findVariant, gameList, gameOf } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { tableInWords } from './table.ts';

/** Picks a game on the start page, and the variant if it has several. */
export async function choose(page: Page, variant: string): Promise<void> {
  const game = gameList.find(({ id }) => id === gameOf(variant));
  await page.getByRole('radio', { name: game?.title ?? variant }).check({ force: true });
  if (game && game.variants.length > 1) {
    await page
      .getByRole('radio', { name: findVariant(variant)?.title ?? '' })
      .check({ force: true });
  }
}

/** Starts a solo table from the start page, on a deal by its code or number or on a new one. */
export async function practise(page: Page, variant: string, deal?: string): Promise<string[]> {
  await choose(page, variant);
  if (deal === undefined) {
    await page.getByRole('button', { name: 'Play solo' }).click();
  } else {
    await typeDeal(page, deal);
  }
  await page.waitForURL(/\/play\//);
  return tableInWords(page);
}

/** Requests a deal by its code or number. */
export async function typeDeal(page: Page, deal: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Deal code or PySolFC number' });
  if (!(await field.isVisible())) await page.getByText('Play a particular deal').click();
  await field.fill(deal);
  await page.getByRole('button', { name: 'Play this deal' }).click();
}
