/** A fifth game, added as the guide says: protocol, server and page stay as they are. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatMove, legalMoves, newGame, packOf, playMove, unwrap } from '@same-deal/engine';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, openBrowser, phone } from '../support/browser.ts';
import { concede, startRace, takeSeat } from '../support/race.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { figure, playMoves, tableInWords } from '../support/table.ts';

const web = join(import.meta.dirname, '..', '..', 'apps', 'web');

const castle = 'beleaguered-castle/standard';
const DEAL = '1';

let service: Service;
let browser: Browser;
let page: string;

beforeAll(async () => {
  page = mkdtempSync(join(tmpdir(), 'same-deal-page-'));
  const config = join(import.meta.dirname, 'vite.config.ts');
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = ['build', '--config', config, '--outDir', page, '--logLevel', 'error'];
  // As it is built for everybody: a page for tests is written in another form.
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, [vite, ...words], { cwd: web, encoding: 'utf8', env });
  expect(built.status, built.stderr).toBe(0);
  [service, browser] = await Promise.all([startService({ pageFolder: page }), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  rmSync(page, { recursive: true, force: true });
});

/** Two moves that the deal allows, by the engine. */
function twoMoves(): string[] {
  let position = unwrap(newGame(castle, unwrap(packOf(DEAL, 1))));
  return [1, 2].map(() => {
    const move = legalMoves(position)[0];
    if (!move) throw new Error('the deal has no move');
    position = unwrap(playMove(position, move));
    return formatMove(castle, move);
  });
}

/** Files that the built page and the one with the game have by one name, but not with the same content. */
function changedOfOneName(): string[] {
  const files = readdirSync(join(page, 'assets')).map((name) => [
    join(page, 'assets', name),
    join(web, 'dist', 'assets', name),
  ]);
  const common = files.filter(([, old = '']) => existsSync(old));
  expect(common.length).toBeGreaterThan(10);
  return common.flatMap(([now = '', old = '']) =>
    readFileSync(now).equals(readFileSync(old)) ? [] : now,
  );
}

describe('a fifth game', () => {
  it('P10: what it changes in the page has other names: browsers keep each file for ever', () => {
    expect(changedOfOneName()).toEqual([]);
  });

  it('is chosen, raced, checked by the server and ranked without a change anywhere else', async () => {
    const anna = await openBrowser(browser, service.url);
    await anna.getByRole('radio', { name: 'Beleaguered Castle' }).check({ force: true });
    await anna.getByRole('button', { name: 'Race a friend' }).click();
    await anna.waitForURL(/\/race\//);
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    service.dealNext(castle, DEAL);
    await startRace(anna, [ben], service);
    expect(await tableInWords(anna)).toEqual(await tableInWords(ben));

    await playMoves(ben, twoMoves());
    await expect.poll(() => figure(ben, 'Moves')).toBe('2');
    await concede(ben);
    await concede(anna);
    await anna.getByRole('heading', { name: 'Standings' }).waitFor();
    await expect.poll(() => anna.getByRole('row').count()).toBe(3);
  });
});
