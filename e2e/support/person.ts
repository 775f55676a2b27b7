/** A person's plays, read or continued past the page, with the session of their browser. */
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import type { Tab } from '../../apps/server/test/support/sockets.ts';
import { figure } from './table.ts';

const originOf = (page: Page): string => new URL(page.url()).origin;

/** Another device of the same person. */
export async function deviceOf(page: Page): Promise<Tab> {
  const cookies = await page.context().cookies();
  return openTab(originOf(page), cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

/** What a browser of somebody who has been racing elsewhere has kept: for a context of its own. */
export function browserOf({ cookie }: Pick<Tab, 'cookie'>, url: string): BrowserContextOptions {
  const { hostname: domain, origin } = new URL(url);
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    const kept = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;
    return { name: pair.slice(0, at), value: pair.slice(at + 1), domain, path: '/', ...kept };
  });
  const localStorage = [{ name: 'same-deal:been-here', value: '' }];
  return { storageState: { cookies, origins: [{ origin, localStorage }] } };
}

/** Gives somebody another name than the one they were given. */
export async function rename({ cookie }: Pick<Tab, 'cookie'>, url: string, name: string) {
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ name });
  const { status } = await fetch(`${url}/api/me`, { method: 'PATCH', headers, body });
  expect(status).toBe(200);
}

/** The play that a practice table, or a replay, shows. */
export const playIdOf = (page: Page): string =>
  new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** A play as the service returns it to this person. */
export async function recordOf(
  page: Page,
  playId: string = playIdOf(page),
): Promise<{ log: { entry: number }[]; ending: string | null; hints: number }> {
  const answer = await page.request.get(`${originOf(page)}/api/plays/${playId}`);
  return (await answer.json()) as Awaited<ReturnType<typeof recordOf>>;
}

/** The id of this person's latest play, such as that in the race on the page; others see it only once that is settled. */
export async function ownPlayId(page: Page): Promise<string> {
  const answer = await page.request.get(`${originOf(page)}/api/plays`);
  const { plays } = (await answer.json()) as { plays: { playId: string }[] };
  return plays[0]?.playId ?? '';
}

/** Entries of the table on the page, those still on their way to the service included. */
async function entriesShown(page: Page): Promise<number> {
  const allowsUndo = (await page.getByRole('term').filter({ hasText: 'Undos' }).count()) > 0;
  const undos = allowsUndo ? Number(await figure(page, 'Undos')) : 0;
  return Number(await figure(page, 'Moves')) + undos;
}

/**
 * Plays further moves of a game on another device of the same person, once what the page shows has
 * been stored: a move on its way would come in between.
 */
export async function playAhead(
  page: Page,
  variant: string,
  moves: readonly string[],
  playId: string = playIdOf(page),
): Promise<void> {
  const device = await deviceOf(page);
  const stored = async () => (await device.ask('play:open', { playId })).log.length;
  const before = await entriesShown(page);
  await expect.poll(stored).toBe(before);
  for (const [index, text] of moves.entries()) {
    const move = parseMove(variant, text);
    if (!move) throw new Error(`no move: ${text}`);
    await device.ask('play:move', {
      playId,
      expected: before + index + 1,
      move: encodeEntry(move),
    });
  }
  device.close();
}
