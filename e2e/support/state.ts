/** A page in a state that a user can reach. */
import type { Page } from 'playwright-core';

export interface State {
  readonly name: string;
  readonly path: string;
  /** Waits until the page at the address has loaded. */
  readonly shows: (page: Page) => Promise<unknown>;
  /** Leads from there to the state. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Ends the state, if it would affect the following ones. */
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
