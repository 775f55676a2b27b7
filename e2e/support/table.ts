/** The table in the page, operated pile by pile. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const pile = (page: Page, name: string): Locator => page.locator(`[data-pile="${name}"]`);

/** The accessible names of all piles: the whole table in words. */
export async function tableInWords(page: Page): Promise<string[]> {
  await pile(page, 't0').or(pile(page, 'r0')).waitFor();
  return page
    .locator('[data-pile]')
    .evaluateAll((piles) => piles.map((one) => one.getAttribute('aria-label') ?? ''));
}

/** Waits for a pile's turned-up card: the page shows a move before the service has sent the card. */
async function waitForCard(page: Page, name: string): Promise<void> {
  const isFaceUp = page.getByRole('button', {
    // From its beginning: "opening: empty piles refill automatically" is said of a stock too.
    name: /^[^:]+: (empty|[^,]+ of (clubs|spades|hearts|diamonds))/,
  });
  await pile(page, name).and(isFaceUp).waitFor({ state: 'attached' });
}

/** Taps the card of a move in our notation, then its target, without waiting for any effect. */
export async function tapMove(page: Page, move: string): Promise<void> {
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  const names = move === 'deal' || move === 'redeal' ? ['s'] : move.split('>');
  for (const name of names) {
    const target = pile(page, name);
    // The lower edge: in a fan that is the top card.
    await (isTouch ? target.tap() : target.click());
  }
}

/** Plays moves by tapping, and waits for each. Not for the move that ends a race, after which the table is gone. */
export async function playMoves(page: Page, moves: readonly string[]): Promise<void> {
  const turnsUpOn = (await pile(page, 'w').count()) > 0 ? 'w' : 's';
  const hidesCards = (await pile(page, turnsUpOn).count()) > 0;
  let count = Number(await figure(page, 'Moves'));
  for (const move of moves) {
    await tapMove(page, move);
    // The page shows a move after the press; only then is it clear whether a card will turn up.
    count++;
    await expect.poll(() => figure(page, 'Moves'), { message: move }).toBe(String(count));
    if (hidesCards) await waitForCard(page, turnsUpOn);
  }
}

/** The figure of that name above the table, such as `Moves`. */
export async function figure(page: Page, name: string): Promise<string> {
  const term = page.getByRole('term').filter({ hasText: name });
  return (await term.locator('xpath=following-sibling::dd[1]').innerText()).trim();
}

/** Records every text of the page's live regions: later ones replace earlier ones, so polling would miss some. */
export function recordAnnouncements(): void {
  const announcements: string[] = [];
  Object.assign(window, { announcements });
  const note = (): void => {
    for (const region of document.querySelectorAll('[aria-live="polite"]')) {
      const text = region.textContent?.trim();
      if (text && announcements.at(-1) !== text) announcements.push(text);
    }
  };
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** Waits until a live region of the page announces this, or has done so since the last announcement waited for. */
export async function waitForAnnouncement(page: Page, words: string | RegExp): Promise<void> {
  const [source, flags] =
    typeof words === 'string'
      ? [words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i']
      : [words.source, words.flags];
  await page.waitForFunction(
    ([pattern = '', how]) => {
      const { announcements } = window as unknown as { announcements: string[] };
      const at = announcements.findIndex((text) => new RegExp(pattern, how).test(text));
      if (at < 0) return false;
      announcements.splice(0, at + 1);
      return true;
    },
    [source, flags] as const,
    { timeout: 30_000 },
  );
}
