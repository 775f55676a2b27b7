/** Dragging by touch and by mouse. */
import type { Locator, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The lower middle of a pile: in a fan that is the top card. */
async function gripOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} is not visible`);
  return { x: box.x + box.width / 2, y: box.y + box.height - 14 };
}

const STEPS = 8;
const between = (from: Point, to: Point): Point[] =>
  Array.from({ length: STEPS }, (_, n) => ({
    x: from.x + ((to.x - from.x) * (n + 1)) / STEPS,
    y: from.y + ((to.y - from.y) * (n + 1)) / STEPS,
  }));

/** Drags with one finger; `onTheWay` runs while the card is held over its target. */
export async function dragByTouch(
  page: Page,
  from: Locator,
  to: Locator,
  onTheWay?: () => Promise<void>,
): Promise<void> {
  const [start, end] = [await gripOf(from), await gripOf(to)];
  const devTools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [start]);
  for (const point of between(start, end)) await send('touchMove', [point]);
  await onTheWay?.();
  await send('touchEnd', []);
  await devTools.detach();
}

/** Drags with the mouse; the same as `dragByTouch` otherwise. */
export async function dragByMouse(
  page: Page,
  from: Locator,
  to: Locator,
  onTheWay?: () => Promise<void>,
): Promise<void> {
  const [start, end] = [await gripOf(from), await gripOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: STEPS });
  await onTheWay?.();
  await page.mouse.up();
}
