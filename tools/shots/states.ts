/** What the shots show: the tables of each game from the deal to the end, and the other pages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { Page } from 'playwright-core';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import wonGames from '../../e2e/won-games.json' with { type: 'json' };

export interface Shot {
  readonly name: string;
  /** An address of the service. */
  readonly path: string;
  /** What is done there before the shot. */
  readonly act?: (page: Page) => Promise<unknown>;
}

/** By its place, as its name is another in each language. */
const press = (selector: string) => (page: Page) =>
  page.locator(selector).click({ timeout: 5_000 });

interface Refusal {
  readonly ok: boolean;
  readonly error: { readonly code: string; readonly retryAfterMs?: number };
}

/** Selects a card that can move; the stock's too, if it lies face up. */
async function selectMovable(page: Page): Promise<boolean> {
  const piles = ['^="t"', '^="r"', '^="w"', '="s"'].map((name) => `[data-pile${name}]`);
  const open = page.locator(`${piles.slice(0, 3).join()}, ${piles[3]}:has(.note.below)`);
  for (const pile of await open.all()) {
    await pile.dispatchEvent('click');
    if ((await page.locator('.target').count()) > 0) return true;
    await page.keyboard.press('Escape');
  }
  return false;
}

/** Selects a movable card, in the opening if there is none here, as may happen late in a game. */
const selectHereOr = (opening: string) => async (page: Page) => {
  if (await selectMovable(page)) return;
  await page.goto(new URL(opening, page.url()).href);
  await page.locator('[data-pile]').first().waitFor();
  if (!(await selectMovable(page))) throw new Error('no card can move');
};

/** Tries a move that the rules refuse, and waits for the reason. */
async function tryIllegalMove(page: Page): Promise<void> {
  const piles = page.locator('[data-pile^="t"], [data-pile^="r"]');
  await piles.nth(0).dispatchEvent('click');
  await piles.nth(3).dispatchEvent('click');
  await page.locator('.rule').waitFor({ timeout: 3_000 });
}

/** Creates tables of a game, won and at stages before, for the person of this cookie. */
export async function tablesOf(url: string, cookie: string, game: string): Promise<Shot[]> {
  const kept = wonGames.find(({ variant }) => variant.startsWith(`${game}/`));
  if (!kept) throw new Error(`no won game of ${game} is kept`);
  const { variant, deal } = kept;
  const moves = kept.moves.split(' ');
  const device = await openTab(url, cookie);
  const { playId } = await device.ask('play:create', { variant, deal });
  for (const [index, text] of moves.entries()) {
    const move = parseMove(variant, text);
    if (!move) throw new Error(`${variant}: no move ${text}`);
    const request = { playId, expected: index + 1, move: encodeEntry(move) };
    for (;;) {
      const { ok, error } = (await device.request('play:move', request)) as Partial<Refusal>;
      if (ok) break;
      if (error?.code !== 'too-many-requests') throw new Error(`${variant}: ${text} is refused`);
      await sleep((error.retryAfterMs ?? 0) + 50);
    }
  }
  const after = async (part: number): Promise<{ playId: string; entries: number }> => {
    const entries = Math.round(moves.length * part);
    return { entries, ...(await device.ask('play:branch', { playId, entries })) };
  };
  const at = async (part: number): Promise<string> => `/play/${(await after(part)).playId}`;
  const [opening, middle, late] = [await at(0), await at(0.4), await at(0.75)];
  const left = await after(0.4);
  await device.ask('play:concede', { playId: left.playId, expected: left.entries + 1 });
  device.close();
  return [
    { name: 'opening', path: opening },
    { name: 'middle', path: middle },
    { name: 'late', path: late },
    { name: 'selected', path: middle, act: selectHereOr(opening) },
    { name: 'refused', path: opening, act: tryIllegalMove },
    { name: 'help', path: middle, act: press('.controls button:last-child') },
    { name: 'yours', path: middle, act: press('.bar .yours') },
    { name: 'won', path: `/play/${playId}` },
    { name: 'gave up', path: `/play/${left.playId}` },
    { name: 'rules', path: `/rules/${game}` },
  ];
}

export const pages: readonly Shot[] = [
  { name: 'start', path: '/' },
  { name: 'dailies', path: '/daily' },
  { name: 'games', path: '/games' },
  { name: 'people', path: '/people' },
  { name: 'statistics', path: '/stats' },
  { name: 'a deal', path: '/deal/bisley/thirteen/ADB-FPA-7JG' },
  { name: 'puzzles', path: '/puzzles' },
  { name: 'a puzzle', path: '/puzzles/bisley/keep/1' },
  { name: 'you', path: '/you' },
  { name: 'sign in', path: '/sign-in' },
  { name: 'nowhere', path: '/nowhere' },
];
