/** Plays a whole game by taps, and drags a card for three seconds, by touch on a slow phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { median, quantile, rounded } from './figures.ts';
import { countFrames, droppedOf } from './probe.ts';
import type { Probe } from './probe.ts';
import { workOf } from './slow.ts';

const FRAME_MS = 1000 / 60;
const DRAG_MS = 3_000;
/** How long a tap lasts. */
const TAP_MS = 60;
/** The pause between two taps, as by a player who knows the game by heart. */
const PAUSE_MS = 120;

/** A game by taps; several are pooled by `feelOf`. */
export interface TappedGame {
  readonly moves: number;
  /** The duration of each interaction, as the browser measures it. */
  readonly interactionMs: readonly number[];
  /** For each move. */
  readonly tapToPaintMs: readonly number[];
  readonly scriptMs: number;
  readonly layouts: number;
}

export interface Feel {
  readonly moves: number;
  readonly inpMs: number;
  readonly tapToPaintMs: number;
  readonly tapToPaintP95Ms: number;
  readonly scriptMsPerMove: number;
  readonly layoutsPerMove: number;
}

/** How responsive games were, with all their moves pooled. */
export function feelOf(games: readonly TappedGame[]): Feel {
  const sum = (figure: (game: TappedGame) => number) =>
    games.reduce((total, game) => total + figure(game), 0);
  const moves = sum((game) => game.moves);
  const interactions = games.flatMap((game) => game.interactionMs);
  const taps = games.flatMap((game) => game.tapToPaintMs);
  return {
    moves,
    // As browsers define INP: the worst interaction, ignoring one in fifty.
    inpMs: interactions.length === 0 ? 0 : rounded(quantile(interactions, 0.98)),
    tapToPaintMs: rounded(median(taps), 1),
    tapToPaintP95Ms: rounded(quantile(taps, 0.95), 1),
    scriptMsPerMove: rounded(sum((game) => game.scriptMs) / moves, 1),
    layoutsPerMove: rounded(sum((game) => game.layouts) / moves, 1),
  };
}

export interface Drag {
  readonly frames: number;
  /** The share of expected frames that were missing. */
  readonly dropped: number;
  readonly longTasks: number;
  readonly scriptMsPerFrame: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const probeOf = (page: Page) => page.evaluate(() => (window as unknown as { probe: Probe }).probe);

const touchOf =
  (session: CDPSession) => (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });

/** The lower middle of the selected element: in a fan that is the top card. */
export async function gripOf(page: Page, selector: string): Promise<Point> {
  // In one step: a locator polls, which would count as the page's own work.
  const box = await page.evaluate((one) => {
    const { x, width, bottom } =
      document.querySelector(one)?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: bottom - 14 };
  }, selector);
  if (box.x === 0) throw new Error(`${selector} is not visible`);
  return box;
}

/**
 * For each move, the time from the end of its last tap to the first frame that shows it. Every move takes the same number
 * of taps.
 */
function tapsToPaint({ lifts, paints }: Probe, moves: number, first: number): number[] {
  const each = lifts.length / moves;
  return Array.from({ length: moves }, (_, n) => {
    const paint = paints.find((one) => one.moves > first + n);
    if (!paint) throw new Error(`move ${n + 1} of ${moves} was not painted`);
    return paint.at - (lifts[(n + 1) * each - 1] ?? 0);
  });
}

/**
 * Plays by taps on the selected elements, one after the other.
 * @param moves how many moves these taps make
 */
export async function playByTaps(
  page: Page,
  session: CDPSession,
  selectors: readonly string[],
  moves: number,
): Promise<TappedGame> {
  // Until everything before has been painted.
  await sleep(500);
  const { lifts, paints, interactions: earlier } = await probeOf(page);
  const before = await workOf(session);
  await tapOn(page, session, selectors);
  await sleep(500);
  const after = await workOf(session);
  const probe = await probeOf(page);
  const { interactions } = probe;
  const own = { ...probe, lifts: probe.lifts.slice(lifts.length) };
  return {
    moves,
    interactionMs: Object.entries(interactions).flatMap(([id, ms]) => (id in earlier ? [] : ms)),
    tapToPaintMs: tapsToPaint(own, moves, paints.at(-1)?.moves ?? 0),
    scriptMs: after.scriptMs - before.scriptMs,
    layouts: after.layouts - before.layouts,
  };
}

/** Taps the selected elements one after the other. */
export async function tapOn(page: Page, session: CDPSession, selectors: readonly string[]) {
  for (const selector of selectors) {
    await tapAt(session, await gripOf(page, selector));
    await sleep(PAUSE_MS);
  }
}

/** Taps a place, without a question to the page. */
export async function tapAt(session: CDPSession, { x, y }: Point) {
  const touch = touchOf(session);
  await touch('touchStart', [{ x, y }]);
  await sleep(TAP_MS);
  await touch('touchEnd', []);
}

/** Drags the element at a point in circles, and puts it back. */
export async function drag(page: Page, session: CDPSession, from: Point): Promise<Drag> {
  const send = touchOf(session);
  await send('touchStart', [from]);
  await send('touchMove', [{ x: from.x + 12, y: from.y - 20 }]);
  await sleep(200);
  const before = await workOf(session);
  const begunAt = await page.evaluate(() => performance.now());
  await page.evaluate(countFrames, DRAG_MS);
  const begin = performance.now();
  for (let now = 0; now < DRAG_MS; now = performance.now() - begin) {
    const turn = now / 300;
    await send('touchMove', [{ x: 195 + 90 * Math.cos(turn), y: 420 + 140 * Math.sin(turn) }]);
    await sleep(Math.max(0, FRAME_MS - (performance.now() - begin - now)));
  }
  const script = (await workOf(session)).scriptMs - before.scriptMs;
  const { frames, tasks } = await probeOf(page);
  await send('touchMove', [from]);
  await send('touchEnd', []);
  return {
    frames: frames.length,
    dropped: droppedOf(frames),
    longTasks: tasks.filter(({ at }) => at >= begunAt).length,
    scriptMsPerFrame: script / Math.max(1, frames.length),
  };
}

/** The yardstick: a page with nothing but one element, which follows the finger, or moves on a tap. */
export const barePage = `data:text/html,${encodeURIComponent(`<!doctype html>
<meta name="viewport" content="width=device-width">
<style>body{margin:0;touch-action:none;height:100vh;background:#175439}
div{width:70px;height:100px;background:#fff;will-change:transform}</style><div></div>
<dl class="figures"><dt>Moves</dt><dd>0</dd></dl>
<script>
const count = document.querySelector('dd');
addEventListener('pointerup', ({ clientX: x }) => {
  card.style.transform = 'translate(' + (x > 195 ? 20 : 250) + 'px,300px)';
  count.textContent = Number(count.textContent) + 1;
});
const card = document.querySelector('div');
addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
  card.style.transform = 'translate(' + (x - 35) + 'px,' + (y - 50) + 'px)';
});
</script>`)}`;
