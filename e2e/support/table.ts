/** The table in the page, as a person uses it: by the piles they see. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const pile = (page: Page, name: string): Locator => page.locator(`[data-pile="${name}"]`);

/** What every pile says of itself to a screen reader: the whole table in words. */
export async function tableInWords(page: Page): Promise<string[]> {
  await pile(page, 't0').or(pile(page, 'r0')).waitFor();
  return page
    .locator('[data-pile]')
    .evaluateAll((piles) => piles.map((one) => one.getAttribute('aria-label') ?? ''));
}

/** Waits until the card that turned up there is known: the page has shown the move before the service has. */
async function known(page: Page, name: string): Promise<void> {
  const isKnown = page.getByRole('button', {
    name: /: (empty|.+ of (clubs|spades|hearts|diamonds))/,
  });
  await pile(page, name).and(isKnown).waitFor({ state: 'attached' });
}

/** Taps the card of a move in our notation, then the place it goes to, and waits for nothing. */
export async function tapMove(page: Page, move: string): Promise<void> {
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  const names = move === 'deal' || move === 'redeal' ? ['s'] : move.split('>');
  for (const name of names) {
    const target = pile(page, name);
    // The lower edge: in a fan that is the top card.
    await (isTouch ? target.tap() : target.click());
  }
}

/** Plays moves by tapping, and waits for each; not the one that ends a race, which takes the table away. */
export async function playMoves(page: Page, moves: readonly string[]): Promise<void> {
  const turnsUpOn = (await pile(page, 'w').count()) > 0 ? 'w' : 's';
  const hidesCards = (await pile(page, turnsUpOn).count()) > 0;
  let count = Number(await figure(page, 'Moves'));
  for (const move of moves) {
    await tapMove(page, move);
    // The page shows a move after the press, not in it; only then is it known whether a card is to turn up.
    count++;
    await expect.poll(() => figure(page, 'Moves'), { message: move }).toBe(String(count));
    if (hidesCards) await known(page, turnsUpOn);
  }
}

/** The figure of that name above the table, such as `Moves`. */
export async function figure(page: Page, name: string): Promise<string> {
  const term = page.getByRole('term').filter({ hasText: name });
  return (await term.locator('xpath=following-sibling::dd[1]').innerText()).trim();
}

/** Notes all that is said in the page's live regions: the last word wins, so a look now and then would miss some. */
export function noteWhatIsSaid(): void {
  const said: string[] = [];
  Object.assign(window, { said });
  const note = (): void => {
    for (const region of document.querySelectorAll('[aria-live="polite"]')) {
      const text = region.textContent?.trim();
      if (text && said.at(-1) !== text) said.push(text);
    }
  };
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** Waits until the page says that to those who listen, or has said it since it was last asked. */
export async function hears(page: Page, words: string | RegExp): Promise<void> {
  const [source, flags] =
    typeof words === 'string'
      ? [words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i']
      : [words.source, words.flags];
  await page.waitForFunction(
    ([pattern = '', how]) => {
      const { said } = window as unknown as { said: string[] };
      const at = said.findIndex((text) => new RegExp(pattern, how).test(text));
      if (at < 0) return false;
      said.splice(0, at + 1);
      return true;
    },
    [source, flags] as const,
    { timeout: 30_000 },
  );
}
