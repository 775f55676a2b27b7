/** Operating the page by keyboard alone: moving the focus. */
import type { Locator, Page } from 'playwright-core';
import { neighbour } from '../../apps/web/src/board/geometry.ts';
import type { Direction, Rect } from '../../apps/web/src/board/geometry.ts';

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((found) => found.some((one) => one === document.activeElement));

/** Presses Tab until one of these has the focus. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await locator.first().waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(locator)}`);
}

interface Route {
  readonly pile: number;
  readonly keys: readonly string[];
}

const ARROWS: readonly (readonly [Direction, string])[] = [
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
];

/** The arrow keys of the shortest path between two piles. */
function shortestPath(extents: readonly Rect[], from: number, to: number): readonly string[] {
  const seen = new Set([from]);
  const routes: Route[] = [{ pile: from, keys: [] }];
  for (const { pile, keys } of routes) {
    if (pile === to) return keys;
    for (const [direction, key] of ARROWS) {
      const next = neighbour(extents, pile, direction);
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      routes.push({ pile: next, keys: [...keys, key] });
    }
  }
  throw new Error(`arrow keys do not lead from pile ${from} to pile ${to}`);
}

const MOST_STEPS = 60;

/** Walks from the pile that has the focus to another by arrow keys. */
export async function walkTo(page: Page, name: string): Promise<void> {
  // Measured again before each step: after a move, piles may change their size a moment later.
  for (let step = 0; step < MOST_STEPS; step++) {
    const { piles, focused } = await page.locator('[data-pile]').evaluateAll((found) => ({
      piles: found.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { name: one.getAttribute('data-pile'), x, y, width, height };
      }),
      focused: document.activeElement?.getAttribute('data-pile') ?? null,
    }));
    if (focused === name) return;
    const indexOf = (wanted: string | null) => piles.findIndex((pile) => pile.name === wanted);
    const [key] = shortestPath(piles, indexOf(focused), indexOf(name));
    if (key) await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys did not lead to ${name}`);
}
