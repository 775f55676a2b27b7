/** A page in a state that somebody can come to. */
import type { Page } from 'playwright-core';

export interface State {
  readonly name: string;
  readonly path: string;
  /** What it shows when it is there. */
  readonly shows: (page: Page) => Promise<unknown>;
  /** What leads to it from its address. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** What makes an end of it, where it would go on elsewhere. */
  readonly leave?: (page: Page) => Promise<unknown>;
}

export const heading = (page: Page) => page.locator('main h1').first().waitFor();
export const cards = (page: Page) => page.locator('[data-pile]').first().waitFor();
export const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
export const dialog = (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();

/** An act that opens a dialog. */
export const opening = (name: string) => async (page: Page) => {
  await button(page, name);
  await dialog(page);
};
