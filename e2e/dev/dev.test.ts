/** From a fresh clone to a race by `pnpm dev` alone, and every kind of edit shows by itself. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launch, openBrowser, phone } from '../support/browser.ts';
import { copyTree } from '../support/copied-tree.ts';
import type { CopiedTree } from '../support/copied-tree.ts';
import { openRace, startRace, takeSeat } from '../support/race.ts';
import { tableInWords } from '../support/table.ts';

let tree: CopiedTree;
let running: ChildProcess;
let output = '';
let browser: Browser;
let url: string;

const began = performance.now();
const say = (what: string, since: number): void =>
  console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);

beforeAll(async () => {
  tree = copyTree();
  const port = await freePort();
  url = `http://localhost:${port}`;
  running = spawn('npx', ['-y', 'pnpm@12', 'dev'], {
    cwd: tree.folder,
    env: { ...outsideEnv(), PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: pnpm does not pass every signal on.
    detached: true,
  });
  running.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  running.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  browser = await launch();
  const isReady = () => output.includes('Same Deal is ready');
  await vi.waitUntil(() => isReady() || running.exitCode !== null, { timeout: 240_000 });
  if (!isReady()) throw new Error(output);
  say('from the clone to the address', began);
});
afterAll(async () => {
  await browser?.close();
  if (running?.pid && running.exitCode === null) {
    const ended = once(running, 'close');
    process.kill(-running.pid, 'SIGTERM');
    await ended;
  }
  tree?.remove();
});

/** Edits, and waits until the page's text has the words. */
async function showsAfter(page: Page, words: string, what: string, edit: () => void) {
  const since = performance.now();
  edit();
  await page.getByText(words).first().waitFor({ timeout: 60_000 });
  say(`${what} shows after`, since);
}

/** Opens a race, and looks at it as a guest: its time limit must be of so many minutes. */
async function openRaceOf(minutes: number): Promise<void> {
  const host = await openBrowser(browser, url);
  try {
    await host.getByRole('button', { name: 'Edited message' }).click();
    await host.waitForURL(/\/race\//, { timeout: 10_000 });
    const guest = await openBrowser(browser, host.url(), phone);
    await guest.getByText(`${minutes} minutes`).first().waitFor({ timeout: 5_000 });
    await guest.context().close();
  } finally {
    await host.context().close();
  }
}

describe('pnpm dev', () => {
  it('serves a race on one address', async () => {
    const anna = await openBrowser(browser, url);
    await openRace(anna, 'bisley/thirteen');
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Ben');
    await startRace(anna, [ben]);
    expect(await tableInWords(anna)).toEqual(await tableInWords(ben));
    say('from the clone to a race', began);
  });

  it('shows an edit of a component, of a message, of a handler and of a rule by itself', async () => {
    const page = await openBrowser(browser, url);
    await page.getByRole('button', { name: 'Race a friend' }).waitFor();
    await showsAfter(page, 'Edited component', 'a component', () =>
      tree.edit('apps/web/src/pages/Home.svelte', '<AnyCode />', '<p>Edited component</p>'),
    );
    await showsAfter(page, 'Edited message', 'a message', () =>
      tree.edit(
        'apps/web/src/messages/home.en.ts',
        "race: 'Race a friend'",
        "race: 'Edited message'",
      ),
    );

    let since = performance.now();
    tree.edit('apps/server/src/http/health.ts', "status: 'ok'", "status: 'edited handler'");
    const health = () => page.evaluate(async () => (await fetch('/healthz')).text());
    await expect.poll(health).toContain('edited handler');
    say('a handler shows after', since);

    since = performance.now();
    tree.edit(
      'packages/engine/src/games/bisley.ts',
      "title: 'Bisley',\n  capMinutes: 15",
      "title: 'Edited Bisley',\n  capMinutes: 60",
    );
    await page.getByRole('radio', { name: 'Edited Bisley' }).waitFor({ state: 'attached' });
    say('a game shows in the page after', since);
    // The service sets the time limit of a race. While it is being replaced, no race is opened.
    await vi.waitFor(() => openRaceOf(60), { timeout: 120_000, interval: 500 });
    say('a game shows in the service after', since);
  });
});

/** The environment of somebody at a terminal: without what Vitest and pnpm have added to it. */
function outsideEnv(): NodeJS.ProcessEnv {
  const isAdded = /^(NODE_ENV|VITEST|DATABASE_URL|DATA_DIR|pnpm_)/;
  const kept = Object.entries(process.env).filter(([name]) => !isAdded.test(name));
  const programs = (process.env['PATH'] ?? '').split(delimiter);
  const PATH = programs.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  return { ...Object.fromEntries(kept), PATH };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
