/** Drives Firefox by WebDriver BiDi, which it has built in (https://www.w3.org/TR/webdriver-bidi/). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Driver } from './driver.ts';
import { end, findProgram, freePort, start, until } from './programs.ts';

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
}

interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Motion on, and no network access of the browser's own. */
const settings = `
user_pref("ui.prefersReducedMotion", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("app.update.enabled", false);
`;

/** Text of twice the size, and nothing else: what “Zoom Text Only” does. */
export const largeText = `
user_pref("ui.textScaleFactor", 200);
user_pref("browser.display.os-zoom-behavior", 2);
`;

/** Opens a WebSocket for numbered commands and their answers. */
async function connect(address: string) {
  const socket = await until('Firefox answers', async () => {
    const one = new WebSocket(address);
    return new Promise<WebSocket | undefined>((resolve) => {
      one.once('open', () => resolve(one));
      one.once('error', () => resolve(undefined));
    });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let count = 0;
  const ask = <Result>(method: string, params: object = {}): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if (answer.type === 'success') resolve(answer.result as Result);
        else reject(new Error(`${method}: ${answer.message ?? 'refused'}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { ask, close: () => socket.close() };
}

/**
 * @param more settings of its profile, besides the usual ones
 * @throws Missing if Firefox is not installed
 */
export async function openFirefox(more = ''): Promise<Driver> {
  const program = findProgram(
    ['firefox', 'firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    'install Firefox (Debian: apt-get install firefox-esr; macOS: brew install --cask firefox)',
  );
  const profile = mkdtempSync(join(tmpdir(), 'same-deal-firefox-'));
  writeFileSync(join(profile, 'user.js'), settings + more);
  const port = await freePort();
  const child = start(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)],
    { MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
  );
  const close = async () => {
    await end(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const { ask, close: hangUp } = await connect(`ws://127.0.0.1:${port}/session`);
    const { capabilities } = await ask<{ capabilities: { browserVersion: string } }>(
      'session.new',
      { capabilities: {} },
    );
    const { contexts } = await ask<{ contexts: readonly { context: string }[] }>(
      'browsingContext.getTree',
    );
    const context = contexts[0]?.context ?? '';
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      open: async (url) => {
        await ask('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      run: async <Result>(body: string): Promise<Result> => {
        const { result, exceptionDetails } = await ask<Evaluated>('script.callFunction', {
          functionDeclaration: `() => JSON.stringify((() => { ${body} })() ?? null)`,
          awaitPromise: false,
          target: { context },
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return JSON.parse(result?.value ?? 'null') as Result;
      },
      act: async (actions) => {
        await ask('input.performActions', { context, actions });
      },
      close: async () => {
        hangUp();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
